import type { Db } from "~/db/types";
import { answerAuth } from "~/features/auth/auth-endpoints.server";
import { createUser } from "~/features/users/user-queries.server";
import type { Role } from "~/features/users/users";
import { quickHashOf } from "../../support/password";

export const ORIGIN = "http://desk.example.org:4500";
export const NOW = Date.UTC(2026, 2, 1, 9);
export const PASSWORD = "correct horse battery";

const HASH = quickHashOf(PASSWORD);

/** Creates a user who can sign in with `PASSWORD`; returns the id. */
export async function aUser(db: Db, person: { name?: string; email?: string; role?: Role } = {}): Promise<number> {
  const { name = "Ada Lovelace", email = "ada@example.org", role = "agent" } = person;
  const made = await createUser(db, { name, email, role, passwordHash: HASH }, NOW);
  if (!made.ok) throw new Error(made.why);
  return made.id;
}

export type Answer = {
  status: number;
  headers: Headers;
  /** The Set-Cookie lines. */
  cookies: string[];
  location: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON; the tests check its shape.
  json: any;
};

type Sent = { fields?: Record<string, string>; body?: string; type?: string; headers?: Record<string, string> };

/** A browser as the auth endpoints see it: keeps cookies, follows no redirects. Tests set its time, `now`. */
export class Visitor {
  readonly jar = new Map<string, string>();
  now = NOW;
  /** The delays of its sign-ins in milliseconds. Sign-ins really wait for `delayed` instead. */
  readonly delays: number[] = [];
  delayed = Promise.resolve();

  constructor(
    readonly db: Db,
    readonly address = "192.0.2.1",
  ) {}

  get = (path: string, sent: Sent = {}) => this.ask("GET", path, sent);
  post = (path: string, fields: Record<string, string> = {}) => this.ask("POST", path, { fields });

  async ask(method: string, path: string, { fields, body, type, headers = {} }: Sent = {}): Promise<Answer> {
    const url = new URL(`${ORIGIN}/api/auth${path}`);
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(url, {
      method,
      headers: { host: url.host, ...(cookie && { cookie }), ...(type && { "content-type": type }), ...headers },
      ...(fields ? { body: new URLSearchParams(fields) } : body !== undefined && { body }),
    });
    const segments = url.pathname.slice("/api/auth/".length).split("/");
    const { address, now } = this;
    const wait = (ms: number) => {
      this.delays.push(ms);
      return this.delayed;
    };
    const answer = await answerAuth(this.db, { request, segments, address, now, wait });
    const cookies = answer.headers.getSetCookie();
    for (const line of cookies) this.keep(line);
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return {
      status: answer.status,
      headers: answer.headers,
      cookies,
      location: answer.headers.get("location"),
      json: isJson ? await answer.json() : null,
    };
  }

  private keep(line: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; Max-Age=0/.test(line)) this.jar.delete(name);
    else this.jar.set(name, value);
  }

  /** The CSRF token that the visitor's next forms need. */
  async csrfToken(): Promise<string> {
    return (await this.get("/csrf")).json.csrfToken;
  }

  /** Signs in like the client script or, with `json: ""`, like a form without scripts. */
  async signIn(fields: Record<string, string> = {}) {
    const csrfToken = await this.csrfToken();
    const all = { email: "ada@example.org", password: PASSWORD, json: "true", csrfToken, ...fields };
    return this.post("/callback/credentials", all);
  }

  async signOut(fields: Record<string, string> = {}) {
    return this.post("/signout", { csrfToken: await this.csrfToken(), json: "true", ...fields });
  }
}

export const sessionCookieOf = (visitor: Visitor) => visitor.jar.get("next-auth.session-token") ?? null;
