import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../support/database";
import { everyAddress } from "../support/routes";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";
import { aSecretDesk, type SecretDesk, WORDS } from "./secret-desk";

/*
 * Asks every address the product has, in every way a browser or a program can, as everybody who might ask. What they get
 * must not hold a single word they may not read. The addresses come from the compiler, so a new route is asked as well.
 */

const ADDRESSES = everyAddress();
const PUBLIC = /^\/(login|api\/auth|builds|sw\.js|manifest|offline|login\.js|healthz)/;

type Way = { name: string; address: (path: string, id: string) => string; init?: RequestInit };

const form = { method: "POST", body: new URLSearchParams({ title: "t", body: "b", status: "closed", query: "q" }) };
const WAYS: Way[] = [
  { name: "document", address: (path) => path, init: { headers: { accept: "text/html" } } },
  { name: "JSON", address: (path) => path, init: { headers: { accept: "application/json" } } },
  { name: ".data", address: (path) => data(path) },
  { name: ".data?_routes", address: (path, id) => `${data(path)}?_routes=${encodeURIComponent(id)}` },
  { name: "?_data", address: (path, id) => `${path}?_data=${encodeURIComponent(id)}` },
  { name: "payload", address: (path) => (path.endsWith(".json") ? path : `${path.replace(/\/$/, "")}/_payload.json`) },
  { name: "search in it", address: (path) => `${path}?q=${half(WORDS.otherTitle)}&requester=${half(WORDS.note)}` },
  { name: "POST", address: (path) => path, init: form },
  { name: "POST .data", address: (path) => data(path), init: form },
  { name: "POST ?_data", address: (path, id) => `${path}?_data=${encodeURIComponent(id)}`, init: form },
  { name: "PUT", address: (path) => path, init: { ...form, method: "PUT" } },
];

/** The beginning of a word finds it, but repeating the question does not give it away. */
const half = (word: string) => word.slice(0, -4);

const data = (path: string) => (path === "/" ? "/_root.data" : `${path.replace(/\/$/, "")}.data`);

/** The pattern with each parameter as one of the desk's tasks or people. */
function pathsOf(pattern: string, desk: SecretDesk): string[] {
  const filled = (value: string) => pattern.replace(/:[a-z]+/gi, value).replace("*", "no/such/page");
  if (!/[:*]/.test(pattern)) return [pattern];
  const id = pattern.includes("users") ? [desk.otto.id, desk.rita.id] : [desk.ritasTask, desk.ottosTask];
  return [...new Set(id.map((value) => filled(String(value))))];
}

async function everythingAsked(server: TestServer, desk: SecretDesk, cookie: string | null) {
  const answers: { asked: string; status: number; location: string | null; text: string }[] = [];
  for (const { id, pattern } of ADDRESSES) {
    for (const path of pathsOf(pattern, desk)) {
      for (const { name, address, init } of WAYS) {
        const headers = { ...(init?.headers as Record<string, string>), ...(cookie && { cookie }) };
        const answer = await fetch(server.origin + address(path, id), { ...init, headers, redirect: "manual" });
        const cookies = answer.headers.getSetCookie().join(";");
        const text = `${await answer.text()}\n${answer.headers.get("Location") ?? ""}\n${cookies}`;
        answers.push({
          asked: `${name} ${path}`,
          status: answer.status,
          location: answer.headers.get("Location"),
          text,
        });
      }
    }
  }
  return answers;
}

describe.each(ENGINES)("behaviour 3, 8 and 11: every address, asked in every way (%s)", (engine) => {
  let server: TestServer;
  let desk: SecretDesk;
  beforeAll(async () => {
    server = await startServer(engine);
    desk = await aSecretDesk(server.db);
  });
  afterAll(() => server.stop());

  test("gives nobody a word of what is inside", async () => {
    for (const { asked, status, text } of await everythingAsked(server, desk, null)) {
      for (const word of Object.values(WORDS)) expect(text, asked).not.toContain(word);
      expect(status, asked).toBeLessThan(500);
      const path = asked.split(" ").at(-1) ?? "";
      if (!PUBLIC.test(path)) expect([202, 302, 400, 401, 403, 405], asked).toContain(status);
    }
  });

  test("gives a requester nothing internal and nothing of other people's", async () => {
    const answers = await everythingAsked(server, desk, await cookieOf(server.db, desk.rita));
    for (const { asked, status, text } of answers) {
      for (const word of [
        WORDS.note,
        WORDS.otherTitle,
        WORDS.otherBody,
        WORDS.otherNote,
        WORDS.agentMail,
        WORDS.hash,
      ]) {
        expect(text, asked).not.toContain(word);
      }
      expect(status, asked).toBeLessThan(500);
    }
    // The question itself would prove nothing if she saw nothing at all.
    expect(answers.some(({ text }) => text.includes(WORDS.ownTitle))).toBe(true);
  });

  test("gives an agent the whole desk, but no password", async () => {
    const answers = await everythingAsked(server, desk, await cookieOf(server.db, desk.ada));
    for (const { asked, status, text } of answers) {
      expect(text, asked).not.toContain(WORDS.hash);
      expect(status, asked).toBeLessThan(500);
    }
    expect(answers.some(({ text }) => text.includes(WORDS.note))).toBe(true);
    expect(answers.some(({ text }) => text.includes(WORDS.otherTitle))).toBe(true);
  });

  test("answers a task that is not hers with the same bytes as one that does not exist", async () => {
    const cookie = await cookieOf(server.db, desk.rita);
    const ask = async (id: number, suffix: string) => {
      const answer = await fetch(`${server.origin}/tasks/${id}${suffix}`, { headers: { cookie }, redirect: "manual" });
      const text = await answer.text();
      const random = /[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g; // tokens, and when the session ends
      return { status: answer.status, text: text.replace(random, "").replaceAll(String(id), "ID") };
    };
    for (const suffix of ["", ".data", "/_payload.json"]) {
      const [others, none] = [await ask(desk.ottosTask, suffix), await ask(987_654, suffix)];
      expect(others.status, suffix).toBe(404);
      expect(others, suffix).toEqual(none);
    }
  });
});
