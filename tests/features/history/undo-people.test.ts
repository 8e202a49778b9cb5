import { expect } from "vitest";
import type { Db } from "~/db/types";
import { undoChange } from "~/features/history/undo-change.server";
import { listParticipants, putInCopy, takeOutOfCopy } from "~/features/people/participants.server";
import { inviteWatcher, listWatching, setWatching } from "~/features/people/watchers.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const MINUTE = 60_000;
const DAY = 86_400_000;

const inCopy = async (db: Db, id: number) => (await listParticipants(db, id)).map(({ name }) => name);
const watching = async (db: Db, id: number) => (await listWatching(db, id)).map(({ name }) => name);
const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const events = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["old_value as from", "new_value as to"])
    .where("task_id", "=", id)
    .where("kind", "=", "changed")
    .orderBy("id");

/** Returns the change set of an action. Throws if nothing was changed. */
async function setOf(done: Promise<{ ok: boolean; changeSetId?: number | null }>): Promise<number> {
  const { changeSetId } = await done;
  if (typeof changeSetId !== "number") throw new Error("Nothing was changed.");
  return changeSetId;
}

const undo = (db: Db, viewer: Viewer, taskId: number, changeSetId: number, now = NOON + MINUTE) =>
  undoChange(db, viewer, { taskId, changeSetId }, now);

onEachDatabase("undoing changes to people in copy (domain B12, B18.13)", (test) => {
  test("removes people whom the agent added, but not those whom others added", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    for (const name of ["Cora", "Dan", "Eve"]) await aRequester(db, { name });
    const { id } = await aTask(db);
    const set = await setOf(putInCopy(db, ada, id, "Cora, Dan", NOON));
    const [{ id: cora = 0 } = {}] = await listParticipants(db, id);
    await takeOutOfCopy(db, bob, id, cora, NOON);
    await putInCopy(db, bob, id, "Eve", NOON);

    expect(await undo(db, bob, id, set)).toEqual({ ok: false, why: "not_allowed" });
    expect(await undo(db, ada, id, set)).toEqual({ ok: true, back: ["In copy"], kept: [] });
    expect(await inCopy(db, id)).toEqual(["Eve"]);
    expect(await taskRow(db, id)).toMatchObject({ version: 5, updated_at: NOON + MINUTE });
    expect((await events(db, id).execute()).at(-1)).toEqual({ from: "Dan", to: null });
    expect(await undo(db, ada, id, set)).toEqual({ ok: false, why: "undone" });
  });

  test("adds a removed person back, which can itself be undone", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const cora = await aRequester(db, { name: "Cora", email: "cora@example.org" });
    const { id } = await aTask(db, { requester: rita });
    await putInCopy(db, rita, id, "cora@example.org", NOON);
    const out = await setOf(takeOutOfCopy(db, ada, id, cora.id, NOON));
    expect(await undo(db, ada, id, out)).toMatchObject({ ok: true });
    expect(await listParticipants(db, id)).toEqual([{ id: cora.id, name: "Cora", address: "cora@example.org" }]);
    const { id: back } = await db
      .selectFrom("change_set")
      .select("id")
      .where("undoes", "=", out)
      .executeTakeFirstOrThrow();
    expect(await undo(db, ada, id, back)).toMatchObject({ ok: true });
    expect(await inCopy(db, id)).toEqual([]);
  });

  test("applies current rules and names who stays out: over the limit, disabled or now the requester", async ({
    db,
  }) => {
    const ada = await anAgent(db);
    const [cora, dan, eve] = [
      await aRequester(db, { name: "Cora" }),
      await aRequester(db, { name: "Dan" }),
      await aRequester(db, { name: "Eve" }),
    ];
    const { id } = await aTask(db);
    await putInCopy(db, ada, id, "Cora, Dan, Eve", NOON);
    const sets: number[] = [];
    for (const { id: person } of [cora, dan, eve]) sets.push(await setOf(takeOutOfCopy(db, ada, id, person, NOON)));
    await disableUser(db, cora);
    await db.updateTable("task").set({ requester_id: dan.id }).where("id", "=", id).execute();
    const others = Array.from({ length: 20 }, (_, n) => `p${n}@example.org`);
    await putInCopy(db, ada, id, others.join(","), NOON);
    const { version } = await taskRow(db, id);
    const answers = [];
    for (const set of sets) answers.push(await undo(db, ada, id, set));
    const full = "20 people are already in copy. Remove someone first";
    expect(answers).toEqual(
      ["Cora", "Dan", "Eve"].map((name) => ({
        ok: false,
        why: "nothing_left",
        kept: [`${name} wasn't added back: ${full}.`],
      })),
    );
    await db.deleteFrom("participant").where("task_id", "=", id).execute();
    expect(await undo(db, ada, id, sets[0] ?? 0)).toMatchObject({
      kept: ["Cora wasn't added back: the account is disabled."],
    });
    expect(await undo(db, ada, id, sets[1] ?? 0)).toMatchObject({
      kept: ["Dan wasn't added back: this is their own request."],
    });
    expect(await taskRow(db, id)).toMatchObject({ version });
    expect(await undo(db, ada, id, sets[2] ?? 0)).toMatchObject({ ok: true });
    expect(await inCopy(db, id)).toEqual(["Eve"]);
  });

  test("an admin can undo a requester's addition 29 days later; a requester never can", async ({ db }) => {
    const [rita, ada, root] = [await aRequester(db), await anAgent(db), await anAdmin(db)];
    const { id } = await aTask(db, { requester: rita });
    await putInCopy(db, rita, id, "new@example.org", NOON);
    const { id: set } = await db.selectFrom("change_set").select("id").executeTakeFirstOrThrow();
    expect(await undo(db, rita, id, set)).toEqual({ ok: false, why: "no_such_task" });
    expect(await undo(db, ada, id, set)).toEqual({ ok: false, why: "not_allowed" });
    expect(await undo(db, root, id, set, NOON + 29 * DAY)).toMatchObject({ ok: true });
    expect(await inCopy(db, id)).toEqual([]);
  });
});

