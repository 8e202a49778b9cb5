import { type SqlBool, sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import { boardColumns, readBoard } from "~/features/board/board-read.server";
import { groupedPlaceOf, listPlaceOf } from "~/features/task-list/list-place.server";
import { GROUPINGS, type Grouping, parseGrouping } from "~/features/task-list/task-groups";
import { groupsOf } from "~/features/task-list/task-groups.server";
import { type ListTasks, listGroupedTasks, listTasks } from "~/features/task-list/task-list.server";
import { parsePosition, positionText, QUEUE_SORT, type Sort } from "~/features/task-list/task-sort-and-cursor";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import type { PriorityKey } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAgent, aTask, NOON } from "../../support/factories";

const TODAY = Date.UTC(2026, 2, 2);

/** Tasks that differ in every property that lists group by. */
async function aDesk(db: Db) {
  const [ada, otto] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Otto" })];
  const statuses = ["new", "in_progress", "waiting_requester", "on_hold"] as const;
  const priorities: PriorityKey[] = ["low", "normal", "high", "urgent"];
  const days = [-1, 0, 3, 30, null];
  for (let n = 0; n < 20; n++) {
    const day = days[n % 5] ?? null;
    const { id } = await aTask(db, {
      title: `Task ${n}`,
      priority: priorities[(n * 3) % 4] ?? "normal",
      at: NOON + n * MINUTE_MS,
      ...(statuses[n % 4] !== "new" && { status: statuses[n % 4] ?? "new" }),
      ...(n % 3 > 0 && { assignee: n % 3 === 1 ? ada : otto }),
    });
    await db
      .updateTable("task")
      .set({ due_at: day === null ? null : TODAY + day * DAY_MS })
      .where("id", "=", id)
      .execute();
  }
  // Ada's own confidential request in a team she isn't in: seen from the requester's side.
  const own = await aTask(db, { title: "Ada's own", requester: ada, confidential: true, evenIfShutOut: true });
  await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
  return { ada, otto, own: own.id };
}

async function pageOf(db: Db, viewer: Viewer, by: Grouping, sort: Sort, limit: number, cursor: string | null) {
  const groups = await groupsOf(db, viewer, by, { filter: { status: "open" } }, NOON);
  const position = cursor === null ? null : parsePosition(new URLSearchParams(cursor), sort);
  return listGroupedTasks(db, viewer, { groups, filter: { status: "open" }, sort, limit, position });
}

type Cursor = NonNullable<Awaited<ReturnType<typeof listGroupedTasks>>["next"]>;
const textOf = (side: string, { group, values }: Cursor) =>
  new URLSearchParams({ [side]: positionText(values), in: group }).toString();

