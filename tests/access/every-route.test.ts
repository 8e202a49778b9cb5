import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "~/db/engine.server";
import { ENGINES } from "../support/database";
import { type FastFetchInit, fastFetch } from "../support/fast-fetch";
import { tryEveryCase } from "../support/generated";
import { type AppRoute, allRoutes } from "../support/routes";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";
import { aSecretDesk, MERGED_TASK, SECRETS, type SecretDesk } from "./secret-desk";

/*
 * Requests every address in every way a browser or a program can, as each kind of visitor. A response must not contain
 * a word that its visitor may not read. The addresses come from the compiler, so new routes are covered, too.
 */

const ADDRESSES = allRoutes();
/** The mail log, mail keys and calendars are for admins only. */
const FOR_ADMINS = [SECRETS.mailSubject, SECRETS.mailKey, SECRETS.calendarName];
/** Agents see which address they reply from, and the source of emails on their tasks. */
const MAIL_ON_TASKS = [SECRETS.mailAddress, SECRETS.mailSource, SECRETS.mailCopy];
const PUBLIC =
  /^\/(login|api\/auth|api\/mail|builds?|icons|favicon|sw\.js|manifest|offline|login\.js|healthz|readyz|metrics|colours|logos)/;

type Way = { name: string; address: (path: string, id: string) => string; init?: FastFetchInit };

const form = { method: "POST", body: new URLSearchParams({ title: "t", body: "b", status: "closed", query: "q" }) };
/** Search words, a macro and another task's history: everything pages read from a query. */
const QUERY = `q=${half(SECRETS.otherTitle)}&requester=${half(SECRETS.note)}&macro=1&of=${MERGED_TASK}`;

const DOCUMENT: Way = { name: "document", address: (path) => path, init: { headers: { accept: "text/html" } } };
const QUERIED: Way = { name: "with query parameters", address: (path) => `${path}?${QUERY}` };
const POSTED: Way = { name: "POST", address: (path) => path, init: form };
const FETCHED: Way = { name: "?_data", address: (path, id) => `${path}?_data=${encodeURIComponent(id)}` };

const WAYS: Way[] = [
  ...[DOCUMENT, QUERIED, POSTED, FETCHED],
  { name: "JSON", address: (path) => path, init: { headers: { accept: "application/json" } } },
  { name: ".data", address: (path) => data(path) },
  { name: ".data?_routes", address: (path, id) => `${data(path)}?_routes=${encodeURIComponent(id)}` },
  { name: "payload", address: (path) => (path.endsWith(".json") ? path : `${path.replace(/\/$/, "")}/_payload.json`) },
  { name: "POST .data", address: (path) => data(path), init: form },
  { name: "POST ?_data", address: (path, id) => `${path}?_data=${encodeURIComponent(id)}`, init: form },
  { name: "PUT", address: (path) => path, init: { ...form, method: "PUT" } },
];

/** A prefix finds the word, and echoing the query back doesn't count as a leak. */
function half(word: string) {
  return word.slice(0, -4);
}

const data = (path: string) => (path === "/" ? "/_root.data" : `${path.replace(/\/$/, "")}.data`);

/** The pattern filled in with ids that exist, each on the task that owns it. */
function pathsOf(pattern: string, desk: SecretDesk): string[] {
  if (!/[:*]/.test(pattern)) return [pattern];
  return realValues(pattern, desk).map((values) =>
    pattern.replace(/:([a-z]+)\??/gi, (_, name) => String(values[name] ?? values.id)).replace("*", "no/such/page"),
  );
}

