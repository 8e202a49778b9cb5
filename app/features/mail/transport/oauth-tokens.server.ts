import { createHash } from "node:crypto";
import { oneLine } from "./connection-words";
import { OAuthRefused } from "./oauth-refused";
import * as say from "./transport-copy";

export { OAuthRefused } from "./oauth-refused";

/** A provider's endpoints and scopes. */
export type OAuthProvider = {
  authorizeUrl: string;
  tokenUrl: string;
  /** For reading and sending on behalf of a person. */
  scopes: string[];
  /** For client credentials; null if the provider has none for mail. */
  applicationScopes: string[] | null;
  /** Further parameters of the authorization URL. */
  extra: Record<string, string>;
};

/** `tenant` is the directory's id or domain; "organizations" lets any of them sign in. */
export function microsoft365(tenant: string, origin = "https://login.microsoftonline.com"): OAuthProvider {
  const base = `${origin}/${encodeURIComponent(tenant)}/oauth2/v2.0`;
  return {
    authorizeUrl: `${base}/authorize`,
    tokenUrl: `${base}/token`,
    scopes: [
      "https://outlook.office.com/IMAP.AccessAsUser.All",
      "https://outlook.office.com/SMTP.Send",
      "offline_access",
    ],
    applicationScopes: ["https://outlook.office365.com/.default"],
    extra: { prompt: "select_account" },
  };
}

export function google(
  authorizeOrigin = "https://accounts.google.com",
  tokenOrigin = "https://oauth2.googleapis.com",
): OAuthProvider {
  return {
    authorizeUrl: `${authorizeOrigin}/o/oauth2/v2/auth`,
    tokenUrl: `${tokenOrigin}/token`,
    scopes: ["https://mail.google.com/"],
    applicationScopes: null,
    // Without these two, Google gives a refresh token only the first time.
    extra: { access_type: "offline", prompt: "consent" },
  };
}

export type OAuthClient = { clientId: string; clientSecret: string; redirectUri: string };

export type OAuthTokens = {
  accessToken: string;
  /** UTC milliseconds, a minute early so that no request meets an expired token. */
  expiresAt: number;
  /** Replaces the previous one; null if that stays valid, and for client credentials. */
  refreshToken: string | null;
  /** Until when consent is valid, UTC milliseconds; null if the provider doesn't say. */
  refreshExpiresAt: number | null;
};

/** Binds the end of a consent to its start: `state` comes back, `verifier` stays here. */
export type ConsentKeys = { state: string; verifier: string };

/** The URL at which an admin consents. */
export function startConsent(
  provider: OAuthProvider,
  client: OAuthClient,
  { state, verifier }: ConsentKeys,
  loginHint?: string,
): string {
  const url = new URL(provider.authorizeUrl);
  const parameters = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: provider.scopes.join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...provider.extra,
    ...(loginHint && { login_hint: loginHint }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges the code that the provider sent the admin back with. Throws as `refreshTokens` does. */
export const exchangeCode = (provider: OAuthProvider, client: OAuthClient, code: string, verifier: string) =>
  requestTokens(provider, client, {
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  });

/** Throws `OAuthRefused` if only an admin can help, else an error whose message is a sentence. */
export const refreshTokens = (provider: OAuthProvider, client: OAuthClient, refreshToken: string) =>
  requestTokens(provider, client, { grant_type: "refresh_token", refresh_token: refreshToken });

/** A token for the application itself, without a person's consent. Throws as `refreshTokens` does. */
export function applicationTokens(provider: OAuthProvider, client: Omit<OAuthClient, "redirectUri">) {
  const scope = (provider.applicationScopes ?? []).join(" ");
  return requestTokens(provider, client, { grant_type: "client_credentials", scope });
}

const TIME_LIMIT_MS = 20_000;
const EARLY_MS = 60_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Permanent errors: those of RFC 6749, 5.2, and Microsoft's own. */
const FINAL_ERRORS = [
  ...["invalid_grant", "invalid_client", "unauthorized_client", "invalid_scope", "unsupported_grant_type"],
  ...["interaction_required", "consent_required", "login_required", "access_denied", "invalid_request"],
];

async function requestTokens(
  { tokenUrl }: OAuthProvider,
  { clientId, clientSecret }: Omit<OAuthClient, "redirectUri">,
  grant: Record<string, string>,
): Promise<OAuthTokens> {
  const { host } = new URL(tokenUrl);
  const asked = Date.now();
  const response = await fetch(tokenUrl, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant }),
    redirect: "error", // it would carry the secret elsewhere
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).catch((error) => {
    throw awayError(host, error);
  });
  const body = await readJson(response, host);
  if (!response.ok) {
    const words = oneLine(String(body.error_description ?? body.error ?? response.statusText));
    if (FINAL_ERRORS.includes(String(body.error))) throw new OAuthRefused(say.providerRefused(words));
    throw new Error(say.providerInTrouble(host, words || String(response.status)));
  }
  const { access_token, expires_in, refresh_token, refresh_token_expires_in } = body;
  if (typeof access_token !== "string" || !/^[\x21-\x7e]+$/.test(access_token)) {
    throw new Error(say.providerUnreadable(host));
  }
  const seconds = (value: unknown) => (Number(value) > 0 ? Number(value) * 1_000 : null);
  const refreshLasts = seconds(refresh_token_expires_in);
  return {
    accessToken: access_token,
    expiresAt: asked + (seconds(expires_in) ?? 3_600_000) - EARLY_MS,
    refreshToken: typeof refresh_token === "string" ? refresh_token : null,
    refreshExpiresAt: refreshLasts === null ? null : asked + refreshLasts,
  };
}

async function readJson(response: Response, host: string): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw awayError(host, error);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (body !== null && typeof body === "object") return body as Record<string, unknown>;
  } catch {
    // An HTML page from a proxy or a failing provider.
  }
  if (response.ok) throw new Error(say.providerUnreadable(host));
  return {};
}

/** fetch hides the reason in the cause. */
function awayError(host: string, error: unknown): Error {
  const { cause, name, message } = error as Error;
  if (name === "TimeoutError") return new Error(say.noAnswer(host), { cause: error });
  const reason = cause instanceof Error && cause.message ? cause.message : message;
  return new Error(say.providerAway(host, oneLine(reason)), { cause: error });
}
