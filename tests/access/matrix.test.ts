import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "~/db/engine.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../support/factories";
import { type FastFetchInit, fastFetch } from "../support/fast-fetch";
import { aStoredFile } from "../support/files";
import { tryEveryCase } from "../support/generated";
import { allRoutes } from "../support/routes";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

/*
 * Domain B6 and B18.5: each kind of person requests each kind of task at every task address, in lists, searches, files
 * and exports. The expected access is restated here from the words of B6, independently of the product's own policy.
 */

const SHARINGS = ["none", "managers", "members"] as const;
type Sharing = (typeof SHARINGS)[number];

type Person = Viewer & { name: string; company?: Sharing; manages?: boolean };
type Kind = { visibility: "open" | "members"; confidential: 0 | 1; sharing: Sharing; away?: "trash" | "spam" };
type SomeTask = Kind & { id: number; word: string; note: string; file: number; noteFile: number };
/** `away`: in trash or spam, readable on a separate page by agents with access. */
type Access = "agent" | "requester" | "away" | null;

const KINDS: Kind[] = [
  ...(["open", "members"] as const).flatMap((visibility) =>
    ([0, 1] as const).flatMap((confidential) => SHARINGS.map((sharing) => ({ visibility, confidential, sharing }))),
  ),
  { visibility: "open", confidential: 0, sharing: "members", away: "trash" },
  { visibility: "members", confidential: 0, sharing: "members", away: "spam" },
];

/** B6, "who has agent access" and "who has requester access". A person with both kinds gets agent access. */
function accessOf(person: Person, { away, ...kind }: Kind): Access {
  const access = standing(person, kind);
  return away ? (access === "agent" ? "away" : null) : access;
}

function standing({ role, name, company, manages }: Person, { visibility, confidential, sharing }: Kind) {
  const inTeam = name === "Member" || name === "Lead";
  if (role === "admin") return "agent";
  if (role === "agent" && ((visibility === "open" && !confidential) || inTeam || name === "Assignee")) return "agent";
  if (name === "Asker" || name === "Copied" || name === "Copied agent") return "requester";
  if (confidential || visibility === "members" || company !== sharing) return null;
  return sharing === "members" || (sharing === "managers" && manages) ? "requester" : null;
}