onEachDatabase("a grouped list", (test) => {
  test("shows its groups in order, with the number of their tasks on the page", async ({ db }) => {
    const { ada } = await aDesk(db);
    const page = async (by: Grouping) => (await pageOf(db, ada, by, QUEUE_SORT, 50, null)).groups;
    expect(await page("status")).toEqual([
      { key: "new", name: "New", count: 3 },
      { key: "in_progress", name: "In progress", count: 8 },
      { key: "waiting_requester", name: "Waiting for requester", count: 5 },
      { key: "on_hold", name: "On hold", count: 5 },
    ]);
    expect(await page("priority")).toEqual([
      { key: "urgent", name: "Urgent", count: 5 },
      { key: "high", name: "High", count: 5 },
      { key: "normal", name: "Normal", count: 5 },
      { key: "low", name: "Low", count: 5 },
      { key: "unknown", name: "Requests you see as a requester", count: 1 },
    ]);
    expect((await page("assignee")).map(({ name, count }) => [name, count])).toEqual([
      ["Unassigned", 7],
      ["Ada", 7],
      ["Otto", 6],
      ["Requests you see as a requester", 1],
    ]);
    expect(await page("due")).toEqual([
      { key: "overdue", name: "Overdue", count: 4 },
      { key: "today", name: "Due today", count: 4 },
      { key: "week", name: "Due in the next 7 days", count: 4 },
      { key: "later", name: "Due later", count: 4 },
      { key: "none", name: "No due date", count: 5 },
    ]);
  });

  test("keeps the list's own filter and query, and names only people with tasks in it", async ({ db }) => {
    const { ada } = await aDesk(db);
    const page = async (by: Grouping, list: Pick<ListTasks, "filter" | "where">) => {
      const groups = await groupsOf(db, ada, by, list, NOON);
      const { tasks, groups: shown } = await listGroupedTasks(db, ada, { ...list, groups });
      const plain = (await listTasks(db, ada, list)).tasks.map(({ id }) => id);
      expect(new Set(tasks.map(({ id }) => id))).toEqual(new Set(plain));
      return { groups: groups.map(({ key }) => key), shown: shown.map(({ name, count }) => [name, count]) };
    };
    expect(await page("assignee", { filter: { assignee: "me" } })).toEqual({
      groups: [String(ada.id), "unknown"],
      shown: [["Ada", 7]],
    });
    expect(await page("assignee", { filter: { assignee: "none" } })).toEqual({
      groups: ["nobody", "unknown"],
      shown: [["Unassigned", 7]],
    });
    expect((await page("priority", { filter: { priority: "high" } })).shown).toEqual([["High", 5]]);
    expect((await page("priority", { filter: { priority: "high", assignee: "me" } })).shown).toEqual([["High", 1]]);
    const early = { where: () => sql<SqlBool>`task.created_at <= ${NOON + MINUTE_MS}` };
    expect(await page("assignee", early)).toEqual({
      groups: ["nobody", String(ada.id), "unknown"],
      shown: [
        ["Unassigned", 1],
        ["Ada", 1],
        ["Requests you see as a requester", 1],
      ],
    });
  });

  test("knows each task's place and its neighbours, in the same group or the next", async ({ db }) => {
    const { ada } = await aDesk(db);
    await aTask(db, { title: "Done", status: "resolved", at: NOON + 5 * MINUTE_MS + 1 });
    const sights = await accessScopesOf(db, ada);
    for (const by of GROUPINGS) {
      for (const key of ["attention", "due", "sla", "updated"] as const) {
        const list = { filter: { status: "open" }, sort: { key, direction: "desc" }, sights } satisfies ListTasks;
        const groups = await groupsOf(db, ada, by, list, NOON);
        const whole = (await pageOf(db, ada, by, list.sort, 100, null)).tasks.map(({ id }) => id);
        const places = await Promise.all(whole.map((id) => groupedPlaceOf(db, ada, { ...list, groups }, id)));
        expect(places, `${by} ${key}`).toEqual(
          whole.map((_, index) => ({
            previous: whole[index - 1] ?? null,
            next: whole[index + 1] ?? null,
            position: index + 1,
            total: whole.length,
          })),
        );
        // A task that has left the list is where it would be without groups.
        const gone = await groupedPlaceOf(db, ada, { ...list, groups }, 22);
        expect(gone, `${by} ${key}`).toEqual(await listPlaceOf(db, ada, list, 22));
        expect(gone?.next ?? gone?.previous).toBeGreaterThan(0);
      }
    }
  });

  test("works as a board, too: each card leads to the next, from column to column", async ({ db }) => {
    const { ada } = await aDesk(db);
    for (let n = 0; n < 3; n++) await aTask(db, { status: n === 1 ? "closed" : "resolved", at: NOON - n * MINUTE_MS });
    const sights = await accessScopesOf(db, ada);
    for (const status of ["open", "any"] as const) {
      const list = { filter: { status }, sort: QUEUE_SORT, sights } satisfies ListTasks;
      const columns = await readBoard(db, ada, list, list.sort, NOON);
      const cards = columns.flatMap(({ tasks }) => tasks.map(({ id }) => id));
      expect(cards).toHaveLength(23);
      const groups = await boardColumns(db, ada, list, NOON);
      const places = await Promise.all(cards.map((id) => groupedPlaceOf(db, ada, { ...list, groups }, id)));
      expect(places.map((place) => place && [place.previous, place.next])).toEqual(
        cards.map((_, index) => [cards[index - 1] ?? null, cards[index + 1] ?? null]),
      );
    }
  });

  test("pages by cursor both ways, split by due day or not, without repeating or losing a task", async ({ db }) => {
    const { ada } = await aDesk(db);
    const every = (await listTasks(db, ada, { filter: { status: "open" }, limit: 100 })).tasks.map(({ id }) => id);
    expect(every).toHaveLength(21);
    for (const by of GROUPINGS) {
      for (const key of ["attention", "due", "updated"] as const) {
        const sort: Sort = { key, direction: key === "due" ? "asc" : "desc" };
        const whole = (await pageOf(db, ada, by, sort, 100, null)).tasks.map(({ id }) => id);
        expect(
          whole.toSorted((a, b) => a - b),
          `${by} ${key}`,
        ).toEqual(every.toSorted((a, b) => a - b));
        const pages: number[][] = [];
        let cursor: string | null = null;
        let last: Cursor | null = null;
        for (;;) {
          const page = await pageOf(db, ada, by, sort, 6, cursor);
          pages.push(page.tasks.map(({ id }) => id));
          last = page.previous;
          if (!page.next) break;
          cursor = textOf("after", page.next);
        }
        expect(pages.flat(), `${by} ${key} forwards`).toEqual(whole);
        const back: number[][] = [pages.at(-1) ?? []];
        while (last) {
          const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(db, ada, by, sort, 6, textOf("before", last));
          back.unshift(page.tasks.map(({ id }) => id));
          last = page.previous;
        }
        expect(back, `${by} ${key} back`).toEqual(pages);
      }
    }
  });

  test("starts over on a cursor with an unknown or mismatched group, and is for agents only", async ({ db }) => {
    const { ada } = await aDesk(db);
    const first = await pageOf(db, ada, "status", QUEUE_SORT, 4, null);
    const next = first.next && textOf("after", { ...first.next, group: "gone" });
    expect((await pageOf(db, ada, "status", QUEUE_SORT, 4, next)).tasks).toEqual(first.tasks);
    for (const cursor of ["in=none&after=123~5", "in=overdue&after=-~5", "in=later&before=-~5", "in=none&before=1~5"]) {
      const page = await pageOf(db, ada, "due", { key: "due", direction: "asc" }, 4, cursor);
      expect(page.tasks.length, cursor).toBeGreaterThan(0);
    }
    expect([parseGrouping("due", true), parseGrouping("due", false), parseGrouping("id", true)]).toEqual([
      "due",
      null,
      null,
    ]);
  });
});
