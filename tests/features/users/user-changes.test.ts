import { describe, expect, test } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import {
  createPerson,
  editPerson,
  type PersonFields,
  setPassword,
  setUserState,
} from "~/features/users/user-changes.server";
import { findForSignIn, findProfile } from "~/features/users/user-queries.server";
import { mergeRecord } from "~/lib/merge-field";
import { onEachDatabase } from "../../support/database";
import {
  aSession,
  bareTask,
  disableUser,
  findTaskIds,
  NOW,
  openConnections,
  person,
  sessionsOf,
  viewer,
} from "./people";

const LATER = NOW + 60_000;
const ada: PersonFields = { name: "Ada", email: "ada@example.org", role: "requester" };

onEachDatabase("creating a person", (test) => {
  const grace = { name: "Grace", email: "grace@example.org", passwordHash: "hash" };

  test("lets admins give any role, agents only the requester role", async ({ db }) => {
    const [admin, agent] = [await viewer(db, { role: "admin" }), await viewer(db, { role: "agent" })];
    const rita = { ...grace, role: "requester", requestKey: "1" } as const;
    expect(await createPerson(db, agent, { ...grace, role: "agent", requestKey: "0" }, NOW)).toMatchObject({
      ok: false,
    });
    expect(await createPerson(db, agent, rita, NOW)).toMatchObject({ ok: true });
    const other = { ...grace, email: "other@example.org", role: "admin", requestKey: "2" } as const;
    expect(await createPerson(db, admin, other, NOW)).toMatchObject({ ok: true });
    expect(await createPerson(db, await viewer(db), { ...rita, requestKey: "3" }, NOW)).toEqual({
      ok: false,
      why: "not_allowed",
    });
  });

  test("creates one person when the form is sent twice, and rejects an address already in use", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const form = { ...grace, role: "agent", requestKey: "key" } as const;
    const [first, second] = await Promise.all([createPerson(db, admin, form, NOW), createPerson(db, admin, form, NOW)]);
    expect(second).toEqual(first);
    const again = { ...form, email: "GRACE@example.org", requestKey: "another" };
    expect(await createPerson(db, admin, again, NOW)).toEqual({ ok: false, why: "email_taken" });
    const corrected = { ...again, email: "hopper@example.org" };
    expect(await createPerson(db, admin, corrected, NOW)).toMatchObject({ ok: true });
  });
});