async function aDesk(db: Db, dataDir: string) {
  const company = async (sharing: Sharing) => {
    const row = { name: `Company ${sharing}`, name_key: `company ${sharing}`, sharing, created_at: 1, updated_at: 1 };
    return (await db.insertInto("organization").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const companies = {
    none: await company("none"),
    managers: await company("managers"),
    members: await company("members"),
  };
  const person = async (make: typeof anAgent, name: string, more: Pick<Person, "company" | "manages"> = {}) => {
    const viewer = await make(db, { name });
    const row = {
      organization_id: more.company ? companies[more.company] : null,
      org_manager: more.manages ? 1 : 0,
    } as const;
    await db.updateTable("user").set(row).where("id", "=", viewer.id).execute();
    return { ...viewer, name, ...more };
  };
  const people: Person[] = [
    await person(anAdmin, "Admin"),
    ...(await Promise.all(
      ["Member", "Lead", "Outsider", "Assignee", "Copied agent"].map((name) => person(anAgent, name)),
    )),
    await person(anAgent, "Agent of a company", { company: "members" }),
    ...(await Promise.all(["Asker", "Copied", "Stranger"].map((name) => person(aRequester, name)))),
  ];
  for (const sharing of SHARINGS) {
    people.push(await person(aRequester, `Colleague, ${sharing}`, { company: sharing }));
    people.push(await person(aRequester, `Manager, ${sharing}`, { company: sharing, manages: true }));
  }
  const named = (name: string) => people.find((one) => one.name === name) as Person;

  const team = async (visibility: Kind["visibility"]) => {
    const made = db.insertInto("team").values({ name: `Team ${visibility}`, is_default: 0, visibility });
    const { id } = await made.returning("id").executeTakeFirstOrThrow();
    const members = [named("Member"), named("Lead")].map((one) => ({ team_id: id, user_id: one.id }));
    await db
      .insertInto("team_member")
      .values(members.map((one, i) => ({ ...one, lead: i === 1 ? (1 as const) : (0 as const) })))
      .execute();
    return id;
  };
  const teams = { open: await team("open"), members: await team("members") };

  const tasks: SomeTask[] = [];
  for (const [i, kind] of KINDS.entries()) {
    const sign = `zq${"abcdefghijklmn"[i]}`; // part of no other word
    const [word, note] = [`${sign}title`, `${sign}note`];
    const made = await aTask(db, {
      requester: named("Asker"),
      title: `${word} jammed`,
      tags: ["common", `${sign}tag`],
    });
    await inTransaction(db, async (tx) => {
      const row = {
        ...{ team_id: teams[kind.visibility], confidential: kind.confidential, assignee_id: named("Assignee").id },
        ...{
          organization_id: companies[kind.sharing],
          put_away: kind.away ?? null,
          put_away_at: kind.away ? NOON : null,
        },
      };
      await tx.updateTable("task").set(row).where("id", "=", made.id).execute();
      for (const { id: user_id } of [named("Copied"), named("Copied agent")]) {
        await tx.insertInto("participant").values({ task_id: made.id, user_id, added_at: 1 }).execute();
      }
      const internal = { kind: "internal", side: "agent", channel: "web", created_at: NOON } as const;
      const text = { body: note, body_html: `<p>${note}</p>`, body_text: note };
      await tx
        .insertInto("message")
        .values({ ...internal, ...text, task_id: made.id, author_id: named("Member").id })
        .execute();
    });
    const attach = async (messageKind: "public" | "internal") => {
      const message = db
        .selectFrom("message")
        .select("id")
        .where("task_id", "=", made.id)
        .where("kind", "=", messageKind);
      const { id: message_id } = await message.executeTakeFirstOrThrow();
      const { sha256, size } = await aStoredFile(db, dataDir, `${messageKind} ${word}`);
      const row = {
        task_id: made.id,
        message_id,
        sha256,
        size,
        name: "log.txt",
        declared_type: "text/plain",
        created_at: NOON,
      };
      return (await db.insertInto("attachment").values(row).returning("id").executeTakeFirstOrThrow()).id;
    };
    const [file, noteFile] = [await attach("public"), await attach("internal")];
    await inTransaction(db, (tx) => reindexTasks(tx, [made.id]));
    tasks.push({ ...kind, id: made.id, word, note, file, noteFile });
  }
  return { people, tasks };
}

/** Starts task ids at a number that is part of no other number on a page. */
async function largeNumbers(db: Db, engine: Engine) {
  const set =
    engine === "sqlite"
      ? sql`insert into sqlite_sequence (name, seq) values ('task', 812300)`
      : sql`select setval(pg_get_serial_sequence('task', 'id'), 812300)`;
  await set.execute(db);
}

const ABOUT_A_TASK = allRoutes().filter(({ pattern }) => pattern.startsWith("/tasks/:id"));
const NOBODYS = 987_654;

/** The page's text without what changes on each load: tokens and the session's expiry. */
const lasting = (text: string) => text.replace(/nonce="[^"]*"|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");

describe.each(ENGINES)("domain B6: access of each kind of person to each kind of task (%s)", (engine) => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof aDesk>>;
  const cookies = new Map<number, string>();
  beforeAll(async () => {
    server = await startServer(engine, { LOG_LEVEL: "error" });
    await largeNumbers(server.db, engine);
    desk = await aDesk(server.db, server.dataDir);
    for (const person of desk.people) cookies.set(person.id, await cookieOf(server.db, person));
  });
  afterAll(() => server.stop());

  async function answerTo(who: Person, path: string, init: FastFetchInit = {}) {
    const answer = await fastFetch(server.origin + path, { ...init, headers: { cookie: cookies.get(who.id) ?? "" } });
    return { status: answer.status, text: lasting(`${answer.text}\n${answer.headers.location}`) };
  }
  const post = (fields: Record<string, string> = {}): FastFetchInit => ({
    method: "POST",
    body: new URLSearchParams({ body: "x", title: "x", requestKey: aKey(), ...fields }),
  });
  /** The same answer without the requested id. */
  const unnumbered = ({ status, text }: Awaited<ReturnType<typeof answerTo>>, id: number) => ({
    status,
    text: text.replaceAll(String(id), "ID"),
  });
  const pairs = () => desk.people.flatMap((person) => desk.tasks.map((task) => ({ person, task })));
  /** The second engine runs other SQL, but its pages render the same. */
  const dataAlone = engine === "sqlite" ? "" : "/_payload.json";
  const named = ({ person, task }: { person: Person; task: SomeTask }) =>
    `${person.name}: ${task.visibility}, ${task.confidential ? "confidential, " : ""}${task.away ?? task.sharing}`;

  test("covers the task's page, notes and files", async () => {
    for (const pair of pairs()) {
      const { person, task } = pair;
      const access = accessOf(person, task);
      // A task in trash or spam has a separate page, which its own address redirects to.
      const at = access === "away" ? `/tasks/${task.id}/trash` : `/tasks/${task.id}`;
      if (access === "away") expect(await answerTo(person, `/tasks/${task.id}`)).toMatchObject({ status: 302 });
      const page = await answerTo(person, at + dataAlone);
      const about = { page: page.status, title: page.text.includes(task.word), note: page.text.includes(task.note) };
      expect({ of: named(pair), ...about }).toEqual({
        ...{
          of: named(pair),
          page: access ? 200 : 404,
          title: access !== null,
          note: access === "agent" || access === "away",
        },
      });
      const files = [
        await answerTo(person, `/attachments/${task.file}`),
        await answerTo(person, `/attachments/${task.noteFile}`),
      ];
      const expected = [access ? 200 : 404, access === "agent" || access === "away" ? 200 : 404];
      expect([named(pair), ...files.map(({ status }) => status)]).toEqual([named(pair), ...expected]);
    }
  });

  test("covers lists, searches, the palette, suggestions, explanations and exports", async () => {
    const notes = `(${desk.tasks.map(({ note }) => note).join(" OR ")})`;
    for (const [i, person] of desk.people.entries()) {
      const [works, asks] = [
        desk.tasks.filter((task) => accessOf(person, task) === "agent"),
        desk.tasks.filter((task) => accessOf(person, task) === "requester"),
      ];
      const away = desk.tasks.flatMap((task) => (accessOf(person, task) === "away" ? [task.word] : []));
      const seen = [...works, ...asks].map(({ word }) => word).sort();
      const inside = (text: string, of: "word" | "note" = "word") =>
        desk.tasks.flatMap((task) => (text.includes(task[of]) ? [task.word] : [])).sort();
      const isRequester = person.role === "requester";
      for (const path of [
        ...(dataAlone ? [] : ["/tasks"]),
        "/tasks/_payload.json",
        `/search${dataAlone}?q=jammed`,
        `/search${dataAlone}?q=title:jammed+sort:created`,
      ]) {
        const all = isRequester && path.startsWith("/tasks") ? `${path}?whose=all` : path;
        expect([person.name, path, inside((await answerTo(person, all)).text)]).toEqual([person.name, path, seen]);
      }
      const putAway = await answerTo(person, "/search?q=jammed+(is:trashed+OR+is:spam)");
      expect([person.name, "put away", inside(putAway.text)]).toEqual([person.name, "put away", away]);
      const noted = await answerTo(person, `/search/_payload.json?${new URLSearchParams({ q: notes })}`);
      expect([person.name, noted.status, inside(noted.text)]).toEqual([
        ...[person.name, 200],
        works.map(({ word }) => word).sort(),
      ]);
      for (const [j, task] of desk.tasks.entries()) {
        if (tryEveryCase || i % desk.tasks.length === j) {
          const note = await answerTo(person, `/search/_payload.json?q=${task.note}`);
          expect([person.name, inside(note.text)]).toEqual([person.name, works.includes(task) ? [task.word] : []]);
          for (const words of [task.word, task.note, String(task.id)]) {
            const found = await answerTo(person, `/search/palette?q=${words}`);
            const expected = works.includes(task) || (words !== task.note && asks.includes(task)) ? [task.word] : [];
            expect([person.name, words, inside(found.text)]).toEqual([person.name, words, expected]);
          }
        }
        const why = await answerTo(person, `/search/explanation/_payload.json?q=jammed&task=${task.id}`);
        expect([person.name, inside(why.text)]).toEqual([
          person.name,
          [...seen, ...away].includes(task.word) ? [task.word] : [],
        ]);
      }
      const tags = await answerTo(person, "/tasks/tags?q=zq");
      if (isRequester) expect(tags.status).toBe(404);
      else {
        const suggested = desk.tasks.flatMap((task) =>
          tags.text.includes(`${task.word.slice(0, 3)}tag`) ? [task.word] : [],
        );
        expect([person.name, suggested.every((word) => works.some((task) => task.word === word))]).toEqual([
          person.name,
          true,
        ]);
      }
      const csv = await answerTo(person, "/tasks/export?status=any", post());
      if (isRequester) expect(csv.status).toBe(403);
      else expect([person.name, inside(csv.text)]).toEqual([person.name, seen]);
    }
  });

  test("makes denied tasks byte-identical to missing ones at every address, and unchanged", async () => {
    const before = await server.db.selectFrom("task").selectAll().orderBy("id").execute();
    // Spreads the addresses over the pairs: agents and requesters get each address at some task.
    const every = tryEveryCase ? 1 : engine === "sqlite" ? 20 : 40;
    const nowhere = new Map<string, Awaited<ReturnType<typeof answerTo>>>();
    const askNowhere = async (person: Person, path: string, init?: FastFetchInit) => {
      const key = `${person.name} ${init?.method} ${path}`;
      const known = nowhere.get(key) ?? unnumbered(await answerTo(person, path, init), NOBODYS);
      nowhere.set(key, known);
      return known;
    };
    const asked = new Set<string>();
    for (const [i, pair] of pairs()
      .filter(({ person, task }) => accessOf(person, task) === null)
      .entries()) {
      const { person, task } = pair;
      for (const [j, { pattern }] of ABOUT_A_TASK.entries()) {
        if ((i + j) % every !== 0) continue;
        const path = (id: number) => pattern.replace(":id", String(id)).replace(/:[a-zA-Z]+/g, "1");
        for (const init of [undefined, post()]) {
          const theirs = unnumbered(await answerTo(person, path(task.id), init), task.id);
          const where = `${named(pair)} ${init?.method ?? "GET"} ${pattern}`;
          expect([where, theirs]).toEqual([where, await askNowhere(person, path(NOBODYS), init)]);
          asked.add(`${person.role} ${pattern}`);
        }
      }
    }
    const roles = engine === "sqlite" ? ["agent", "requester"] : ["requester"];
    expect([...asked]).toEqual(
      expect.arrayContaining(roles.flatMap((role) => ABOUT_A_TASK.map(({ pattern }) => `${role} ${pattern}`))),
    );
    expect(await server.db.selectFrom("task").selectAll().orderBy("id").execute()).toEqual(before);
  });
});
