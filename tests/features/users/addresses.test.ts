import { expect } from "vitest";
import type { Db } from "~/db/types";
import { makeInvitation } from "~/features/auth/invitations.server";
import { createOrganization } from "~/features/organizations/organization-changes.server";
import { NEW_ORGANIZATION } from "~/features/organizations/organizations";
import { mergePeople } from "~/features/people-admin/merge-people.server";
import {
  addAddress,
  confirmAddress,
  listAddresses,
  makePrimary,
  removeAddress,
  verifyAddress,
} from "~/features/users/addresses.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { editPerson } from "~/features/users/user-changes.server";
import { createRequesterByEmail, createUser, findForSignIn, findProfile } from "~/features/users/user-queries.server";
import { USER_LIMITS } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { findTaskIds, openConnections } from "./people";

const emails = async (db: Db, { id }: { id: number }) => (await listAddresses(db, id)).map(({ email }) => email);

onEachDatabase("domain B2: addresses of a person", (test) => {
  test("can be added by people who may edit the person, and are unique regardless of case", async ({ db }) => {
    const [root, ada, bob] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    const ana = await aRequester(db, { name: "Ana", email: "ana@one.example" });
    const add = (email: string, by = ada, to = ana) => addAddress(db, by, to.id, email, NOON);
    expect(await add("Ana@Two.example")).toEqual({ ok: true });
    expect(await add("ana@TWO.example")).toEqual({ ok: true }); // already hers
    expect(await add("ANA@one.example", ada, await aRequester(db))).toEqual({ ok: false, why: "email_taken" });
    expect(await add("ana@two.EXAMPLE", ada, await aRequester(db))).toEqual({ ok: false, why: "email_taken" });
    expect(await add("x@y.example", ana)).toEqual({ ok: false, why: "not_allowed" });
    expect(await add("x@y.example", ada, bob)).toEqual({ ok: false, why: "not_allowed" });
    expect(await add("x@y.example", root, bob)).toEqual({ ok: true });
    expect(await add("x@z.example", ada, { ...ana, id: 9_999 })).toEqual({ ok: false, why: "no_such_person" });
    for (let n = 2; n <= USER_LIMITS.addresses; n++) expect(await add(`a${n}@x.example`)).toEqual({ ok: true });
    expect(await add("one-more@x.example")).toEqual({ ok: false, why: "too_many" });
    const nameless = await aRequester(db, { email: null });
    await add("first@x.example", ada, nameless);
    expect(await listAddresses(db, nameless.id)).toMatchObject([{ email: "first@x.example", isPrimary: true }]);
    expect(await createUser(db, { name: "Ann", email: "ANA@two.example", role: "requester" }, NOON)).toEqual({
      ok: false,
      why: "email_taken",
    });
    const edit = { was: bob, mine: { ...bob, email: "ana@two.example" } };
    expect(await editPerson(db, root, bob.id, edit, NOON)).toEqual({ ok: false, why: "email_taken" });
  });

  test("all find the same person, and the confirmed ones sign them in", async ({ db }) => {
    const ada = await anAgent(db);
    const ana = await aRequester(db, { name: "Ana", email: "ana@one.example" });
    const task = await aTask(db, { requester: ana });
    await createOrganization(
      db,
      await anAdmin(db),
      { ...NEW_ORGANIZATION, name: "Two", domains: "two.example", requestKey: aKey() },
      NOON,
    );
    expect(await findTaskIds(db, ada, "zebra")).toEqual([]);
    await addAddress(db, ada, ana.id, "Zebra@two.example", NOON);
    expect(await findProfile(db, ada, ana.id)).toMatchObject({ organization: { name: "Two" } });
    expect(await confirmAddress(db, ana, ana.id, "zebra@two.example", NOON)).toEqual({ ok: true });
    expect(await findForSignIn(db, "zebra@two.example")).toMatchObject({ id: ana.id, email_key: "ana@one.example" });
    expect(await resolvePerson(db, "ZEBRA@two.example")).toMatchObject({ ok: true, person: { id: ana.id } });
    expect(await createRequesterByEmail(db, { email: "zebra@TWO.example" }, null, NOON)).toMatchObject({
      id: ana.id,
      isNew: false,
    });
    for (const query of ["zebra", "requester:zebra@two.example", "requester:ana@one.example"]) {
      expect([query, await findTaskIds(db, ada, query)]).toEqual([query, [task.id]]);
    }
    expect(await findTaskIds(db, ana, "requester:zebra@two.example")).toEqual([task.id]);
    expect(await findTaskIds(db, await aRequester(db), "requester:zebra@two.example")).toEqual([]);

    const back = { name: "primary", value: "ana@one.example" };
    expect(await makePrimary(db, ada, ana.id, "zebra@two.example", NOON)).toEqual({ ok: true, undo: back });
    expect(await emails(db, ana)).toEqual(["Zebra@two.example", "ana@one.example"]);
    expect(await makePrimary(db, ada, ana.id, "zebra@two.example", NOON)).toEqual({
      ok: false,
      why: "no_such_address",
    });
    expect(await removeAddress(db, ada, ana.id, "zebra@two.example", NOON)).toMatchObject({ why: "no_such_address" });
    expect(await removeAddress(db, ada, ana.id, "ana@one.example", NOON)).toEqual({ ok: true }); // no undo: it was confirmed
    expect(await findForSignIn(db, "ana@one.example")).toBeNull();
    expect(await findTaskIds(db, ada, "one.example")).toEqual([]);

    await addAddress(db, ada, ana.id, "third@x.example", NOON);
    const was = { name: "Ana", email: "Zebra@two.example", role: "requester" } as const;
    expect(await editPerson(db, ada, ana.id, { was, mine: { ...was, email: "third@x.example" } }, NOON)).toEqual({
      ok: true,
    });
    expect(await emails(db, ana)).toEqual(["third@x.example", "Zebra@two.example"]); // kept for sign-in until then
    expect(await findTaskIds(db, ada, "third")).toEqual([task.id]);
    const kinds = await db
      .selectFrom("security_event")
      .select("kind")
      .where("user_id", "=", ana.id)
      .orderBy("id")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "address_added",
      "address_confirmed",
      "primary_address_changed",
      "address_removed",
      "address_added",
      "primary_address_changed",
    ]);
  });

  test("let agents replace a sign-in address only with a verified one; admins always can", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const ana = await aRequester(db, { email: "ana@one.example", passwordHash: "x" });
    await addAddress(db, ada, ana.id, "agents-own@two.example", NOON);
    const was = { name: ana.name, email: "ana@one.example", role: "requester" } as const;
    const edit = (by: typeof ada, mine: object) => editPerson(db, by, ana.id, { was, mine: { ...was, ...mine } }, NOON);
    const refused = { ok: false, why: "in_use" };
    expect(await makePrimary(db, ada, ana.id, "agents-own@two.example", NOON)).toEqual(refused);
    expect(await edit(ada, { email: "agents-own@two.example" })).toEqual(refused);
    expect(await edit(ada, { email: "Ana@one.example" })).toEqual({ ok: true });
    expect(await emails(db, ana)).toEqual(["Ana@one.example", "agents-own@two.example"]);
    expect(await listAddresses(db, ana.id)).toMatchObject([
      { isConfirmed: true },
      { isVerified: false, isConfirmed: false },
    ]);
    await verifyAddress(db, "agents-own@two.example", NOON);
    expect(await makePrimary(db, ada, ana.id, "agents-own@two.example", NOON)).toEqual({ ok: true }); // no undo for an agent
    const back = { name: "primary", value: "agents-own@two.example" };
    expect(await makePrimary(db, root, ana.id, "ana@one.example", NOON)).toEqual({ ok: true, undo: back });
    expect(await removeAddress(db, ada, ana.id, "agents-own@two.example", NOON)).toEqual({ ok: true }); // no undo: it was verified
  });

  test("entered by an agent allow no sign-in until the person or an admin confirms them", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const rosa = await aRequester(db, { name: "Rosa", email: "rosa@one.example" });
    const signsIn = async (email: string) => (await findForSignIn(db, email))?.id ?? null;
    const confirm = (by: typeof ada, email: string, to = rosa) => confirmAddress(db, by, to.id, email, NOON);
    expect(await signsIn("rosa@one.example")).toBe(rosa.id); // the address her account was created with

    const was = { name: "Rosa", email: "rosa@one.example", role: "requester" } as const;
    const edit = (by: typeof ada, email: string, from: string) =>
      editPerson(db, by, rosa.id, { was: { ...was, email: from }, mine: { ...was, email } }, NOON);
    expect(await edit(ada, "Agents-own@two.example", "rosa@one.example")).toEqual({ ok: true });
    await addAddress(db, ada, rosa.id, "another@two.example", NOON);
    expect(await signsIn("agents-own@two.example")).toBeNull();
    expect(await signsIn("another@two.example")).toBeNull();
    expect(await signsIn("rosa@one.example")).toBe(rosa.id);
    expect(await findProfile(db, ada, rosa.id)).toMatchObject({
      email: "Agents-own@two.example",
      unconfirmed: [{ key: "agents-own@two.example" }, { key: "another@two.example" }],
    });
    // No workaround either: switching primaries, changing the case, removing the confirmed address.
    expect(await makePrimary(db, ada, rosa.id, "another@two.example", NOON)).toMatchObject({ ok: true });
    expect(await makePrimary(db, ada, rosa.id, "agents-own@two.example", NOON)).toMatchObject({ ok: true });
    expect(await edit(ada, "agents-own@TWO.example", "Agents-own@two.example")).toEqual({ ok: true });
    expect(await removeAddress(db, ada, rosa.id, "rosa@one.example", NOON)).toEqual({
      ok: false,
      why: "only_confirmed",
    });
    for (const email of ["agents-own@two.example", "another@two.example"]) expect(await signsIn(email)).toBeNull();

    const [other, refused] = [await aRequester(db), { ok: false, why: "not_allowed" }];
    for (const by of [ada, other]) expect(await confirm(by, "another@two.example")).toEqual(refused);
    expect(await confirm(rosa, "nobody@two.example")).toEqual({ ok: false, why: "no_such_address" });
    expect(await confirm(rosa, "another@two.example")).toEqual({ ok: true });
    expect(await confirm(root, "agents-own@two.example")).toEqual({ ok: true });
    for (const { key } of await listAddresses(db, rosa.id)) expect(await signsIn(key)).toBe(rosa.id);
    expect(await removeAddress(db, ada, rosa.id, "rosa@one.example", NOON)).toMatchObject({ ok: true });
    const log = db.selectFrom("security_event").select("actor_id").where("kind", "=", "address_confirmed");
    expect(await log.orderBy("id").execute()).toEqual([{ actor_id: rosa.id }, { actor_id: root.id }]);

    // An agent's first address for a person without one is unconfirmed; an admin's entry counts as confirmed.
    const nameless = await aRequester(db, { email: null });
    await addAddress(db, ada, nameless.id, "agents-second@two.example", NOON);
    expect(await signsIn("agents-second@two.example")).toBeNull();
    expect(await makeInvitation(db, root, nameless.id, NOON)).toEqual({ ok: false, why: "unconfirmed" });
    await addAddress(db, root, nameless.id, "nameless@one.example", NOON);
    expect(await signsIn("nameless@one.example")).toBe(nameless.id);
    // A merge confirms nothing.
    expect(await mergePeople(db, root, { from: nameless.id, into: rosa.id }, NOON)).toEqual({ ok: true });
    expect([await signsIn("agents-second@two.example"), await signsIn("nameless@one.example")]).toEqual([
      null,
      rosa.id,
    ]);
  });

  test("go to only one person when several claim the same address at once", async ({ db }) => {
    const ada = await anAgent(db);
    await openConnections(db);
    for (let n = 0; n < 5; n++) {
      const [one, two] = [await aRequester(db), await aRequester(db)];
      const email = `same${n}@x.example`;
      const done = await Promise.all([
        addAddress(db, ada, one.id, email, NOON),
        addAddress(db, ada, two.id, email, NOON),
        createUser(db, { name: "New", email, role: "requester" }, NOON),
      ]);
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });
});
