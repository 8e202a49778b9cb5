import type { AppLoadContext } from "@remix-run/node";
import { expect } from "vitest";
import { openSession, renewedCookies, viewerOf } from "~/features/auth/session.server";
import { endSession, findSession, startSession, sweepExpired } from "~/features/auth/session-queries.server";
import { endSessionsOf } from "~/features/users/user-change-steps.server";
import { onEachDatabase } from "../../support/database";
import { aUser, NOW, sessionCookieOf, Visitor } from "./visitor";

const DAY = 86_400_000;

const asking = (id: string) =>
  new Request("http://desk/tasks", { headers: { host: "desk", cookie: `next-auth.session-token=${id}` } });

onEachDatabase("behaviour 1.2: a session", (test) => {
  test("is stored as a hash of its id, so a copy of the table opens nothing", async ({ db }) => {
    const id = (await startSession(db, await aUser(db), null, NOW)) ?? "";
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    const row = await db.selectFrom("session").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ created_at: NOW, expires_at: NOW + 30 * DAY });
    expect(row.id_hash).not.toBe(id);
    expect(await findSession(db, row.id_hash, NOW)).toBeNull();
    expect(await findSession(db, id, NOW)).toMatchObject({ viewer: { name: "Ada Lovelace" } });
  });

  test("doesn't start if the account is disabled or its password changes during the sign-in", async ({ db }) => {
    const ada = await aUser(db);
    const { password_hash } = await db.selectFrom("user").select("password_hash").executeTakeFirstOrThrow();
    const checked = { passwordHash: password_hash ?? "" };
    const set = (values: { password_hash: string } | { state: "active" | "disabled" }) =>
      db.updateTable("user").set(values).where("id", "=", ada).execute();
    await set({ password_hash: "another" });
    expect(await startSession(db, ada, null, NOW, checked)).toBeNull();
    expect(await startSession(db, ada, null, NOW)).not.toBeNull(); // through a provider, which checks no password
    await set({ password_hash: checked.passwordHash });
    expect(await startSession(db, ada, null, NOW, checked)).not.toBeNull();
    await set({ state: "disabled" });
    expect(await startSession(db, ada, null, NOW, checked)).toBeNull();
    expect(await db.selectFrom("session").select("id_hash").execute()).toHaveLength(2);
  });

  test("is replaced at every sign-in, and the previous one ends", async ({ db }) => {
    await aUser(db);
    const [visitor, planted] = [new Visitor(db), new Visitor(db)];
    await visitor.signIn();
    const before = sessionCookieOf(visitor) ?? "";
    await visitor.signIn();
    expect(sessionCookieOf(visitor)).not.toBe(before);
    expect(await findSession(db, before, NOW)).toBeNull();

    planted.jar.set("next-auth.session-token", "a".repeat(64)); // an id chosen by an attacker
    await planted.signIn();
    expect(sessionCookieOf(planted)).not.toBe("a".repeat(64));
    expect(await db.selectFrom("session").select("id_hash").execute()).toHaveLength(2);
  });

  test("ends alone at sign-out; a user's sessions end together, all or all but one", async ({ db }) => {
    const [ada, bob] = [await aUser(db), await aUser(db, { name: "Bob", email: "bob@example.org" })];
    const [one, two, three] = [
      await startSession(db, ada, null, NOW),
      await startSession(db, ada, null, NOW),
      await startSession(db, ada, null, NOW),
    ];
    const ofBob = (await startSession(db, bob, null, NOW)) ?? "";
    const alive = async () => {
      const found = await Promise.all([one, two, three, ofBob].map((id) => findSession(db, id, NOW)));
      return found.map((session) => session !== null);
    };
    await endSession(db, one);
    expect(await alive()).toEqual([false, true, true, true]);
    await endSessionsOf(db, ada, (await findSession(db, two, NOW))?.idHash);
    expect(await alive()).toEqual([false, true, false, true]);
    await endSessionsOf(db, ada);
    expect(await alive()).toEqual([false, false, false, true]);
  });

  test("survives a sweep by a clock that is behind", async ({ db }) => {
    const id = await startSession(db, await aUser(db), null, NOW);
    await sweepExpired(db, 90_000);
    expect(await findSession(db, id, NOW + 30 * DAY - 1)).not.toBeNull();
  });

  test("that has expired is swept, as are expired rate limits", async ({ db }) => {
    const ada = await aUser(db);
    await startSession(db, ada, null, NOW - 30 * DAY);
    const young = await startSession(db, ada, null, NOW - 30 * DAY + 1);
    await db.insertInto("rate_limit").values([
      { key: "over", points: 3, expire: NOW },
      { key: "counting", points: 3, expire: NOW + 1 },
    ]).execute(); // biome-ignore format: a small table
    await sweepExpired(db, NOW);
    expect(await db.selectFrom("session").select("id_hash").execute()).toHaveLength(1);
    expect(await findSession(db, young, NOW)).not.toBeNull();
    expect(await db.selectFrom("rate_limit").select("key").execute()).toEqual([{ key: "counting" }]);
  });
});

onEachDatabase("behaviour 1.2: a session in use", (test) => {
  test("is extended once a day, without scripts, too, and its cookie is sent again", async ({ db }) => {
    const id = (await startSession(db, await aUser(db), null, NOW)) ?? "";
    const request = asking(id);

    const soon = await openSession(db, request, {}, NOW + DAY - 1);
    expect(soon?.expiresAt).toBe(NOW + 30 * DAY);
    expect(await renewedCookies(db, request, soon)).toEqual([]);

    const later = await openSession(db, request, {}, NOW + DAY + 1);
    expect(later?.expiresAt).toBe(NOW + 31 * DAY + 1);
    expect(await renewedCookies(db, request, later)).toEqual([
      expect.stringMatching(new RegExp(`^next-auth.session-token=${id}; Path=/; Expires=`)),
    ]);
    expect(await findSession(db, id, NOW + 31 * DAY)).not.toBeNull();
  });

  test("started while the clock was ahead ends 30 days after its next use, like its cookie", async ({ db }) => {
    const id = (await startSession(db, await aUser(db), null, NOW + 2_000 * DAY)) ?? "";
    const request = asking(id);
    const session = await openSession(db, request, {}, NOW);
    expect(session?.expiresAt).toBe(NOW + 30 * DAY);
    expect(await renewedCookies(db, request, session)).toHaveLength(1);
    expect(await findSession(db, id, NOW + 30 * DAY - 1)).not.toBeNull();
    expect(await findSession(db, id, NOW + 30 * DAY)).toBeNull();
  });

  test("is looked up once per request and provides the viewer to non-public routes", async ({ db }) => {
    const id = (await startSession(db, await aUser(db), null, NOW)) ?? "";
    const context: AppLoadContext = {};
    expect(() => viewerOf(context)).toThrow("open to visitors");
    const first = await openSession(db, asking(id), context, NOW);
    await endSession(db, id); // later loaders of the request still see the same viewer
    expect(await openSession(db, asking(id), context, NOW)).toBe(first);
    expect(viewerOf(context)).toMatchObject({ name: "Ada Lovelace", role: "agent" });
    expect(await openSession(db, asking(id), {}, NOW)).toBeNull();
  });
});
