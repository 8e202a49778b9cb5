import { expect } from "vitest";
import {
  createFirstAccount,
  createRequesterByEmail,
  createUser,
  findForSignIn,
} from "~/features/users/user-queries.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { onEachDatabase } from "../../support/database";

const NOW = Date.UTC(2026, 2, 1, 9);
const hash = async () => "scrypt$hash";

onEachDatabase("the first account", (test) => {
  test("is an admin, and there is no second first one", async ({ db }) => {
    const id = await createFirstAccount(db, { email: "Admin@Localhost", passwordHash: hash }, NOW);
    expect(await findForSignIn(db, "admin@localhost")).toEqual({
      id,
      name: "Administrator",
      email: "Admin@Localhost",
      email_key: "admin@localhost",
      role: "admin",
      state: "active",
      password_hash: "scrypt$hash",
    });
    expect(await createFirstAccount(db, { email: "other@localhost", passwordHash: hash }, NOW)).toBeNull();
    expect(await findForSignIn(db, "other@localhost")).toBeNull();
  });

  test("is made once when several processes start at once", async ({ db }) => {
    const starts = [1, 2, 3, 4].map((n) =>
      createFirstAccount(db, { email: `admin${n}@localhost`, passwordHash: hash }, NOW),
    );
    expect((await Promise.all(starts)).filter((id) => id !== null)).toHaveLength(1);
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(1);
  });

  test("hashes no password when there is somebody already", async ({ db }) => {
    await createUser(db, { name: "Imported", email: null, role: "requester" }, NOW);
    const never = () => Promise.reject(new Error("hashed for nothing"));
    expect(await createFirstAccount(db, { email: "admin@localhost", passwordHash: never }, NOW)).toBeNull();
  });
});

onEachDatabase("an address", (test) => {
  test("belongs to one person, in whatever case it is written", async ({ db }) => {
    expect(await createUser(db, { name: "Ada", email: "Ada@Example.org", role: "agent" }, NOW)).toMatchObject({
      ok: true,
    });
    expect(await createUser(db, { name: "Eve", email: "ada@EXAMPLE.org", role: "agent" }, NOW)).toEqual({
      ok: false,
      why: "email_taken",
    });
    expect(await findForSignIn(db, emailKeyOf(" ADA@example.org "))).toMatchObject({
      name: "Ada",
      email: "Ada@Example.org",
    });
  });

  test("is not needed: imported people have none", async ({ db }) => {
    expect(await createUser(db, { name: "Caller 1", email: null, role: "requester" }, NOW)).toMatchObject({ ok: true });
    expect(await createUser(db, { name: "Caller 2", email: null, role: "requester" }, NOW)).toMatchObject({ ok: true });
  });

  test("given as a requester finds the person or makes one", async ({ db }) => {
    const first = await createRequesterByEmail(db, { email: "Grace.Hopper@example.org" }, null, NOW);
    expect(first).toMatchObject({ name: "Grace.Hopper", state: "active", isNew: true });
    const again = await createRequesterByEmail(db, { email: "grace.hopper@example.org" }, null, NOW);
    expect(again).toEqual({ id: first.id, name: "Grace.Hopper", state: "active", isNew: false });
  });

  test("given as a requester by many at once makes one person", async ({ db }) => {
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() => createRequesterByEmail(db, { email: "new@example.org" }, null, NOW)),
    );
    expect(new Set(ids.map((person) => person.id)).size).toBe(1);
    expect(ids.filter((person) => person.isNew)).toHaveLength(1);
  });
});
