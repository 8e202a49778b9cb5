import { afterAll, beforeAll, expect } from "vitest";
import type { Db } from "~/db/types";
import { consentUrl, readState, takeConsent } from "~/features/mail/addresses/consent.server";
import { listAddresses, mailAccounts } from "~/features/mail/addresses/mail-addresses.server";
import { decryptSecrets, encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { incomingServer, outgoingServer } from "~/features/mail/transport/account-servers.server";
import { renewTokens } from "~/features/mail/transport/mail-tokens.server";
import { microsoft365 } from "~/features/mail/transport/oauth-tokens.server";
import { sendOne } from "~/features/mail/transport/smtp-sender.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, NOON } from "../../../support/factories";
import { aMailAddress } from "../../../support/mail";
import { type OAuthServer, startOAuthServer } from "../../../support/oauth-server";
import { startSmtpSink } from "../../../support/smtp-sink";

const ORIGIN = "https://desk.example";
const FROM = { sessionId: "the session of an admin", origin: ORIGIN };

onEachDatabase("addresses at Microsoft 365 and Google", (test) => {
  let server: OAuthServer;
  beforeAll(async () => {
    server = await startOAuthServer();
  });
  afterAll(() => server.stop());

  async function anAddress(db: Db, options = {}) {
    const { clientId, clientSecret } = server.client;
    return aMailAddress(db, {
      options: JSON.stringify({ signIn: "microsoft", clientId, tenant: "contoso.example", ...options }),
      secrets: encryptSecrets({ clientSecret }),
    });
  }
  const renew = (db: Db, now: number, notBefore = new Map<number, number>()) =>
    renewTokens(db, "a process", { providerOf: ({ tenant }) => microsoft365(tenant, server.origin), notBefore }, now);
  const row = (db: Db) => db.selectFrom("mail_address").selectAll().executeTakeFirstOrThrow();
  const tokens = async (db: Db) => decryptSecrets((await row(db)).secrets)?.tokens;
  const health = async (db: Db) => (await listAddresses(db))[0]?.health;

  /** Gives consent the way an admin's browser does. */
  async function consents(db: Db, id: number, now: number) {
    const url = new URL((await consentUrl(db, id, FROM, now)) ?? "");
    const back = await server.consent(server.origin + url.pathname + url.search, "help@example.org");
    expect(back.origin + back.pathname).toBe(`${ORIGIN}/settings/addresses/consent`);
    const [state, code] = [back.searchParams.get("state") ?? "", back.searchParams.get("code") ?? ""];
    expect(readState(state, FROM.sessionId, now)).toBe(id);
    return takeConsent(db, await anAdmin(db), { id, code, state, origin: ORIGIN }, now);
  }

  test("can sign in once an account has consented, and renew their token before it expires", async ({ db }) => {
    const now = Date.now();
    const id = await anAddress(db);
    const account = async () => (await mailAccounts(db, { id }))[0];
    expect(await health(db)).toEqual({ state: "asks_for_consent", signIn: "microsoft" });
    await renew(db, now);
    expect(await tokens(db)).toBeUndefined();
    expect(await account()).toMatchObject({ canSignIn: false });

    expect(await consents(db, id, now)).toEqual({ ok: true, address: "help@example.org", paused: false });
    expect(await health(db)).toEqual({ state: "exchanges_consent", signIn: "microsoft" });
    await renew(db, now);
    const first = await tokens(db);
    expect(first).toMatchObject({ access: expect.stringMatching(/^access-/), refresh: expect.any(String) });
    expect(await account()).toMatchObject({ canSignIn: true, secrets: { clientSecret: server.client.clientSecret } });
    const plain = JSON.stringify([await row(db), await account()]);
    expect(plain).not.toContain(first?.access);

    await renew(db, now + 30 * MINUTE_MS);
    expect(await tokens(db)).toEqual(first);
    await renew(db, now + HOUR_MS - 10 * MINUTE_MS);
    const second = await tokens(db);
    expect(second?.access).not.toBe(first?.access);
    expect(second?.refresh).not.toBe(first?.refresh);
  });

  test("send with their token, and get another one if the server refuses it", async ({ db }) => {
    const now = Date.now();
    const id = await anAddress(db, { permissions: "application" });
    await renew(db, now);
    const accepted = [(await tokens(db))?.access ?? ""];
    const sink = await startSmtpSink({ tokens: accepted });
    try {
      const relay = JSON.stringify({
        host: "127.0.0.1",
        port: sink.port,
        user: "help@example.org",
        encryption: "none",
      });
      await db.updateTable("mail_address").set({ outgoing: relay }).execute();
      const send = async () => {
        const [account] = await mailAccounts(db, { id });
        if (!account) throw new Error("The address is gone.");
        const mail = { from: account.address, to: "rita@example.org", raw: Buffer.from("Subject: Hello\r\n\r\n") };
        return sendOne(outgoingServer(db, account), mail);
      };
      expect(await send()).toMatchObject({ outcome: "sent" });

      accepted.length = 0; // the server forgets the token before it expires
      expect(await send()).toMatchObject({ outcome: "away", words: "Fetching a new access token." });
      await renew(db, now);
      accepted.push((await tokens(db))?.access ?? "");
      expect(await send()).toMatchObject({ outcome: "sent" });

      accepted.length = 0; // it refuses the next one as well: an admin has to act
      expect(await send()).toMatchObject({ outcome: "refused_credentials" });
    } finally {
      await sink.stop();
    }
  });

  test("pause with the provider's words if it refuses, and retry if it is unavailable", async ({ db }) => {
    const now = Date.now();
    const id = await anAddress(db);
    await consents(db, id, now);
    await renew(db, now);
    const notBefore = new Map<number, number>();
    server.breakWith((response) => response.writeHead(503).end("Sorry"));
    await renew(db, now + HOUR_MS, notBefore);
    expect(await health(db)).toMatchObject({
      state: "failing",
      words: expect.stringContaining("isn't working right now"),
    });
    server.breakWith(null);
    server.revoke("help@example.org");
    await renew(db, now + HOUR_MS, notBefore);
    expect((await row(db)).paused).toBeNull(); // the next try waits a minute after a failure
    await renew(db, now + HOUR_MS + MINUTE_MS, notBefore);
    expect(await health(db)).toMatchObject({
      state: "paused",
      words: "The provider refused: The refresh token has expired.",
    });
  });

  test("accept consent only from the session that asked for it, within 15 minutes", async ({ db }) => {
    const id = await anAddress(db);
    const url = new URL((await consentUrl(db, id, FROM, NOON)) ?? "");
    expect(url.origin).toBe("https://login.microsoftonline.com");
    const state = url.searchParams.get("state") ?? "";
    const cases: [string, string, number, number | null][] = [
      [state, FROM.sessionId, NOON + 15 * MINUTE_MS, id],
      [state, FROM.sessionId, NOON + 15 * MINUTE_MS + 1, null],
      [state, "another session", NOON, null],
      [state.replace(/^\d+/, String(id + 1)), FROM.sessionId, NOON, null],
      ["", FROM.sessionId, NOON, null],
    ];
    for (const [given, session, at, found] of cases) expect(readState(given, session, at)).toBe(found);
    const byPassword = await aMailAddress(db, { address: "b@example.org" });
    expect(await consentUrl(db, byPassword, FROM, NOON)).toBeNull();
    const [account] = await mailAccounts(db, { id });
    expect(account && incomingServer(db, account)).toBeNull();
  });
});
