import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type OAuthServer = {
  origin: string;
  /** Token introspection endpoint for Dovecot (RFC 7662). */
  introspectionUrl: string;
  client: { clientId: string; clientSecret: string };
  /** Acts as an admin's browser: visits the authorization URL and consents. Returns the URL it is redirected to. */
  consent: (authorizeUrl: string, user: string) => Promise<URL>;
  /** Issues an access token for a user, as consent would. */
  issue: (user: string) => string;
  /** Revokes this user's access and refresh tokens. */
  revoke: (user: string) => void;
  /** Answers every request this way instead; null restores normal answers. */
  breakWith: (answer: ((response: ServerResponse) => void) | null) => void;
  stop: () => Promise<void>;
};

/** Starts an OAuth server with the endpoints of Microsoft 365 and Google: authorize, token, and introspection. */
export async function startOAuthServer(): Promise<OAuthServer> {
  const client = { clientId: "desk-client", clientSecret: "desk-secret" };
  const codes = new Map<string, { user: string; challenge: string; redirectUri: string }>();
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  let broken: ((response: ServerResponse) => void) | null = null;

  const issue = (user: string) => {
    const token = `access-${randomUUID()}`;
    access.set(token, user);
    return token;
  };
  const tokens = (user: string) => {
    const refreshToken = `refresh-${randomUUID()}`;
    refresh.set(refreshToken, user);
    return { access_token: issue(user), refresh_token: refreshToken, expires_in: 3600, token_type: "Bearer" };
  };

  function grant(form: URLSearchParams): Record<string, unknown> {
    const refused = (error: string, error_description: string) => ({ error, error_description });
    if (form.get("client_id") !== client.clientId || form.get("client_secret") !== client.clientSecret) {
      return refused("invalid_client", "The client secret is wrong.");
    }
    switch (form.get("grant_type")) {
      case "authorization_code": {
        const code = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        const fits = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
        return code && fits ? tokens(code.user) : refused("invalid_grant", "The code is unknown.");
      }
      case "refresh_token": {
        const user = refresh.get(form.get("refresh_token") ?? "");
        if (!user) return refused("invalid_grant", "The refresh token has expired.");
        refresh.delete(form.get("refresh_token") ?? "");
        return tokens(user);
      }
      case "client_credentials":
        return { access_token: issue(form.get("scope") ?? ""), expires_in: 3600, token_type: "Bearer" };
      default:
        return refused("unsupported_grant_type", "No such grant.");
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (broken) return broken(response);
    const url = new URL(request.url ?? "/", "http://localhost");
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/introspect") {
      const username = access.get(form.get("token") ?? "");
      return send(200, username ? { active: true, username } : { active: false });
    }
    if (url.pathname.endsWith("/token")) {
      const body = grant(form);
      return send("error" in body ? 400 : 200, body);
    }
    if (/\/(authorize|auth)$/.test(url.pathname)) {
      const code = randomUUID();
      const asked = url.searchParams;
      const back = new URL(asked.get("redirect_uri") ?? "");
      codes.set(code, {
        user: asked.get("login_hint") ?? "",
        challenge: asked.get("code_challenge") ?? "",
        redirectUri: back.href,
      });
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    return send(404, {});
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    introspectionUrl: `${origin}/introspect`,
    client,
    async consent(authorizeUrl, user) {
      const url = new URL(authorizeUrl);
      url.searchParams.set("login_hint", user);
      const response = await fetch(url, { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "");
    },
    issue,
    revoke(user) {
      for (const known of [access, refresh])
        for (const [token, owner] of known) if (owner === user) known.delete(token);
    },
    breakWith(answerInstead) {
      broken = answerInstead;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