onEachDatabase("editing a person", (test) => {
  const edit = (mine: Partial<PersonFields>, was: PersonFields = ada) => ({ was, mine: { ...was, ...mine } });

  test("updates the name along with the sort key and the search text", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, ada);
    expect(await editPerson(db, admin, id, edit({ name: "Áda Lovelace" }), LATER)).toEqual({ ok: true });
    const row = await db.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: "Áda Lovelace", name_key: "ada lovelace", version: 2, updated_at: LATER });
    expect(row.search_text).toBe(" ada lovelace ada example org");
  });

  test("writes nothing when no field changed", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, ada);
    expect(await editPerson(db, admin, id, edit({}), LATER)).toEqual({ ok: true });
    expect(await db.selectFrom("user").select("version").where("id", "=", id).execute()).toEqual([{ version: 1 }]);
  });

  test("keeps both changes when two admins edit different fields at once", async ({ db }) => {
    const [one, two] = [await viewer(db, { role: "admin" }), await viewer(db, { role: "admin" })];
    const id = await person(db, ada);
    await Promise.all([
      editPerson(db, one, id, edit({ name: "Ada Lovelace" }), LATER),
      editPerson(db, two, id, edit({ email: "lovelace@example.org" }), LATER),
    ]);
    expect(await findProfile(db, one, id)).toMatchObject({ name: "Ada Lovelace", email: "lovelace@example.org" });
  });

  test("reports a conflict and writes nothing when both edits change the same field", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, ada);
    await editPerson(db, admin, id, edit({ name: "Ada Byron" }), LATER);
    const mine = edit({ name: "Ada Lovelace", role: "agent" });
    expect(await editPerson(db, admin, id, mine, LATER)).toEqual({
      ok: false,
      why: "conflict",
      fields: ["name"],
      current: { ...ada, name: "Ada Byron" },
    });
    expect(await findProfile(db, admin, id)).toMatchObject({ name: "Ada Byron", role: "requester" });
  });

  test("rejects an address in use, in any case, even when two edits claim it at once", async ({ db }) => {
    await openConnections(db);
    const admin = await viewer(db, { role: "admin" });
    await person(db, { name: "Eve", email: "eve@example.org" });
    const id = await person(db, ada);
    expect(await editPerson(db, admin, id, edit({ email: "EVE@example.org" }), LATER)).toMatchObject({
      why: "email_taken",
    });

    const bob: PersonFields = { name: "Bob", email: "bob@example.org", role: "requester" };
    const other = await person(db, bob);
    const answers = await Promise.all([
      editPerson(db, admin, id, edit({ email: "same@example.org" }), LATER),
      editPerson(db, admin, other, edit({ email: "Same@example.org" }, bob), LATER),
    ]);
    expect(answers.map((answer) => answer.ok || answer.why).sort()).toEqual(["email_taken", true]);
  });

  test("can change the case of the address but can't clear it", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, ada);
    expect(await editPerson(db, admin, id, edit({ email: "Ada@Example.org" }), LATER)).toEqual({ ok: true });
    const now: PersonFields = { ...ada, email: "Ada@Example.org" };
    expect(await editPerson(db, admin, id, edit({ email: null }, now), LATER)).toMatchObject({ why: "email_needed" });
  });

  test("makes the requester's tasks searchable by the new name only", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, ada);
    const task = await bareTask(db, id);
    await bareTask(db, await person(db));
    await editPerson(db, admin, id, edit({ name: "Ada Lovelace" }), LATER);
    expect(await findTaskIds(db, admin, "lovelace")).toEqual([task]);
    await editPerson(db, admin, id, edit({ name: "Ada Byron" }, { ...ada, name: "Ada Lovelace" }), LATER);
    expect(await findTaskIds(db, admin, "lovelace")).toEqual([]);
    expect(await findTaskIds(db, admin, "byron")).toEqual([task]);
  });

  test("waits for a reply in progress, then keeps both the new name and the reply searchable", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, ada);
    const task = await bareTask(db, id);
    await openConnections(db);
    let renaming: Promise<unknown> | undefined;
    await inTransaction(db, async (tx) => {
      await replyToTask(tx, admin, task, { body: "Bring me the toner.", requestKey: "12345678" }, LATER);
      renaming = editPerson(db, admin, id, edit({ name: "Ada Byron" }), LATER);
      await new Promise((resolve) => setTimeout(resolve, 200)); // long enough for the rename to start reading
    });
    expect(await renaming).toEqual({ ok: true });
    expect(await findTaskIds(db, admin, "byron")).toEqual([task]);
    expect(await findTaskIds(db, admin, "toner")).toEqual([task]);
  });
});

onEachDatabase("permission to edit people", (test) => {
  const rename = (was: PersonFields) => ({ was, mine: { ...was, name: "New Name" } });

  test("lets agents edit requesters but not change roles, and requesters edit no one", async ({ db }) => {
    const agent = await viewer(db, { role: "agent" });
    const id = await person(db, ada);
    expect(await editPerson(db, agent, id, rename(ada), LATER)).toEqual({ ok: true });
    const now = { ...ada, name: "New Name" };
    const promote = { was: now, mine: { ...now, role: "agent" } } as const;
    expect(await editPerson(db, agent, id, promote, LATER)).toMatchObject({ why: "not_allowed" });

    const colleague: PersonFields = { name: "Bob", email: null, role: "agent" };
    const other = await person(db, colleague);
    expect(await editPerson(db, agent, other, rename(colleague), LATER)).toMatchObject({ why: "not_allowed" });

    const requester = await viewer(db, { name: "Rita" });
    const herself: PersonFields = { name: "Rita", email: null, role: "requester" };
    expect(await editPerson(db, requester, requester.id, rename(herself), LATER)).toMatchObject({ why: "not_allowed" });
    expect(await editPerson(db, requester, id, rename(now), LATER)).toMatchObject({ why: "no_such_person" });
    expect(await findProfile(db, requester, id)).toBeNull();
    expect(await findProfile(db, requester, requester.id)).toMatchObject({ name: "Rita" });
  });

  test("ends for an admin as soon as they are demoted", async ({ db }) => {
    const [admin, other] = [await viewer(db, { role: "admin" }), await viewer(db, { role: "admin" })];
    const was: PersonFields = { name: other.name, email: null, role: "admin" };
    await editPerson(db, admin, other.id, { was, mine: { ...was, role: "agent" } }, LATER);
    const id = await person(db, ada);
    expect(await setUserState(db, other, id, "disabled", LATER)).toEqual({ ok: false, why: "not_allowed" });
    expect(await setPassword(db, other, id, { passwordHash: "x" }, LATER)).toEqual({ ok: false, why: "not_allowed" });
  });
});

