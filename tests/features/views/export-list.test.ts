import { expect } from "vitest";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { listAsCsv } from "~/features/views/export-list.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

async function exported(db: Db, viewer: Viewer, search = "", more: { most?: number; leavesAfter?: number } = {}) {
  const { asked, ...meant } = await parseListUrl(db, viewer, new URLSearchParams(search), NOON);
  if (!asked.ok) throw new Error(asked.error.message);
  const pieces: string[] = [];
  const isGone = () => more.leavesAfter !== undefined && pieces.length > more.leavesAfter;
  const options = { origin: "http://desk", isGone, ...(more.most && { most: more.most }) };
  for await (const piece of listAsCsv(db, viewer, { ...meant, asked }, options, NOON)) pieces.push(piece);
  return pieces;
}

const lines = async (...asked: Parameters<typeof exported>) => (await exported(...asked)).join("").split("\r\n");
const titles = async (...asked: Parameters<typeof exported>) =>
  (await lines(...asked)).slice(1, -1).map((line) => line.split(",")[1]);

const log = async (db: Db) =>
  (await db.selectFrom("security_event").selectAll().where("kind", "=", "list_exported").orderBy("id").execute()).map(
    ({ actor_id, details }) => [actor_id, JSON.parse(details)],
  );

onEachDatabase("a list as a CSV file (B6)", (test) => {
  test("has the tasks and values its reader may see, in the list's order, and is logged", async ({ db }) => {
    const [root, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db, { name: "Rita" })];
    await aTask(db, { title: "Low", requester: rita, priority: "low", tags: ["a", "b"], due: "2026-04-01", at: NOON });
    await aTask(db, { title: "High", requester: rita, priority: "high" });
    const inner = await aTask(db, { title: "Others", requester: rita });
    const own = await aTask(db, { title: "Own", requester: ada });
    const staff = await db
      .insertInto("team")
      .values({ name: "Staff", is_default: 0, visibility: "members" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("task").set({ team_id: staff.id }).where("id", "in", [inner.id, own.id]).execute();

    expect(await titles(db, root, "sort=number")).toEqual(["Own", "Others", "High", "Low"]);
    expect(await titles(db, ada, "sort=number")).toEqual(["Own", "High", "Low"]);
    expect(await titles(db, ada, "q=sort:number-asc")).toEqual(["Low", "High", "Own"]);
    expect(await titles(db, ada, "view=mine")).toEqual([]);
    expect(await titles(db, ada, "priority=low")).toEqual(["Low"]);
    const [header, low] = await lines(db, ada, "tag=a");
    expect(header).toBe(
      "\uFEFFNumber,Title,Status,Requester,Assignee,Team,Organization,Type,Priority,Tags,Due,Created,Updated,Address",
    );
    expect(low).toMatch(
      /^1,Low,New,Rita,,Service desk,,Incident,Low,a b,2026-04-01,2026-03-02T12:00:00Z,2026-03-02T12:00:00Z,http:\/\/desk\/tasks\/1$/,
    );
    // On their own request, an agent outside its team gets no internal values.
    expect((await lines(db, ada, "sort=number"))[1]).toMatch(/^\d+,Own,Received,,,,,,,,,2026-03/);
    const events = await log(db);
    expect(events[0]).toEqual([root.id, { list: "all open tasks (by number)", tasks: "4" }]);
    expect(events[4]).toEqual([ada.id, { list: "priority: low (by attention)", tasks: "1" }]);
  });

  test("has custom fields last and in full, and for each task only those its reader may see", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db, { name: "Rita Berg" })];
    const options = [{ key: "north", label: "North, wing", enabled: true }];
    await aCustomField(db, { key: "wing", label: "=Wing", kind: "select", options, visibility: "requester_read" });
    await aCustomField(db, { key: "cause", label: "Cause" });
    await aCustomField(db, { key: "buyer", label: "Buyer", kind: "user", types: ["question"] });
    const { key: old } = await aCustomField(db, { key: "old", label: "Old" });
    await db.updateTable("custom_field").set({ enabled: 0 }).where("key", "=", old).execute();
    const task = await aTask(db, { title: "Theirs", requester: rita });
    const own = await aTask(db, { title: "Own", requester: ada });
    await aTask(db, { title: "Empty", requester: rita });
    const cause = `@SUM(1) ${"long ".repeat(40)}end`;
    const values = [task, own].flatMap(({ id }) =>
      Object.entries({ wing: "north", cause, buyer: String(rita.id), old: "x" }).map(([key, value]) => ({
        ...{ task_id: id, key, value },
      })),
    );
    await db.insertInto("task_field").values(values).execute();
    const team = { name: "Staff", is_default: 0, visibility: "members" } as const;
    const staff = await db.insertInto("team").values(team).returning("id").executeTakeFirstOrThrow();
    await db.updateTable("task").set({ team_id: staff.id }).where("id", "=", own.id).execute();

    const [header, ...rows] = await lines(db, ada, "sort=number-asc");
    expect(header).toMatch(/,Address,'=Wing,Cause,Buyer$/);
    // Buyer is a field of questions only.
    expect(rows[0]).toMatch(new RegExp(`/tasks/${task.id},"North, wing",'@SUM\\(1\\) ${"long ".repeat(40)}end,$`));
    // On their own request, an agent outside its team gets the fields that requesters read.
    expect(rows[1]).toMatch(new RegExp(`/tasks/${own.id},"North, wing",,$`));
    expect(rows[2]).toMatch(/,,,$/);
  });

  test("comes in batches, ends at its limit with a note, and stops when its reader leaves", async ({ db }) => {
    const ada = await anAgent(db);
    await aTask(db);
    const task = await db.selectFrom("task").selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 449 }, (_, n) => ({ ...task, id: n + 2 }));
    await db.insertInto("task").values(copies).execute();

    const numbers = (await lines(db, ada)).slice(1, -1).map((line) => Number(line.split(",")[0]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 450 }, (_, n) => n + 1));
    expect(await exported(db, ada)).toHaveLength(1 + 3);
    const cut = await lines(db, ada, "", { most: 300 });
    expect(cut).toHaveLength(1 + 300 + 1 + 1);
    expect(cut.at(-2)).toBe("The export stops here: a file can have at most 300 tasks. Narrow the list.");
    expect(await lines(db, ada, "", { most: 450 })).toHaveLength(1 + 450 + 1);
    await exported(db, ada, "", { leavesAfter: 1 });
    expect((await log(db)).map(([, { tasks }]) => tasks)).toEqual(["450", "450", "300", "450", "200"]);
  });
});
