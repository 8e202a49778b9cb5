import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applicationTokens,
  exchangeCode,
  google,
  microsoft365,
  OAuthRefused,
  refreshTokens,
  startConsent,
} from "~/features/mail/transport/oauth-tokens.server";
import { type OAuthServer, startOAuthServer } from "../../../support/oauth-server";

const KEYS = { state: "the-state", verifier: "a-verifier-that-is-long-enough-for-the-provider" };
const REDIRECT = "https://desk.example/settings/addresses/consent";

describe("OAuth access to mailboxes", () => {
  let server: OAuthServer;
  beforeAll(async () => {
    server = await startOAuthServer();
  });
  beforeEach(() => server.breakWith(null));
  afterAll(() => server.stop());

  const client = () => ({ ...server.client, redirectUri: REDIRECT });
  const microsoft = () => microsoft365("contoso.example", server.origin);

  test.each([
    ["Microsoft 365", microsoft],
    ["Google", () => google(server.origin, server.origin)],
  ])("is granted at %s by consent, and renewed", async (_, provider) => {
    const url = startConsent(provider(), client(), KEYS, "help@desk.example");
    const back = await server.consent(url, "help@desk.example");
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.get("state")).toBe(KEYS.state);

    const before = Date.now();
    const first = await exchangeCode(provider(), client(), back.searchParams.get("code") ?? "", KEYS.verifier);
    expect(first.accessToken).toMatch(/^access-/);
    expect(first.expiresAt).toBeGreaterThanOrEqual(before + 3_540_000);
    expect(first.expiresAt).toBeLessThan(Date.now() + 3_600_000);

    const second = await refreshTokens(provider(), client(), first.refreshToken ?? "");
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshExpiresAt).toBeNull();
  });

  test("asks Microsoft for mail with a challenge, and both providers for offline access", () => {
    const parameters = Object.fromEntries(new URL(startConsent(microsoft365("common"), client(), KEYS)).searchParams);
    expect(parameters).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      client_id: "desk-client",
    });
    expect(parameters.scope).toMatch(/IMAP\.AccessAsUser\.All .*SMTP\.Send offline_access/);
    const atGoogle = new URL(startConsent(google(), client(), KEYS));
    expect(atGoogle.origin).toBe("https://accounts.google.com");
    expect(Object.fromEntries(atGoogle.searchParams)).toMatchObject({ access_type: "offline", prompt: "consent" });
  });

  test("is refused to a code with another verifier", async () => {
    const url = startConsent(microsoft(), client(), KEYS);
    const code = (await server.consent(url, "help@desk.example")).searchParams.get("code") ?? "";
    await expect(exchangeCode(microsoft(), client(), code, "another-verifier")).rejects.toThrow(OAuthRefused);
  });

  test("needs no consent with the application's own credentials", async () => {
    const tokens = await applicationTokens(microsoft(), server.client);
    expect(tokens).toMatchObject({ accessToken: expect.stringMatching(/^access-/), refreshToken: null });
  });

  test("ends with the provider's words if the provider refuses", async () => {
    await expect(refreshTokens(microsoft(), client(), "unknown")).rejects.toThrow(
      new OAuthRefused("The provider refused: The refresh token has expired."),
    );
    await expect(applicationTokens(microsoft(), { ...server.client, clientSecret: "old" })).rejects.toThrow(
      new OAuthRefused("The provider refused: The client secret is wrong."),
    );
  });

  test("isn't refused for good while the provider is in trouble", async () => {
    const attempt = () => refreshTokens(microsoft(), client(), "any").catch((error: unknown) => error);
    const troubles = [
      [(response) => response.writeHead(503).end("<html>Sorry</html>"), /Service Unavailable/],
      [(response) => response.writeHead(200).end("<html>Hello</html>"), /sent an unreadable response/],
      [(response) => response.writeHead(200).end("{}"), /sent an unreadable response/],
      [(response) => response.writeHead(302, { location: "http://192.0.2.1/" }).end(), /can't be reached/],
      [(response) => response.destroy(), /can't be reached/],
    ] satisfies [Parameters<OAuthServer["breakWith"]>[0], RegExp][];
    for (const [trouble, words] of troubles) {
      server.breakWith(trouble);
      const error = await attempt();
      expect(error).toMatchObject({ message: expect.stringMatching(words) });
      expect(error).not.toBeInstanceOf(OAuthRefused);
    }
  });
});
