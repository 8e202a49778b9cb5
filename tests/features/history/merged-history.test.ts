import { expect } from "vitest";
import type { Db } from "~/db/types";
import { undoChange } from "~/features/history/undo-change.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { readTask } from "~/features/task-page/task-read.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { changesOf } from "../../support/history";

const versionOf = async (db: Db, id: number) =>
  (await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;

async function titled(db: Db, viewer: Viewer, id: number, title: string, at = NOON) {
  const done = await changeTask(db, viewer, id, { change: { title, version: await versionOf(db, id) }, was: {} }, at);
  expect(done).toMatchObject({ ok: true });
}

async function merged(db: Db, viewer: Viewer, source: number, into: number, at = NOON + 1) {
  const versions = { version: await versionOf(db, source), intoVersion: await versionOf(db, into) };
  const done = await mergeTasks(db, viewer, { source, into, ...versions, keepsRequester: true }, at);
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.changeSetId;
}

const read = (db: Db, viewer: Viewer, id: number, of: number | null) =>
  readTask(db, viewer, id, NOON + 2, { kind: "newest" }, { before: null, of });

async function historyOf(db: Db, viewer: Viewer, id: number, of: number | null) {
  const task = await read(db, viewer, id, of);
  if (task?.as !== "agent") throw new Error("The viewer doesn't get the agent's page.");
  return task.history;
}

onEachDatabase("the history of a merged task (domain B4, A15)", (test) => {
  test("is shown on the final merge target, where nothing in it can be undone", async ({ db }) => {
    const root = await anAdmin(db);
    const [{ id: first }, { id: second }, { id: third }] = [await aTask(db), await aTask(db), await aTask(db)];
    await titled(db, root, first, "Quokka");
    expect((await historyOf(db, root, first, null)).entries.some(({ undo }) => undo)).toBe(true);
    await merged(db, root, first, second);
    await merged(db, root, second, third, NOON + 2);

    const ofFirst = await historyOf(db, root, third, first);
    expect(changesOf(ofFirst)).toEqual([
      "created the task",
      expect.stringMatching(/^changed Title from .* to Quokka$/),
      `merged this into #${second}`,
    ]);
    expect(ofFirst.of).toBe(first);
    expect(ofFirst.entries.some(({ undo }) => undo)).toBe(false);

    const own = await historyOf(db, root, third, null);
    expect(own.of).toBeNull();
    expect(JSON.stringify(own)).toContain(JSON.stringify({ task: second, here: third }));
    expect(JSON.stringify(await historyOf(db, root, third, second))).toContain(
      JSON.stringify({ task: first, here: third }),
    );
  });

  test("moves back when the merge is undone, and its old URL shows the open task's own history", async ({ db }) => {
    const root = await anAdmin(db);
    const [{ id: source }, { id: target }, { id: other }] = [await aTask(db), await aTask(db), await aTask(db)];
    const changeSetId = await merged(db, root, source, target);
    await undoChange(db, root, { taskId: target, changeSetId }, NOON + 2);
    for (const of of [source, target, other, 987_654]) {
      const history = await historyOf(db, root, target, of);
      expect([history.of, changesOf(history).at(-1)], String(of)).toEqual([null, `undid the merge of #${source}`]);
      expect(JSON.stringify(history)).not.toContain('"here"');
    }
    expect(changesOf(await historyOf(db, root, source, null))).toContain(`undid the merge into #${target}`);
  });

  test("is visible only to agents with access to the merge target", async ({ db }) => {
    const [root, stranger] = [await anAdmin(db), await anAgent(db)];
    await db.deleteFrom("team_member").where("user_id", "=", stranger.id).execute();
    const { id: source, requester: rita } = await aTask(db);
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", source).execute();
    const { id: target, requester: otto } = await aTask(db);
    await titled(db, root, source, "Quokka");
    await titled(db, root, source, "Wombat");
    await merged(db, root, source, target); // this makes the target confidential
    const { id: elsewhere } = await aTask(db);

    expect(await read(db, stranger, target, source)).toBeNull();
    for (const who of [rita, otto]) expect(JSON.stringify(await read(db, who, target, source))).not.toMatch(/Quokka/);
    // Nor through another task that they can open.
    for (const who of [stranger, root]) expect((await historyOf(db, who, elsewhere, source)).of).toBeNull();
  });
});
