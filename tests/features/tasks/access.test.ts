import { expect } from "vitest";
import type { Db } from "~/db/types";
import { createTask } from "~/features/new-task/task-create.server";
import { listEligible } from "~/features/tasks/access.server";
import { changeTask, takeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const rowOf = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const history = async (db: Db, id: number) =>
  (
    await db
      .selectFrom("event")
      .selectAll()
      .where("task_id", "=", id)
      .where("kind", "=", "changed")
      .orderBy("id")
      .execute()
  ).map(({ field, old_value, new_value }) => [field, old_value, new_value]);

/** A change as the form sends it: fields left out stay unchanged. */
async function change(db: Db, viewer: Viewer, id: number, fields: TaskFields, evenIfShutOut = false) {
  const { version } = await rowOf(db, id);
  return changeTask(db, viewer, id, { change: { ...fields, version }, was: {}, evenIfShutOut }, NOON);
}

async function aSecretTask(db: Db, task: Parameters<typeof aTask>[1]) {
  const made = await aTask(db, task);
  await db.updateTable("task").set({ confidential: 1 }).where("id", "=", made.id).execute();
  return made;
}

async function aTeam(db: Db, members: readonly Viewer[], lead?: Viewer) {
  const { id } = await db
    .insertInto("team")
    .values({ name: `Staff ${aKey()}`, is_default: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const { id: user_id } of members) {
    await db
      .insertInto("team_member")
      .values({ team_id: id, user_id, lead: user_id === lead?.id ? 1 : 0 })
      .execute();
  }
  return id;
}

onEachDatabase("access to a task (domain B5, B6)", (test) => {
  test("every new agent joins the default team; requesters don't", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const members = await db.selectFrom("team_member").select("user_id").execute();
    expect(members).toContainEqual({ user_id: ada.id });
    expect(members).not.toContainEqual({ user_id: rita.id });
  });

  test("any agent can mark a task confidential; only a lead of its team or an admin can unmark it", async ({ db }) => {
    const [ada, lea, root] = [await anAgent(db), await anAgent(db), await anAdmin(db)];
    const team = await aTeam(db, [ada, lea], lea);
    const { id } = await aTask(db, { team });
    expect(await change(db, ada, id, { confidential: true })).toMatchObject({ ok: true, changed: ["confidential"] });
    expect((await rowOf(db, id)).confidential).toBe(1);
    expect(await change(db, ada, id, { confidential: false })).toMatchObject({
      ok: false,
      errors: { confidential: expect.any(String) },
    });
    expect(await change(db, lea, id, { confidential: false })).toMatchObject({ ok: true });
    expect(await change(db, ada, id, { confidential: true })).toMatchObject({ ok: true });
    expect(await change(db, root, id, { confidential: false })).toMatchObject({ ok: true });
    expect(await history(db, id)).toEqual([
      ["confidential", "no", "yes"],
      ["confidential", "yes", "no"],
      ["confidential", "no", "yes"],
      ["confidential", "yes", "no"],
    ]);
  });

  test("a change that costs the agent their own access is refused until confirmed", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const team = await aTeam(db, [bob]);
    const { id } = await aTask(db, { team });
    expect(await change(db, ada, id, { confidential: true })).toEqual({ ok: false, why: "shuts_out" });
    expect((await rowOf(db, id)).confidential).toBe(0);
    expect(await change(db, ada, id, { confidential: true, assignee: bob.id }, true)).toMatchObject({ ok: true });
    expect(await change(db, ada, id, { confidential: true })).toEqual({ ok: false, why: "no_such_task" });

    const other = await aSecretTask(db, { team, assignee: ada });
    expect(await change(db, ada, other.id, { assignee: null })).toEqual({ ok: false, why: "shuts_out" });
    expect(await change(db, ada, other.id, { priority: "high" })).toMatchObject({ ok: true });
  });

  test("only members of its team and admins can be assigned a confidential task", async ({ db }) => {
    const [ada, bob, root] = [
      await anAgent(db, { name: "Ada" }),
      await anAgent(db, { name: "Bob" }),
      await anAdmin(db),
    ];
    const team = await aTeam(db, [bob]);
    const { id } = await aSecretTask(db, { team });
    const task = await rowOf(db, id);
    expect((await listEligible(db, task, NOON)).map((person) => person.id)).toEqual([root.id, bob.id]);
    expect(await change(db, root, id, { assignee: ada.id })).toEqual({
      ok: false,
      why: "wrong",
      errors: { assignee: "Ada isn't in this confidential task's team. Choose a member of that team." },
    });
    expect(await change(db, root, id, { assignee: bob.id })).toMatchObject({ ok: true });
    expect(await change(db, root, id, { assignee: root.id })).toMatchObject({ ok: true });
    // Any agent can be assigned a task that isn't confidential.
    expect(await change(db, root, id, { confidential: false, assignee: ada.id })).toMatchObject({ ok: true });
  });

  test("moving a confidential task to a team without its assignee unassigns it and logs that", async ({ db }) => {
    const [ada, root] = [await anAgent(db, { name: "Ada" }), await anAdmin(db)];
    const [here, there] = [await aTeam(db, [ada]), await aTeam(db, [])];
    const { id } = await aSecretTask(db, { team: here, assignee: ada });
    const open = await aTask(db, { team: here, assignee: ada });
    await change(db, root, id, { team: there });
    await change(db, root, open.id, { team: there });
    expect((await rowOf(db, id)).assignee_id).toBeNull();
    expect((await rowOf(db, open.id)).assignee_id).toBe(ada.id);
    expect(await history(db, id)).toContainEqual(["assignee", "Ada", null]);
  });

  test("creating a confidential task in a team the agent isn't in needs confirmation", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const team = await aTeam(db, [bob]);
    const task = { title: "Pay", body: "More.", type: "task", team, confidential: true } as const;
    const make = (more: object) => createTask(db, ada, { ...task, ...more, requestKey: aKey() }, NOON);
    expect(await make({})).toMatchObject({ ok: false, errors: { confidential: expect.anything() } });
    expect(await make({ assignee: ada.id })).toMatchObject({ ok: false, errors: { assignee: expect.anything() } });
    expect(await make({ evenIfShutOut: true })).toMatchObject({ ok: true });
  });

  test("an agent can take over a task only from the assignee their page showed (B12)", async ({ db }) => {
    const [ada, bob, eve] = [await anAgent(db), await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db, { assignee: bob });
    expect(await takeTask(db, ada, id, NOON)).toEqual({ ok: false, why: "already_taken" });
    expect(await takeTask(db, ada, id, NOON, { from: eve.id })).toEqual({ ok: false, why: "already_taken" });
    expect(await takeTask(db, ada, id, NOON, { from: bob.id })).toMatchObject({ ok: true });
    expect(await takeTask(db, eve, id, NOON, { from: bob.id })).toEqual({ ok: false, why: "already_taken" });
    expect((await rowOf(db, id)).assignee_id).toBe(ada.id);
  });
});
