import { expect } from "vitest";
import type { Db } from "~/db/types";
import { markListSeen } from "~/features/tasks/seen/unread.server";
import { COLUMN_KEYS, columnsIn, USUAL_COLUMNS } from "~/features/tasks/task-columns";
import { withExtra } from "~/features/tasks/task-columns.server";
import { countTasks, listTasks } from "~/features/tasks/task-list.server";
import { addNote } from "~/features/tasks/task-reply.server";
import { preferencesOf, readPreferences, savePreferences } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/user-words";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const unreadOf = async (db: Db, viewer: Viewer) =>
  (await listTasks(db, viewer, { filter: { status: "any" } })).tasks
    .filter(({ unread }) => unread)
    .map(({ title }) => title);

onEachDatabase("what people choose for their lists", (test) => {
  test("is kept for each of them, whatever else they choose", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    await savePreferences(db, ada, { holdReplies: false }, NOON);
    await savePreferences(db, ada, ({ columns }) => ({ rows: 100, columns: { ...columns, mine: ["team"] } }), NOON);
    const chosen = { holdReplies: false, rows: 100, columns: { mine: ["team"] }, pins: [] };
    expect(await readPreferences(db, ada)).toEqual(chosen);
    expect(preferencesOf({ preferences: JSON.stringify(chosen) })).toEqual(chosen);
    expect(await readPreferences(db, ben)).toEqual(preferencesOf({}));
    expect(columnsIn(undefined)).toBeNull();
    expect(columnsIn([...USUAL_COLUMNS].reverse())).toBeNull();
    expect(columnsIn(["updated", "no such column", "team"])).toEqual(["team", "updated"]);
  });

  test("tells of a task no more than its reader may know, and counts what they see", async ({ db }) => {
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

  test("a list is read as a whole, by one person and as far as it goes", async ({ db }) => {
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