onEachDatabase("undoing changes to watchers (domain B12, B18.13)", (test) => {
  test("removes a watcher whom the agent invited, but respects the watcher's own choice", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const { id } = await aTask(db);
    await setWatching(db, ada, id, true, NOON);
    const set = await setOf(inviteWatcher(db, ada, id, "Bob", NOON));
    expect(await undo(db, ada, id, set)).toEqual({ ok: true, back: ["Watchers"], kept: [] });
    expect(await watching(db, id)).toEqual(["Ada"]);
    expect(await events(db, id).execute()).toEqual([
      { from: null, to: "Bob" },
      { from: "Bob", to: null },
    ]);
    const { id: back } = await db
      .selectFrom("change_set")
      .select("id")
      .where("undoes", "=", set)
      .executeTakeFirstOrThrow();
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await undo(db, ada, id, back)).toMatchObject({
      why: "nothing_left",
      kept: ["Bob wasn't added back: they have no access to this task."],
    });

    const again = await setOf(inviteWatcher(db, ada, (await aTask(db)).id, "Bob", NOON));
    const { task_id: other } = await db
      .selectFrom("change_set")
      .select("task_id")
      .where("id", "=", again)
      .executeTakeFirstOrThrow();
    await setWatching(db, bob, other, false, NOON);
    expect(await undo(db, ada, other, again)).toEqual({ ok: false, why: "nothing_left", kept: [] });
  });
});

onEachDatabase("undoing confidential and snooze changes (domain B12, B18.13)", (test) => {
  async function change(db: Db, viewer: Viewer, id: number, to: TaskFields) {
    const { version } = await taskRow(db, id);
    return setOf(changeTask(db, viewer, id, { change: { ...to, version }, was: {} }, NOON));
  }

  test("removes the confidential mark only for users who may, and keeps what others changed", async ({ db }) => {
    const [ada, bob, root] = [await anAgent(db), await anAgent(db), await anAdmin(db)];
    const { id } = await aTask(db);
    const marked = await change(db, ada, id, { confidential: true, priority: "high" });
    await change(db, bob, id, { due: "2026-04-01" });
    expect(await undo(db, ada, id, marked)).toEqual({
      ok: true,
      back: ["Priority"],
      kept: ["Confidential stays: Only a team lead or an admin can make a confidential task visible again."],
    });
    expect(await taskRow(db, id)).toMatchObject({ confidential: 1, priority: 2 });
    const again = await change(db, root, id, { confidential: false });
    expect(await undo(db, root, id, again)).toMatchObject({ ok: true, back: ["Confidential"] });
    expect(await taskRow(db, id)).toMatchObject({ confidential: 1 });
    expect((await taskRow(db, id)).due_at).not.toBeNull();
  });

  test("ends a snooze and its job, but keeps a date that another agent has chosen since then", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db, { status: "on_hold" });
    const waking = () => db.selectFrom("job").select("run_at").where("kind", "=", "wake_task").execute();
    const snoozed = await change(db, ada, id, { snooze: "2026-03-20", tags: ["later"] });
    expect(await waking()).toHaveLength(1);
    expect(await undo(db, ada, id, snoozed)).toEqual({ ok: true, back: ["Tags", "Snoozed until"], kept: [] });
    expect(await taskRow(db, id)).toMatchObject({ snoozed_until: null, status: "on_hold" });
    expect(await waking()).toHaveLength(0);

    const second = await change(db, ada, id, { snooze: "2026-03-20", tags: ["later"] });
    await change(db, bob, id, { snooze: "2026-03-25" });
    expect(await undo(db, ada, id, second)).toEqual({
      ok: true,
      back: ["Tags"],
      kept: ["Snoozed until has changed since then and stays 25 March."],
    });
    expect(await waking()).toHaveLength(1);
  });
});