function realValues(pattern: string, desk: SecretDesk): Record<string, number | string>[] {
  const { ritasTask, ottosTask, sharedTask, files, messages, changes, drafts, otto, rita, organization, deliveries } =
    desk;
  const each = (all: object) => Object.values(all).map((id) => ({ id }));
  if (pattern.includes(":messageId")) {
    return [
      { id: ottosTask, messageId: messages.ottos },
      { id: ritasTask, messageId: messages.note },
      { id: ritasTask, messageId: messages.held },
      { id: sharedTask, messageId: messages.shared },
    ];
  }
  if (pattern.includes(":deliveryId")) {
    return [
      { id: ottosTask, deliveryId: deliveries.ottos },
      { id: sharedTask, deliveryId: deliveries.shared },
    ];
  }
  if (pattern.includes(":change")) {
    return [
      { id: ottosTask, change: changes.ottos },
      { id: ritasTask, change: changes.ritas },
      { id: sharedTask, change: changes.ritas },
    ];
  }
  if (pattern.includes("/attachments/")) return each(files).map((file) => ({ ...file, name: "any.txt" }));
  if (pattern.includes("/uploads/")) return each(files);
  if (pattern.includes("/drafts/")) return each(drafts);
  if (pattern.includes(":key")) return [{ key: pattern.includes("/types/") ? "incident" : "on_hold" }];
  if (pattern.includes(":host")) return [{ host: "localhost" }];
  if (pattern.includes(":kind")) return [{ kind: "acknowledgement" }];
  if (/^\/settings\/addresses\/(log|quarantine)\//.test(pattern)) return [{ id: desk.mail }];
  if (pattern.startsWith("/settings/addresses/")) return [{ id: desk.mailAddress }];
  if (pattern.startsWith("/settings/calendars/")) return [{ id: desk.calendar }];
  if (pattern.startsWith("/settings/service-levels/")) return [{ id: desk.policy }];
  if (pattern.startsWith("/settings/rules/")) return [{ id: desk.rule }];
  if (pattern.startsWith("/macros/")) return [{ id: desk.macro }];
  if (pattern.includes("/bulk/")) return [{ id: desk.bulk }];
  if (pattern.includes("/users/")) return each([otto.id, rita.id]);
  if (pattern.includes("/organizations/")) return each([organization]);
  return each([ritasTask, ottosTask, sharedTask]);
}

/** Picks the ways to request the nth path of an address. */
type WaysOf = (address: AppRoute, place: number, places: number) => readonly Way[];

const isPayload = ({ id }: AppRoute) => id.endsWith("/_payload.json");
const PAYLOADS = new Set(ADDRESSES.filter(isPayload).map(({ id }) => id));

/**
 * Each kind of response once. A payload reads the same query as its page. The second engine runs other SQL, not other
 * ways of asking, and access to a way doesn't depend on who works on what. So all ways run on one engine only, as a
 * visitor and as a requester.
 */
const eachKind: WaysOf = (address) => {
  if (tryEveryCase) return [DOCUMENT, QUERIED, POSTED];
  if (isPayload(address)) return [QUERIED];
  return PAYLOADS.has(`${address.id}/_payload.json`) ? [DOCUMENT, POSTED] : [DOCUMENT, QUERIED, POSTED];
};

/** All ways: those of browsers and forms for every path, each other way for one of the paths. */
const everyWay: WaysOf = (address, place, places) => {
  if (tryEveryCase) return WAYS;
  // A payload has no component and no other address, so it gives its data in few ways.
  const ways = isPayload(address) ? [DOCUMENT, QUERIED, POSTED, FETCHED] : WAYS;
  const everywhere = isPayload(address) ? [DOCUMENT, QUERIED] : [DOCUMENT, QUERIED, POSTED, FETCHED];
  return ways.filter((way, n) => everywhere.includes(way) || n % places === place);
};

type Asked = { asked: string; to: string; init: FastFetchInit | undefined };
type Answer = { asked: string; status: number; text: string };

async function everythingAsked(
  server: TestServer,
  desk: SecretDesk,
  cookie: string | null,
  { addresses = ADDRESSES, ways = engineOf(server.db) === "sqlite" ? everyWay : eachKind } = {},
) {
  // A visitor without a session is stopped before the parameters matter.
  const places = (pattern: string) => pathsOf(pattern, desk).slice(0, cookie ? undefined : 1);
  const answers: Answer[] = [];
  const known = new Set<string>();
  for (const one of addresses) {
    const paths = places(one.pattern);
    for (const [place, path] of paths.entries()) {
      const questions = ways(one, place, paths.length).map(({ name, address, init }) => ({
        asked: `${name} ${path}`,
        to: address(path, one.id),
        init,
      }));
      // A payload is both an address and a way to request its page: the same question.
      const fresh = questions.filter(({ to, init }) => {
        const question = JSON.stringify([to, init?.method, init?.headers]);
        return !known.has(question) && known.add(question);
      });
      const answer = (question: Asked) => answerTo(server, cookie, question);
      // Reads run in parallel; requests that may change something follow one by one.
      answers.push(...(await Promise.all(fresh.filter(({ init }) => !init?.method).map(answer))));
      for (const question of fresh.filter(({ init }) => init?.method)) answers.push(await answer(question));
    }
  }
  return answers;
}

async function answerTo({ origin }: TestServer, cookie: string | null, { asked, to, init }: Asked): Promise<Answer> {
  const { status, headers, text } = await fastFetch(origin + to, {
    ...init,
    headers: { ...init?.headers, ...(cookie && { cookie }) },
  });
  return { asked, status, text: `${text}\n${headers.location ?? ""}\n${headers["set-cookie"]?.join(";")}` };
}

/** One check per response: an `expect` per word took longer than the product. */
const found = (words: readonly string[], text: string) => words.filter((word) => text.includes(word));

/** Rows that no request from the requester may touch. */
async function whatIsNotHers({ db }: TestServer, { ottosTask, rita, files, messages }: SecretDesk) {
  const inner = [messages.ottos, messages.note, messages.held];
  return [
    await db.selectFrom("task").selectAll().where("id", "=", ottosTask).execute(),
    await db.selectFrom("message").selectAll().where("id", "in", inner).orderBy("id").execute(),
    await db.selectFrom("draft").selectAll().where("user_id", "!=", rita.id).orderBy("id").execute(),
    await db.selectFrom("attachment").selectAll().where("id", "in", Object.values(files)).orderBy("id").execute(),
    await db.selectFrom("change_set").selectAll().orderBy("id").execute(),
    await db.selectFrom("delivery").selectAll().orderBy("id").execute(),
  ];
}

describe.each(ENGINES)("behaviour 3, 8 and 11: every route, with every method (%s)", (engine) => {
  let server: TestServer;
  let desk: SecretDesk;
  beforeAll(async () => {
    server = await startServer(engine, { LOG_LEVEL: "error" });
    desk = await aSecretDesk(server.db, server.dataDir);
  });
  afterAll(() => server.stop());

  test("shows a visitor without a session nothing internal", async () => {
    for (const { asked, status, text } of await everythingAsked(server, desk, null)) {
      expect(found(Object.values(SECRETS), text), asked).toEqual([]);
      expect(status, asked).toBeLessThan(500);
      const path = asked.split(" ").at(-1) ?? "";
      if (!PUBLIC.test(path)) expect([202, 302, 400, 401, 403, 405], asked).toContain(status);
    }
  });

  test("shows a requester nothing internal or other people's, and lets them change none of it", async () => {
    const before = await whatIsNotHers(server, desk);
    const answers = await everythingAsked(server, desk, await cookieOf(server.db, desk.rita));
    const { ownTitle: _, ownFile: __, ...notHers } = SECRETS;
    for (const { asked, status, text } of answers) {
      expect(found(Object.values(notHers), text), asked).toEqual([]);
      expect(status, asked).toBeLessThan(500);
    }
    // Otherwise the test would pass for a requester who sees nothing at all.
    expect(answers.some(({ text }) => text.includes(SECRETS.ownTitle))).toBe(true);
    expect(answers.some(({ text }) => text.includes("A task for two"))).toBe(true);
    expect(await whatIsNotHers(server, desk), "the requester changed nothing off limits").toEqual(before);
  });

  test("shows an agent the whole desk, but no password hash and no admin settings", async () => {
    const answers = await everythingAsked(server, desk, await cookieOf(server.db, desk.ada), { ways: eachKind });
    for (const { asked, status, text } of answers) {
      expect(found([SECRETS.hash, ...FOR_ADMINS], text), asked).toEqual([]);
      expect(status, asked).toBeLessThan(500);
    }
    expect(answers.some(({ text }) => text.includes(SECRETS.note))).toBe(true);
    expect(answers.some(({ text }) => text.includes(SECRETS.heldReply))).toBe(true);
    expect(answers.some(({ text }) => text.includes(`The content of ${SECRETS.noteFile}`))).toBe(true);
    expect(answers.some(({ text }) => text.includes(SECRETS.otherTitle))).toBe(true);
    const ofMerged = answers.find(({ asked }) => asked === `${QUERIED.name} /tasks/${desk.sharedTask}/_payload.json`);
    expect(ofMerged?.text).toContain(SECRETS.mergedNote);
    for (const word of [
      SECRETS.otherRating,
      SECRETS.snoozedUntil,
      SECRETS.sharedReply,
      SECRETS.sharedNote,
      ...MAIL_ON_TASKS,
    ]) {
      expect(
        answers.some(({ text }) => text.includes(word)),
        word,
      ).toBe(true);
    }
  });

  test("shows an admin calendars and received mail with its source, but no password hash", async () => {
    const about = ADDRESSES.filter(({ pattern }) => /^\/settings\/(addresses|calendars)/.test(pattern));
    const ways = WAYS.filter(({ name }) => name === "document");
    const answers = await everythingAsked(server, desk, await cookieOf(server.db, desk.root), {
      addresses: about,
      ways: () => ways,
    });
    for (const word of [...FOR_ADMINS, SECRETS.mailAddress, SECRETS.mailSource])
      expect(
        answers.some(({ text }) => text.includes(word)),
        word,
      ).toBe(true);
    for (const { asked, text, status } of answers) {
      expect(text, asked).not.toContain(SECRETS.hash);
      expect(status, asked).toBeLessThan(500);
    }
  });

  test.each([
    ["a confidential task", { confidential: 1, visibility: "open" }],
    ["a task that only its team can see", { confidential: 0, visibility: "members" }],
  ] as const)("shows an agent without access nothing of %s", async (_, { confidential, visibility }) => {
    const { db } = server;
    await db.updateTable("task").set({ confidential, assignee_id: null }).where("id", "=", desk.ottosTask).execute();
    await db.updateTable("team").set({ visibility }).execute();
    await db.deleteFrom("team_member").where("user_id", "=", desk.ada.id).execute();
    const before = await whatIsNotHers(server, desk);
    const about = ADDRESSES.filter(({ pattern }) => /tasks|search|attachments|drafts/.test(pattern));
    const hers = await cookieOf(server.db, desk.ada);
    const hidden = [SECRETS.otherTitle, SECRETS.otherBody, SECRETS.otherFile, SECRETS.mailSource];
    const narrow = { addresses: about, ways: eachKind };
    for (const { asked, status, text } of await everythingAsked(server, desk, hers, narrow)) {
      expect(found(hidden, text), asked).toEqual([]);
      expect(status, asked).toBeLessThan(500);
    }
    const [task] = await whatIsNotHers(server, desk);
    expect(task, "the agent didn't change the task").toEqual(before[0]);
  });

  test("answers another requester's task with the same bytes as a missing one", async () => {
    const cookie = await cookieOf(server.db, desk.rita);
    const answerOf = async (id: number, suffix: string, kind = "tasks") => {
      const { status, text } = await fastFetch(`${server.origin}/${kind}/${id}${suffix}`, { headers: { cookie } });
      const random = /nonce="[^"]*"|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g; // tokens and the session's expiry
      return { status, text: text.replace(random, "").replaceAll(String(id), "ID") };
    };
    for (const suffix of ["", ".data", "/_payload.json"]) {
      const [others, none] = [await answerOf(desk.ottosTask, suffix), await answerOf(987_654, suffix)];
      expect(others.status, suffix).toBe(404);
      expect(others, suffix).toEqual(none);
    }
    for (const file of [desk.files.ottos, desk.files.note]) {
      const [hidden, none] = [await answerOf(file, "", "attachments"), await answerOf(987_654, "", "attachments")];
      expect(hidden).toEqual(none);
    }
  });
});
