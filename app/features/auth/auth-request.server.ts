import { hash, timingSafeEqual } from "node:crypto";
import { readCookie, setCookie } from "~/http/cookies.server";
import { badRequest } from "~/http/error-responses.server";
import { authOrigin } from "~/http/origin.server";
import { randomToken } from "~/lib/random.server";
import { secretOf, settings } from "~/lib/settings.server";
import { type AuthCookies, authCookies } from "./auth-cookies.server";
import * as say from "./auth-copy";
import { acceptedCallbackUrl } from "./callback-url";

/** `token` is what a form sends back; `cookie` is `token|hash`, or null to keep the visitor's cookie. */
type Csrf = { token: string; cookie: string | null };

/**
 * The token in the visitor's valid cookie, else a new pair.
 *
 * Shape   "<64 hex digits>|<64 hex digits>": the token, and the SHA-256 of the token directly followed by the secret.
 */
export function csrfOf(cookie: string | undefined, secret: string): Csrf {
  const token = tokenIn(cookie, secret);
  if (token) return { token, cookie: null };
  const fresh = randomToken();
  return { token: fresh, cookie: `${fresh}|${hashOf(fresh, secret)}` };
}

/** True if the cookie was made with our secret and the form repeats its token. */
export function csrfIsVerified(cookie: string | undefined, field: string | undefined, secret: string): boolean {
  const token = tokenIn(cookie, secret);
  return token !== null && field !== undefined && same(token, field);
}

function tokenIn(cookie: string | undefined, secret: string): string | null {
  const [token = "", hash = "", ...rest] = (cookie ?? "").split("|");
  if (!/^[0-9a-f]{64}$/.test(token) || rest.length > 0) return null;
  return same(hash, hashOf(token, secret)) ? token : null;
}

const hashOf = (token: string, secret: string) => hash("sha256", `${token}${secret}`);

/** Constant-time comparison. */
function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const BASE_PATH = "/api/auth";

/** Fields of a POST, from a form or JSON. The first of a repeated field counts. */
export type Fields = ReadonlyMap<string, string>;

export type AuthRequest = {
  request: Request;
  query: URLSearchParams;
  fields: Fields;
  origin: string;
  cookies: AuthCookies;
  csrfToken: string;
  csrfIsVerified: boolean;
  /** Where to go afterwards: absolute, on this site. */
  callbackUrl: string;
  /** Set-Cookie lines for the token and callback URL, if they changed. */
  upkeep: string[];
};

/** Reads a request to an auth endpoint. Throws 400 for an invalid host or a body that is neither form nor JSON. */
export async function readAuthRequest(request: Request): Promise<AuthRequest> {
  const { origin, cookies, secret } = surroundings(request);
  const { searchParams: query } = new URL(request.url);
  const fields: Fields = request.method === "POST" ? await readFields(request) : new Map();

  const csrfCookie = readCookie(request, cookies.csrf) ?? undefined;
  const csrf = csrfOf(csrfCookie, secret);
  const remembered = readCookie(request, cookies.callbackUrl);
  const wanted = fields.get("callbackUrl") || query.get("callbackUrl") || remembered;
  const callbackUrl = acceptedCallbackUrl(wanted, origin);

  const upkeep: string[] = [];
  if (csrf.cookie) upkeep.push(setCookie(cookies.csrf, csrf.cookie, cookies));
  if (callbackUrl !== remembered) upkeep.push(setCookie(cookies.callbackUrl, callbackUrl, cookies));
  return {
    request,
    query,
    fields,
    origin,
    cookies,
    csrfToken: csrf.token,
    csrfIsVerified: csrfIsVerified(csrfCookie, fields.get("csrfToken"), secret),
    callbackUrl,
    upkeep,
  };
}

/** The token for a form in a page, and the cookie to send with it; null if the visitor has it already. */
export function csrfForPage(request: Request): { csrfToken: string; setCookie: string | null } {
  const { cookies, secret } = surroundings(request);
  const csrf = csrfOf(readCookie(request, cookies.csrf) ?? undefined, secret);
  return { csrfToken: csrf.token, setCookie: csrf.cookie && setCookie(cookies.csrf, csrf.cookie, cookies) };
}

function surroundings(request: Request) {
  const origin = authOrigin(request, settings());
  if (!origin) throw badRequest(say.noValidHost);
  return { origin, cookies: authCookies(origin), secret: secretForTokens() };
}

let secret: string | undefined;
function secretForTokens(): string {
  secret ??= secretOf(settings());
  return secret;
}

async function readFields(request: Request): Promise<Fields> {
  const type = request.headers.get("content-type") ?? "";
  try {
    return /^application\/json\b/i.test(type) ? fromJson(await request.json()) : fromForm(await request.formData());
  } catch (error) {
    if (error instanceof Response) throw error; // too large
    throw badRequest(say.bodyUnreadable);
  }
}

function fromForm(form: FormData): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** Keeps plain values, as text: `json: true` becomes `json=true`. */
function fromJson(body: unknown): Fields {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new Error("not an object");
  const plain = Object.entries(body).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return new Map(plain.map(([name, value]) => [name, String(value)]));
}
