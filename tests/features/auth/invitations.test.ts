import { expect } from "vitest";
import type { Db } from "~/db/types";
import {
  acceptInvitation,
  findInvitation,
  INVITATION_DAYS,
  invitationOf,
  makeInvitation,
  withdrawInvitation,
} from "~/features/auth/invitations.server";
import { addAddress, makePrimary } from "~/features/users/addresses.server";
import { editPerson, type PersonFields, setPassword, setUserState } from "~/features/users/user-changes.server";
import { passwordHashOf } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, disableUser, NOON } from "../../support/factories";
import { aSession, sessionsOf } from "../users/people";

const accept = async (db: Db, key: string, passwordHash: string, now: number) =>
  (await acceptInvitation(db, key, passwordHash, { previousId: null, ip: "192.0.2.1" }, now)) !== null;

onEachDatabase("domain B6: an invitation", (test) => {
  test("is made by admins, works once, and ends on expiry, replacement or withdrawal", async ({ db }) => {
    const [root, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db, { name: "Rita" })];
    const make = async (person: Viewer = rita) => {
      const made = await makeInvitation(db, root, person.id, NOON);
      if (!made.ok) throw new Error(made.why);
      return made.key;
    };
    for (const stranger of [ada, rita]) {
      expect(await makeInvitation(db, stranger, rita.id, NOON)).toEqual({ ok: false, why: "not_allowed" });
      expect(await withdrawInvitation(db, stranger, rita.id, NOON)).toEqual({ ok: false, why: "not_allowed" });
    }
    expect(await makeInvitation(db, root, 9_999, NOON)).toEqual({ ok: false, why: "no_such_person" });
    const nameless = await aRequester(db, { email: null });
    expect(await makeInvitation(db, root, nameless.id, NOON)).toEqual({ ok: false, why: "no_address" });

    const [first, second] = [await make(), await make()];
    expect(JSON.stringify(await db.selectFrom("invitation").selectAll().execute())).not.toContain(second);
    expect(await findInvitation(db, first, NOON)).toBeNull();
    expect(await findInvitation(db, second, NOON)).toMatchObject({ id: rita.id, name: "Rita" });
    const end = NOON + INVITATION_DAYS * DAY_MS;
    expect(await invitationOf(db, rita.id, NOON)).toBe(end);
    expect(await accept(db, second, "hash", end)).toBe(false);
    expect(await invitationOf(db, rita.id, end)).toBeNull();

    await aSession(db, rita.id, "old");
    const key = await make();
    const used = await Promise.all([accept(db, key, "one", NOON), accept(db, key, "two", NOON)]);
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await passwordHashOf(db, rita.id)).toBe(used[0] ? "one" : "two");
    expect(await sessionsOf(db, rita.id)).toHaveLength(1); // the one started with the new password
    expect(await accept(db, key, "three", NOON)).toBe(false);

    const withdrawn = await make();
    expect(await withdrawInvitation(db, root, rita.id, NOON)).toEqual({ ok: true });
    expect(await accept(db, withdrawn, "four", NOON)).toBe(false);
    const overtaken = await make();
    expect(await setPassword(db, root, rita.id, { passwordHash: "told" }, NOON)).toEqual({ ok: true });
    expect(await accept(db, overtaken, "five", NOON)).toBe(false);
    expect(await passwordHashOf(db, rita.id)).toBe("told");
    const late = await make();
    await disableUser(db, rita);
    expect(await findInvitation(db, late, NOON)).toBeNull();
    expect(await accept(db, late, "six", NOON)).toBe(false);
    expect(await makeInvitation(db, root, rita.id, NOON)).toEqual({ ok: false, why: "not_active" });

    const log = await db.selectFrom("security_event").select(["kind", "user_id", "details"]).orderBy("id").execute();
    expect(log.map(({ kind }) => kind.replace("invitation_", ""))).toEqual([
      ...["made", "made", "made", "used", "signed_in", "made", "withdrawn", "made", "password_set", "made"],
    ]);
    expect(log.every(({ user_id, details }) => user_id === rita.id && details === "{}")).toBe(true);
  });

  test("ends when the primary address or role changes, or an account with a password is disabled", async ({ db }) => {
    const [root, rita] = [await anAdmin(db), await aRequester(db, { name: "Rita", email: "rita@example.org" })];
    const person = { name: "Rita", email: "rita@example.org", role: "requester" as const };
    const edit = (mine: Partial<PersonFields>, was: PersonFields = person) =>
      editPerson(db, root, rita.id, { was, mine: { ...was, ...mine } }, NOON);
    const moved = { ...person, email: "rita@example.net" };
    const ending = {
      "another primary address": () => edit({ email: moved.email }),
      "another role": () => edit({ role: "agent" }, moved),
      "one of the person's addresses made primary": async () => {
        await addAddress(db, root, rita.id, "rita@example.com", NOON);
        expect(await invitationOf(db, rita.id, NOON)).not.toBeNull(); // adding an address ends nothing
        return makePrimary(db, root, rita.id, "rita@example.com", NOON);
      },
    };
    for (const [what, end] of Object.entries(ending)) {
      const made = await makeInvitation(db, root, rita.id, NOON);
      expect(await end(), what).toMatchObject({ ok: true });
      expect(made.ok && (await findInvitation(db, made.key, NOON)), what).toBeNull();
      expect(made.ok && (await accept(db, made.key, "hash", NOON)), what).toBe(false);
    }
    const disableAndEnable = async () => {
      await setUserState(db, root, rita.id, "disabled", NOON);
      return setUserState(db, root, rita.id, "active", NOON);
    };
    const first = await makeInvitation(db, root, rita.id, NOON);
    await setUserState(db, root, rita.id, "disabled", NOON);
    expect(first.ok && (await findInvitation(db, first.key, NOON))).toBeNull();
    expect(first.ok && (await accept(db, first.key, "hash", NOON))).toBe(false);
    await setUserState(db, root, rita.id, "active", NOON);
    expect(first.ok && (await findInvitation(db, first.key, NOON))).toMatchObject({ id: rita.id });
    await setPassword(db, root, rita.id, { passwordHash: "told" }, NOON);
    const another = await makeInvitation(db, root, rita.id, NOON); // replaces a password: ends if disabled
    await disableAndEnable();
    expect(another.ok && (await findInvitation(db, another.key, NOON))).toBeNull();

    const kept = await makeInvitation(db, root, rita.id, NOON);
    const now = { name: "Rita", email: "rita@example.com", role: "agent" as const };
    expect(await edit({ name: "Rita May" }, now)).toEqual({ ok: true });
    expect(kept.ok && (await findInvitation(db, kept.key, NOON))).toMatchObject({ name: "Rita May" });
  });
});
