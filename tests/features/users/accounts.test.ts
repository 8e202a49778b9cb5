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
  test("is an admin and can't be created twice", async ({ db }) => {
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

  test("is created once when several processes start at the same time", async ({ db }) => {
    const starts = [1, 2, 3, 4].map((n) =>
      createFirstAccount(db, { email: `admin${n}@localhost`, passwordHash: hash }, NOW),
    );
    expect((await Promise.all(starts)).filter((id) => id !== null)).toHaveLength(1);
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(1);
  });

  test("skips password hashing when any person already exists", async ({ db }) => {
    await createUser(db, { name: "Imported", email: null, role: "requester" }, NOW);
    const never = () => Promise.reject(new Error("hashed for nothing"));
    expect(await createFirstAccount(db, { email: "admin@localhost", passwordHash: never }, NOW)).toBeNull();
  });
});

onEachDatabase("email addresses of people", (test) => {
  test("belong to one person, regardless of case", async ({ db }) => {
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

  test("are optional: imported people have none", async ({ db }) => {
    expect(await createUser(db, { name: "Caller 1", email: null, role: "requester" }, NOW)).toMatchObject({ ok: true });
    expect(await createUser(db, { name: "Caller 2", email: null, role: "requester" }, NOW)).toMatchObject({ ok: true });
  });

  test("find the requester or create one", async ({ db }) => {
    const first = await createRequesterByEmail(db, { email: "Grace.Hopper@example.org" }, null, NOW);
    expect(first).toMatchObject({ name: "Grace.Hopper", state: "active", isNew: true });
    const again = await createRequesterByEmail(db, { email: "grace.hopper@example.org" }, null, NOW);
    expect(again).toEqual({ id: first.id, name: "Grace.Hopper", state: "active", isNew: false });
  });

  test("create a single person when many requests name a new requester at once", async ({ db }) => {
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() => createRequesterByEmail(db, { email: "new@example.org" }, null, NOW)),
    );
    expect(new Set(ids.map((person) => person.id)).size).toBe(1);
    expect(ids.filter((person) => person.isNew)).toHaveLength(1);
  });
});
