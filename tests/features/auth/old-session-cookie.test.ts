import { expect, vi } from "vitest";
import { answerAuth } from "~/features/auth/auth-endpoints.server";
import { findSessionOf, openSession, renewedCookies } from "~/features/auth/session.server";
import { hashOf, startSession } from "~/features/auth/session-queries.server";
import { onEachDatabase } from "../../support/database";
import { aUser, NOW } from "./visitor";

vi.hoisted(() => {
  process.env.AUTH_TRUST_HOST = "1"; // before the settings are read
});

const DAY = 86_400_000;

onEachDatabase("behaviour 1.2: the session cookie of earlier releases, over https", (test) => {
  const OLD = "__Secure-next-auth.session-token";
  const NEW = "__Host-next-auth.session-token";
  const proxied = { host: "desk.example.org", "x-forwarded-proto": "https" };
  const over = (cookie: string) => new Request("http://desk/tasks", { headers: { ...proxied, cookie } });

  test("is exchanged once and opens nothing afterwards", async ({ db }) => {
    const id = (await startSession(db, await aUser(db), null, NOW)) ?? "";
    await db.updateTable("session").set({ old_cookie: 1 }).execute(); // as the upgrade does
    const old = over(`${OLD}=${id}`);
    const session = await openSession(db, old, {}, NOW + 2 * DAY);
    expect(session?.expiresAt).toBe(NOW + 30 * DAY);
    expect(await renewedCookies(db, old, session)).toEqual([
      expect.stringMatching(new RegExp(`^${NEW}=${id}; Path=/; Expires=.*; HttpOnly; SameSite=Lax; Secure$`)),
      `${OLD}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(await renewedCookies(db, old, session)).toEqual([]);
    expect(await openSession(db, old, {}, NOW)).toBeNull();
    expect(await openSession(db, over(`${NEW}=${id}`), {}, NOW)).toMatchObject({ viewer: { name: "Ada Lovelace" } });
  });

  test("leaves the new cookie in the browser when another tab sends it after the exchange", async ({ db }) => {
    const id = (await startSession(db, await aUser(db), null, NOW)) ?? "";
    await db.updateTable("session").set({ old_cookie: 1 }).execute();
    const first = over(`${OLD}=${id}`);
    await renewedCookies(db, first, await openSession(db, first, {}, NOW));

    const headers = { ...proxied, cookie: `${OLD}=${id}` }; // sent before the answer to the first tab
    const request = new Request("http://desk/api/auth/session", { headers });
    const answer = await answerAuth(db, { request, segments: ["session"], address: "192.0.2.1", now: NOW });
    const ofSession = answer.headers.getSetCookie().filter((line) => line.includes("session-token"));
    expect(ofSession).toEqual([`${OLD}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`]);
    expect(await openSession(db, over(`${NEW}=${id}`), {}, NOW)).toMatchObject({ viewer: { name: "Ada Lovelace" } });
  });

  test("opens no session started since the upgrade, nor one already used under the new name", async ({ db }) => {
    const ada = await aUser(db);
    const [young, used] = [await startSession(db, ada, null, NOW), await startSession(db, ada, null, NOW)];
    await db
      .updateTable("session")
      .set({ old_cookie: 1 })
      .where("id_hash", "=", hashOf(used ?? ""))
      .execute();
    await openSession(db, over(`${NEW}=${used}`), {}, NOW + 2 * DAY);
    for (const id of [young, used]) expect(await findSessionOf(db, over(`${OLD}=${id}`), NOW)).toBeNull();
  });

  test("is ignored next to a new cookie, or next to two new ones that differ", async ({ db }) => {
    const [ada, eve] = [await aUser(db), await aUser(db, { name: "Eve", email: "eve@example.org" })];
    const [own, planted] = [await startSession(db, ada, null, NOW), await startSession(db, eve, null, NOW)];
    await db.updateTable("session").set({ old_cookie: 1 }).execute();
    const open = (cookie: string) => findSessionOf(db, over(cookie), NOW);
    expect((await open(`${OLD}=${planted}; ${NEW}=${own}`))?.viewer.name).toBe("Ada Lovelace");
    expect(await open(`${OLD}=${planted}; ${NEW}=nonsense`)).toBeNull();
    expect(await open(`${NEW}=${own}; ${NEW}=${planted}; ${OLD}=${planted}`)).toBeNull();
    expect(await open(`${OLD}=${own}; ${OLD}=${planted}`)).toBeNull();
  });
});
