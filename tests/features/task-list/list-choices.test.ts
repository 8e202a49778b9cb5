import { expect } from "vitest";
import type { Db } from "~/db/types";
import { addNote } from "~/features/conversation/task-reply.server";
import { chosenFields, withFields } from "~/features/task-list/field-columns.server";
import { COLUMN_KEYS, columnsIn, DEFAULT_COLUMNS } from "~/features/task-list/task-columns";
import { withExtra } from "~/features/task-list/task-columns.server";
import { countTasks, listTasks } from "~/features/task-list/task-list.server";
import { markListSeen } from "~/features/task-list/unread.server";
import { preferencesOf, readPreferences, savePreferences } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { listenToDrivers, type Statement } from "../../support/query-plans";

const unreadOf = async (db: Db, viewer: Viewer) =>
  (await listTasks(db, viewer, { filter: { status: "any" } })).tasks
    .filter(({ unread }) => unread)
    .map(({ title }) => title);

const fill = (db: Db, task: { id: number }, values: Record<string, string>) =>
  db
    .insertInto("task_field")
    .values(Object.entries(values).map(([key, value]) => ({ task_id: task.id, key, value })))
    .execute();

onEachDatabase("list preferences", (test) => {
  test("keep each person's choices, whatever else they save", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    await savePreferences(db, ada, { holdReplies: false }, NOON);
    await savePreferences(db, ada, ({ columns }) => ({ rows: 100, columns: { ...columns, mine: ["team"] } }), NOON);
    const chosen = { ...preferencesOf({}), holdReplies: false, rows: 100, columns: { mine: ["team"] } };
    expect(await readPreferences(db, ada)).toEqual(chosen);
    expect(preferencesOf({ preferences: JSON.stringify(chosen) })).toEqual(chosen);
    expect(await readPreferences(db, ben)).toEqual(preferencesOf({}));
    expect(columnsIn(undefined)).toBeNull();
    expect(columnsIn([...DEFAULT_COLUMNS].reverse())).toBeNull();
    expect(columnsIn(["updated", "no such column", "team"])).toEqual(["team", "updated"]);
  });

  test("fill columns only with what the reader may see, and count only visible tasks", async ({ db }) => {
    const [root, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db)];
    const open = await aTask(db, { title: "Open", requester: rita });
    const own = await aTask(db, { title: "Own", requester: ada });
    const inner = await aTask(db, { title: "Inner", requester: rita });
    const staff = await db
      .insertInto("team")
      .values({ name: "Staff", is_default: 0, visibility: "members" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("task").set({ team_id: staff.id }).where("id", "in", [own.id, inner.id]).execute();
    const teams = async (viewer: Viewer) => {
      const { tasks } = await listTasks(db, viewer, { sort: { key: "number", direction: "asc" } });
      return (await withExtra(db, tasks, COLUMN_KEYS)).map(({ id, extra }) => [id, extra?.team, extra?.type]);
    };
    expect(await teams(root)).toEqual([
      [open.id, "Service desk", "Incident"],
      [own.id, "Staff", "Incident"],
      [inner.id, "Staff", "Incident"],
    ]);
    expect(await teams(ada)).toEqual([
      [open.id, "Service desk", "Incident"],
      [own.id, "", ""],
    ]);
    const { tasks } = await listTasks(db, ada);
    expect(await withExtra(db, tasks, ["requester", "updated"])).toBe(tasks);

    const count = (viewer: Viewer, most: number, filter = {}) => countTasks(db, viewer, { filter }, most);
    expect([await count(root, 9), await count(root, 2), await count(ada, 9), await count(rita, 9)]).toEqual([
      3, 2, 2, 2,
    ]);
    expect([await count(ada, 9, { priority: "normal" }), await count(ada, 9, { status: "done" })]).toEqual([1, 0]);
  });

  test("show custom fields as columns, formatted as on the task page, without retired ones", async ({ db }) => {
    const [ada, otto] = [await anAgent(db), await anAgent(db, { name: "Otto" })];
    const options = [
      { key: "a", label: "Atrium", enabled: true },
      { key: "b", label: "Barn", enabled: false },
    ];
    await aCustomField(db, { key: "constructor", label: "Words", kind: "longtext" });
    await aCustomField(db, { key: "cost", label: "Cost", kind: "number" });
    await aCustomField(db, { key: "safe", label: "Safe", kind: "boolean" });
    await aCustomField(db, { key: "place", label: "Place", kind: "select", options });
    await aCustomField(db, { key: "places", label: "Places", kind: "multiselect", options });
    await aCustomField(db, { key: "day", label: "Day", kind: "date" });
    await aCustomField(db, { key: "hour", label: "Hour", kind: "datetime" });
    await aCustomField(db, { key: "boss", label: "Boss", kind: "user" });
    await aCustomField(db, { key: "site", label: "Site", kind: "url" });
    await aCustomField(db, { key: "depth", label: "Depth", showIf: { field: "cost", is: "is", value: "12.5" } });
    await aCustomField(db, { key: "gone", label: "Gone" });
    await db.updateTable("custom_field").set({ enabled: 0 }).where("key", "=", "gone").execute();
    const values = {
      ...{ constructor: `${"😀".repeat(80)}!`, cost: "12.5", safe: "1", place: "b", places: '["a","b"]' },
      ...{ day: "2026-03-09", hour: "2026-03-09T14:30", boss: String(otto.id), site: "https://a.example" },
      ...{ depth: "2 m", gone: "Secret" },
    };
    const full = await aTask(db, { title: "Full" });
    const hidden = await aTask(db, { title: "Hidden" });
    await aTask(db, { title: "Empty" });
    await fill(db, full, values);
    await fill(db, hidden, { depth: "3 m", cost: "4" });
    const { tasks } = await listTasks(db, ada, { sort: { key: "number", direction: "asc" } });
    const shownIn = async (keys: string[]) =>
      (await withFields(db, tasks, await chosenFields(db, keys))).map(({ fields }) => fields);

    const all = Object.keys(values).map((key) => `field.${key}`);
    expect(await shownIn(all)).toEqual([
      {
        ...{
          "field.constructor": `${"😀".repeat(80)}…`,
          "field.cost": "12.5",
          "field.safe": "Yes",
          "field.place": "Barn",
        },
        ...{ "field.places": "Atrium, Barn", "field.day": "9 March 2026", "field.hour": "9 March 2026, 14:30" },
        ...{ "field.boss": "Otto", "field.site": "https://a.example", "field.depth": "2 m" },
      },
      { "field.cost": "4" },
      undefined,
    ]);
    // The field in its condition isn't chosen itself.
    expect(await shownIn(["field.depth"])).toEqual([{ "field.depth": "2 m" }, {}, undefined]);

    const columns = async (keys: string[]) => columnsIn(keys, await chosenFields(db, keys));
    await db.updateTable("custom_field").set({ label: "Price" }).where("key", "=", "cost").execute();
    expect(await columns(["field.gone", "field.day", "field.cost", "field.nowhere", "field.", "team"])).toEqual([
      "team",
      { key: "field.cost", label: "Price", kind: "number" },
      { key: "field.day", label: "Day", kind: "date" },
    ]);
    expect(await columns(["field.gone", ...DEFAULT_COLUMNS])).toBeNull();
  });

  test("cut a long value after 80 characters, with an ellipsis", async ({ db }) => {
    const ada = await anAgent(db);
    const { key } = await aCustomField(db);
    const task = await aTask(db);
    const { tasks } = await listTasks(db, ada);
    for (const sign of ["a", "😀"]) {
      for (const [length, shown] of [
        [50, sign.repeat(50)],
        [80, sign.repeat(80)],
        [81, `${sign.repeat(80)}…`],
        [500, `${sign.repeat(80)}…`],
      ] as const) {
        await db.deleteFrom("task_field").execute();
        await fill(db, task, { [key]: sign.repeat(length) });
        const [row] = await withFields(db, tasks, await chosenFields(db, [`field.${key}`]));
        expect(row?.fields, `${length} of ${sign}`).toEqual({ [`field.${key}`]: shown });
      }
    }
  });

  test("apply the policy for fields to each task separately", async ({ db }) => {
    const [root, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db)];
    const staff = await db
      .insertInto("team")
      .values({ name: "Staff", is_default: 0, visibility: "members" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const own = await aTask(db, { title: "Own", requester: ada });
    await db.updateTable("task").set({ team_id: staff.id }).where("id", "=", own.id).execute();
    const open = await aTask(db, { title: "Open", requester: rita });
    const all = ["agents", "requester_read", "requester_write"] as const;
    for (const visibility of all) {
      await aCustomField(db, { key: visibility, visibility });
      for (const task of [own, open]) await fill(db, task, { [visibility]: visibility });
    }
    const visibleFields = async (viewer: Viewer) => {
      const { tasks } = await listTasks(db, viewer, { sort: { key: "number", direction: "asc" } });
      const rows = await withFields(
        db,
        tasks,
        await chosenFields(
          db,
          all.map((key) => `field.${key}`),
        ),
      );
      return rows.map(({ title, fields = {} }) => [title, Object.values(fields)]);
    };
    expect(await visibleFields(root)).toEqual([
      ["Own", all],
      ["Open", all],
    ]);
    expect(await visibleFields(ada)).toEqual([
      ["Own", all.slice(1)],
      ["Open", all],
    ]);
    expect(await visibleFields(rita)).toEqual([["Open", all.slice(1)]]);
  });

  test("run no statement when no field is chosen, and two when some are", async ({ db }) => {
    const ada = await anAgent(db);
    for (const key of ["place", "cost"]) await aCustomField(db, { key });
    for (let n = 0; n < 3; n++) await fill(db, await aTask(db), { place: "Roof", cost: "1" });
    const { tasks } = await listTasks(db, ada);
    const statements: Statement[] = [];
    const stop = listenToDrivers((statement) => statements.push(statement));
    expect(await withFields(db, tasks, await chosenFields(db, COLUMN_KEYS))).toBe(tasks);
    expect(await withFields(db, tasks, await chosenFields(db, undefined))).toBe(tasks);
    expect(statements).toEqual([]);
    await withFields(db, tasks, await chosenFields(db, ["field.cost", "field.place"]));
    stop();
    expect(statements).toHaveLength(2);
  });

  test("an agent marks a whole list as read, only for themselves and up to a limit", async ({ db }) => {
    const [ada, ben, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const first = await aTask(db, { title: "First", requester: rita, at: NOON + 1 });
    await aTask(db, { title: "Second", requester: rita, priority: "high", at: NOON + 1 });
    await addNote(db, ben, first.id, { body: "Look.", requestKey: aKey() }, NOON + 2);
    const pagesOf =
      (viewer: Viewer, filter = {}): Parameters<typeof markListSeen>[2] =>
      (position, limit) =>
        listTasks(db, viewer, { filter, position, limit });
    expect(await unreadOf(db, ada)).toEqual(["First", "Second"]);
    expect(await markListSeen(db, ada, pagesOf(ada, { priority: "high" }), NOON + 3)).toEqual({
      marked: 1,
      goesOn: false,
    });
    expect([await unreadOf(db, ada), await unreadOf(db, ben)]).toEqual([["First"], ["First", "Second"]]);
    expect(await markListSeen(db, ada, pagesOf(ada), NOON + 3)).toEqual({ marked: 1, goesOn: false });
    expect(await unreadOf(db, ada)).toEqual([]);
    await addNote(db, ben, first.id, { body: "Again.", requestKey: aKey() }, NOON + 4);
    expect(await unreadOf(db, ada)).toEqual(["First"]);

    const task = await db.selectFrom("task").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1_100 }, (_, n) => ({ ...task, id: 1_000 + n }));
    for (const part of [copies.slice(0, 500), copies.slice(500)]) await db.insertInto("task").values(part).execute();
    await db
      .insertInto("task_seen")
      .values(copies.slice(0, 300).map(({ id }) => ({ user_id: ada.id, task_id: id, seen_until: null, viewed_at: 1 })))
      .execute();
    expect(await markListSeen(db, ada, pagesOf(ada), NOON + 5)).toMatchObject({ goesOn: true });
  });
});
