import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { createTask } from "~/features/new-task/task-create.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

type Rule = "manual" | "rotate" | "least_loaded";

/** A team of these people, in the given order. */
async function aTeam(db: Db, assignment: Rule, people: readonly Viewer[]): Promise<number> {
  const { id } = await db
    .insertInto("team")
    .values({ name: `Team ${assignment}`, is_default: 0, assignment })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (people.length > 0) {
    const members = people.map((person) => ({ team_id: id, user_id: person.id }));
    await db.insertInto("team_member").values(members).execute();
  }
  return id;
}

const rowOf = (db: Db, id: number) =>
  db.selectFrom("task").select(["assignee_id", "status", "version"]).where("id", "=", id).executeTakeFirstOrThrow();

/** The assignees of this many tasks, created one after another. */
async function given(db: Db, team: number, tasks: number, at = NOON): Promise<(number | null)[]> {
  const requester = await aRequester(db);
  const ids: (number | null)[] = [];
  for (let n = 0; n < tasks; n++) {
    const { id } = await aTask(db, { requester, team, title: `Task ${n}`, at: at + n });
    ids.push((await rowOf(db, id)).assignee_id);
  }
  return ids;
}

const toldOf = async (db: Db, id: number) =>
  (
    await db
      .selectFrom("event")
      .select(["kind", "via", "actor_id", "field", "old_value", "new_value"])
      .where("task_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ kind, via, actor_id, field, old_value, new_value }) =>
    [kind, field, old_value, new_value, via, actor_id === null ? "nobody" : "somebody"].filter(Boolean).join(" "),
  );

const TODAY = NOON - (NOON % DAY_MS); // absences start and end at midnight

onEachDatabase("domain B5: a task that reaches a team", (test) => {
  const RULES = [
    ["manual", [null, null, null]],
    ["rotate", ["ada", "bob", "cleo", "ada"]],
    ["least_loaded", ["ada", "cleo", "bob", "ada"]],
  ] as const;
  for (const [rule, expected] of RULES)
    test(`is assigned by the rule ${rule}`, async ({ db }) => {
      const people = { ada: await anAgent(db), bob: await anAgent(db), cleo: await anAgent(db) };
      const team = await aTeam(db, rule, Object.values(people));
      await aTask(db, { assignee: people.bob, title: "Elsewhere" }); // counts as load, but not as a turn in this team
      await aTask(db, { assignee: people.bob, title: "Done", status: "closed" });
      const names = expected.map((name) => (name === null ? null : people[name].id));
      expect(await given(db, team, expected.length)).toEqual(names);
    });

  test("skips agents who are unavailable, absent, at capacity or disabled", async ({ db }) => {
    const people: Viewer[] = [];
    for (let n = 0; n < 6; n++) people.push(await anAgent(db)); // one by one: agents without a turn yet go by id
    const [off, away, full, ended, back, soon] = people.map(({ id }) => id);
    const team = await aTeam(db, "rotate", people);
    const set = (id: number | undefined, values: object) =>
      db
        .updateTable("user")
        .set(values)
        .where("id", "=", id ?? 0)
        .execute();
    await set(off, { available: 0 });
    await set(away, { absent_from: TODAY, absent_until: TODAY + DAY_MS });
    await set(full, { capacity: 1 });
    await aTask(db, { assignee: people[2] as Viewer });
    await set(back, { absent_from: TODAY - DAY_MS, absent_until: TODAY });
    await set(soon, { absent_from: TODAY + DAY_MS, absent_until: TODAY + 2 * DAY_MS });
    await disableUser(db, { id: ended ?? 0 });
    expect(await given(db, team, 3)).toEqual([back, soon, back]);
    expect(await given(db, team, 1, NOON + DAY_MS)).toEqual([away]);
    expect(await given(db, await aTeam(db, "least_loaded", []), 1)).toEqual([null]);
  });

  test("goes in progress at once, and history credits the assignment to the system", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const team = await aTeam(db, "rotate", [ada]);
    const { id } = await aTask(db, { team });
    expect(await rowOf(db, id)).toEqual({ assignee_id: ada.id, status: "in_progress", version: 1 });
    expect(await toldOf(db, id)).toEqual(["created web somebody", "changed assignee Ada system nobody"]);
    const chosen = await aTask(db, { team, assignee: await anAgent(db) });
    expect(await toldOf(db, chosen.id)).toEqual(["created web somebody"]);
  });

  test("goes to a different agent than others created at the same moment", async ({ db }) => {
    const people: Viewer[] = [];
    for (let n = 0; n < 6; n++) people.push(await anAgent(db)); // one by one: agents without a turn yet go by id
    const team = await aTeam(db, "rotate", people);
    const ask = (n: number) =>
      createTask(
        db,
        people[0] as Viewer,
        { title: `At once ${n}`, body: "b", type: "incident", team, requestKey: aKey() },
        NOON,
      );
    const made = await Promise.all([0, 1, 2, 3, 4, 5].map(ask));
    expect(made.every(({ ok }) => ok)).toBe(true);
    const rows = await db.selectFrom("task").select("assignee_id").where("team_id", "=", team).execute();
    expect(new Set(rows.map((row) => row.assignee_id)).size).toBe(6);
  });

  test("is assigned on a move unless it brings a valid assignee; undo restores it", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const team = await aTeam(db, "least_loaded", [bob]);
    const moves = async (id: number, more: object = {}) => {
      const { version } = await rowOf(db, id);
      return changeTask(db, ada, id, { change: { version, team, ...more }, was: {} }, NOON);
    };
    const [free, brought] = [await aTask(db), await aTask(db, { assignee: ada })];
    const moved = await moves(free.id);
    expect(await rowOf(db, free.id)).toMatchObject({ assignee_id: bob.id, status: "in_progress" });
    expect((await toldOf(db, free.id)).slice(1)).toEqual([
      "changed team Service desk Team least_loaded web somebody",
      "changed status New In progress system nobody",
      "changed assignee Bob system nobody",
    ]);
    await moves(brought.id);
    expect(await rowOf(db, brought.id)).toMatchObject({ assignee_id: ada.id });
    const cleared = await aTask(db, { assignee: ada });
    await moves(cleared.id, { assignee: null });
    expect(await rowOf(db, cleared.id)).toMatchObject({ assignee_id: bob.id });

    const changeSetId = moved.ok ? moved.changeSetId : null;
    await undoChange(db, ada, { taskId: free.id, changeSetId: changeSetId ?? 0 }, NOON + 1);
    expect(await rowOf(db, free.id)).toMatchObject({ assignee_id: null, status: "new" });
  });

  test("is reassigned on reopening when its assignee's account is disabled", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const team = await aTeam(db, "rotate", [ada, bob]);
    const task = await aTask(db, { team, assignee: ada, status: "resolved" });
    await disableUser(db, ada);
    await replyToTask(db, task.requester, task.id, { body: "It burns again.", requestKey: aKey() }, NOON + 1);
    expect(await rowOf(db, task.id)).toMatchObject({ assignee_id: bob.id, status: "in_progress" });
    expect((await toldOf(db, task.id)).at(-1)).toBe("changed assignee Ada Bob system nobody");
  });
});