onEachDatabase("the last active admin", (test) => {
  const demotion = { was: { name: "Somebody", email: null, role: "admin" } as PersonFields };
  const demote = { ...demotion, mine: { ...demotion.was, role: "agent" } as PersonFields };

  test("can't be demoted or disabled", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    await disableUser(db, await person(db, { role: "admin" }));
    expect(await editPerson(db, admin, admin.id, demote, LATER)).toEqual({ ok: false, why: "last_admin" });
    expect(await setUserState(db, admin, admin.id, "disabled", LATER)).toEqual({ ok: false, why: "last_admin" });
    expect(await findProfile(db, admin, admin.id)).toMatchObject({ role: "admin", state: "active" });
  });

  test("remains when two admins demote or disable each other at once", async ({ db }) => {
    await openConnections(db);
    for (const change of ["demote", "disable", "demote", "disable", "demote"] as const) {
      const [one, two] = [await viewer(db, { role: "admin" }), await viewer(db, { role: "admin" })];
      const act = (actor: typeof one, target: typeof one) =>
        change === "demote"
          ? editPerson(db, actor, target.id, demote, LATER)
          : setUserState(db, actor, target.id, "disabled", LATER);
      const answers = await Promise.all([act(one, two), act(two, one)]);
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      const left = await db
        .selectFrom("user")
        .select("id")
        .where("role", "=", "admin")
        .where("state", "=", "active")
        .execute();
      expect(left).toHaveLength(1);
      for (const { id } of left) await disableUser(db, id);
    }
  });

  test("can be demoted while there is a second admin", async ({ db }) => {
    const [one, two] = [await viewer(db, { role: "admin" }), await viewer(db, { role: "admin" })];
    expect(await editPerson(db, one, one.id, demote, LATER)).toEqual({ ok: true });
    expect(await findProfile(db, two, one.id)).toMatchObject({ role: "agent" });
  });
});

onEachDatabase("changing an account", (test) => {
  test("ends all sessions of a disabled account and keeps its tasks", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const id = await person(db, { ...ada, role: "agent" });
    const task = await bareTask(db, admin.id);
    await db.updateTable("task").set({ assignee_id: id }).where("id", "=", task).execute();
    await aSession(db, id, "laptop");
    await aSession(db, id, "phone");
    await aSession(db, admin.id, "own");
    expect(await setUserState(db, admin, id, "disabled", LATER)).toEqual({ ok: true });
    expect(await sessionsOf(db, id)).toEqual([]);
    expect(await sessionsOf(db, admin.id)).toEqual(["own"]);
    const row = await db.selectFrom("task").select("assignee_id").where("id", "=", task).executeTakeFirstOrThrow();
    expect(row.assignee_id).toBe(id);
    expect(await setUserState(db, admin, id, "active", LATER)).toEqual({ ok: true });
    expect(await findProfile(db, admin, id)).toMatchObject({ state: "active" });
  });

  test("distinguishes a missing account from one the viewer may not change", async ({ db }) => {
    const agent = await viewer(db, { role: "agent" });
    expect(await setUserState(db, agent, 999, "disabled", LATER)).toEqual({ ok: false, why: "no_such_person" });
    expect(await setUserState(db, agent, agent.id, "disabled", LATER)).toEqual({ ok: false, why: "not_allowed" });
  });

  test("ends all sessions on a new password, except the one that changed it", async ({ db }) => {
    const admin = await viewer(db, { role: "admin" });
    const rita = await viewer(db, { name: "Rita", email: "rita@example.org" });
    for (const place of ["laptop", "phone"]) await aSession(db, rita.id, place);
    expect(await setPassword(db, rita, rita.id, { passwordHash: "own", keepSession: "laptop" }, LATER)).toEqual({
      ok: true,
    });
    expect(await sessionsOf(db, rita.id)).toEqual(["laptop"]);
    expect(await setPassword(db, admin, rita.id, { passwordHash: "given" }, LATER)).toEqual({ ok: true });
    expect(await sessionsOf(db, rita.id)).toEqual([]);
    expect(await findForSignIn(db, "rita@example.org")).toMatchObject({ password_hash: "given" });
    expect(await setPassword(db, rita, admin.id, { passwordHash: "x" }, LATER)).toEqual({
      ok: false,
      why: "no_such_person",
    });
  });
});

describe("merging two edits of a person", () => {
  test.each([
    ["only my change", "A", "B", "A", "B", []],
    ["only their change", "A", "A", "C", "C", []],
    ["the same change by both", "A", "B", "B", "B", []],
    ["different changes", "A", "B", "C", "C", ["name"]],
  ])("%s", (_, was, mine, current, result, conflicts) => {
    const of = (name: string): PersonFields => ({ ...ada, name });
    const forms = { was: of(was), mine: of(mine), current: of(current) };
    expect(mergeRecord<PersonFields>(["name", "email", "role"], forms)).toMatchObject({ value: of(result), conflicts });
  });
});
