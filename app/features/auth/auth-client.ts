import { keepDraftsOf } from "~/lib/browser-drafts";
import { MINUTE_MS } from "~/lib/durations";
import { announceSession } from "~/lib/tab-events";
import * as say from "./auth-client-copy";

export const REDIRECT_FALLBACK_MS = MINUTE_MS;

/** For a page that is still open after `REDIRECT_FALLBACK_MS`. */
type Fallback = { kind: "push"; path: string } | { kind: "load"; url: string };

/** A router only navigates within its own site; another one needs a page load. */
export function fallbackFor(url: string, origin: string): Fallback {
  const target = new URL(url, origin);
  if (target.origin !== origin) return { kind: "load", url: target.href };
  return { kind: "push", path: target.pathname + target.search + target.hash };
}

/**
 * Leaves for an external sign-in page. Tries once more after 60 seconds: the other site may not have responded, or the user
 * chose to stay. Not once the page is unloaded (or in the back-forward cache), or the user has moved on.
 */
export function redirectWithRetry(
  url: string,
  push: (path: string) => void = (path) => location.assign(path),
): undefined {
  const startedAt = location.href;
  const timer = setTimeout(() => {
    removeEventListener("pagehide", cancel);
    if (location.href !== startedAt) return;
    const fallback = fallbackFor(url, location.origin);
    if (fallback.kind === "push") push(fallback.path);
    else location.href = fallback.url;
  }, REDIRECT_FALLBACK_MS);
  const cancel = () => clearTimeout(timer);
  addEventListener("pagehide", cancel, { once: true });
  location.href = url;
}

/*
 * Browser side of the auth endpoints, named like `next-auth/react`. Where that client and `@sidebase/nuxt-auth` differ, it
 * behaves like the latter. Needs no framework and holds no state.
 */

const BASE_PATH = "/api/auth";

/** Response of `GET session`; `expires` is an ISO 8601 time. */
export type SessionData = {
  user: { id: number; name: string; email?: string; role: string };
  expires: string;
};

type ProviderData = { id: string; name: string; type: string; signinUrl: string; callbackUrl: string };

/** A failed request. `status` is the HTTP status, or 0 without a response. */
export class AuthError extends Error {
  override name = "AuthError";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** The session, or null without one. Throws `AuthError` if it can't be checked: keep the last known one. */
export async function getSession(): Promise<SessionData | null> {
  const answer = (await read("session")) as Partial<SessionData>;
  return answer.user ? (answer as SessionData) : null;
}

/** The token that posts need; empty if the server sent none. Throws `AuthError`. */
export async function getCsrfToken(): Promise<string> {
  return ((await read("csrf")) as { csrfToken?: string }).csrfToken ?? "";
}

/** Sign-in providers by id. Throws `AuthError`. */
async function getProviders(): Promise<Record<string, ProviderData>> {
  return (await read("providers")) as Record<string, ProviderData>;
}

type SignInResult = { error: string | null; status: number; ok: boolean; url: string | null };

type Options = {
  /** Where to go afterwards; the current URL by default. */
  callbackUrl?: string;
  /** False: stay on this page and return the result. */
  redirect?: boolean;
  /** Navigates within this site without a page load; see `redirectWithRetry`. */
  push?: (path: string) => void;
};

/**
 * Signs in: with `fields` (email and password) for a credentials provider, else by leaving for the provider's page. Returns
 * nothing when the page is being left. A refusal doesn't throw: `error` has its code.
 */
export async function signIn(
  providerId?: string,
  fields: Record<string, string> = {},
  { callbackUrl = location.href, redirect = true, push }: Options = {},
): Promise<SignInResult | undefined> {
  const providers = await getProviders().catch(() => null);
  if (!providers || Object.keys(providers).length === 0) return goTo(`${BASE_PATH}/error`);
  const provider = providerId === undefined ? undefined : providers[providerId];
  if (!provider) return goTo(`${BASE_PATH}/signin?${new URLSearchParams({ callbackUrl })}`);

  const isForm = provider.type === "credentials";
  const csrfToken = await getCsrfToken();
  const answer = await post(`${isForm ? "callback" : "signin"}/${provider.id}`, { ...fields, csrfToken, callbackUrl });
  if (!isForm) return redirectWithRetry(answer.url ?? callbackUrl, push);

  const error = answer.url === null ? null : new URL(answer.url).searchParams.get("error");
  if (redirect) return goTo(answer.url ?? callbackUrl);
  if (!error) announceSession((await getSession().catch(() => null))?.user.id ?? null);
  return { error, status: answer.status, ok: answer.ok, url: error ? null : answer.url };
}

/** Signs out. Throws `AuthError` 400 without a token: nothing has happened, and the page stays. */
export async function signOut({
  callbackUrl = location.href,
  redirect = true,
}: Options = {}): Promise<{ url: string } | undefined> {
  const csrfToken = await getCsrfToken().catch(() => "");
  if (!csrfToken) throw new AuthError(400, say.noSignOutToken);
  const { url } = await post("signout", { csrfToken, callbackUrl });
  announceSession(null);
  keepDraftsOf(null);
  if (redirect) return goTo(url ?? callbackUrl);
  return { url: url ?? callbackUrl };
}

/** Loads a page. Without `reload`, a URL that differs only in its hash wouldn't load. */
function goTo(url: string): undefined {
  location.href = url;
  if (url.includes("#")) location.reload();
}

async function read(action: string): Promise<object> {
  const response = await request(action, {});
  if (!response.ok) throw new AuthError(response.status, say.serverFailed);
  return json(response);
}

/** A refusal (401, 403, 503) has a URL like a success; only a response without one is an error. */
async function post(action: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ ...fields, json: "true" });
  const response = await request(action, { method: "POST", body });
  const { url } = (await json(response)) as { url?: unknown };
  if (response.status >= 500 && typeof url !== "string") throw new AuthError(response.status, say.serverFailed);
  return { url: typeof url === "string" ? url : null, status: response.status, ok: response.ok };
}

async function request(action: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${BASE_PATH}/${action}`, { ...init, headers: { Accept: "application/json" } });
  } catch (cause) {
    throw new AuthError(0, say.signInServerUnreachable, { cause });
  }
}

async function json(response: Response): Promise<object> {
  const value: unknown = await response.json().catch(() => null);
  if (typeof value !== "object" || value === null) {
    throw new AuthError(response.status, say.responseUnreadable);
  }
  return value;
}
