import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { explainTask } from "~/features/search/explain-task.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES, freshDatabase } from "../../support/database";
import { aCustomField } from "../../support/factories";
import { cases } from "../../support/generated";
import { anOrganization, aSearchablePerson, aSearchableTask, aSearchableTeam } from "../../support/search-desk";

const NOW = Date.UTC(2026, 2, 11, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TASKS = 200;
const WORDS = [
  "red",
  "Rot",
  "größe",
  "grosse",
  "プリンター",
  "障害",
  "e-mail",
  "a1",
  "#7",
  "net/vpn",
  "🙂",
  "印刷できない",
];
const STATUSES = ["new", "in_progress", "waiting_requester", "on_hold", "resolved", "closed"];

/** The same tasks on each engine: text of few words, so that queries match, and every kind of data. */
async function aDesk(db: Db): Promise<Viewer[]> {
  const organization = await anOrganization(db, "Rot & Söhne");
  const ada = await aSearchablePerson(db, { name: "Ada", email: "ada@desk.example", role: "agent" });
  const root = await aSearchablePerson(db, { name: "Root", role: "admin" });
  const ana = await aSearchablePerson(db, { name: "Ana Díaz", email: "ana@example.org", organization });
  const bob = await aSearchablePerson(db, { name: "Bob", email: "bob@example.org" });
  const further = [
    { user_id: ana.id, email: "Ana@two.example", email_key: "ana@two.example", created_at: NOW },
    { user_id: bob.id, email: "bob@two.example", email_key: "bob@two.example", created_at: NOW },
    { user_id: bob.id, email: "b@three.example", email_key: "b@three.example", created_at: NOW },
  ];
  await db.insertInto("user_address").values(further).execute();
  const open = await aSearchableTeam(db, "Größe", { members: [ada.id] });
  const closed = await aSearchableTeam(db, "Closed", { members: [root.id], closed: true });
  const options = ["north", "south"].map((key) => ({ key, label: `${key} wing`, enabled: true }));
  for (const [key, kind, more] of [
    ["place", "text", { visibility: "requester_read", types: ["incident"] }],
    ["cost", "number", {}],
    ["expiry", "date", { visibility: "requester_read", showIf: { field: "wing", is: "is", value: "north" } }],
    ["visit", "datetime", {}],
    ["vip", "boolean", { visibility: "requester_read" }],
    ["wing", "select", { options }],
    ["wings", "multiselect", { options, visibility: "requester_read" }],
    ["buyer", "user", {}],
  ] as const) {
    await aCustomField(db, { key, label: key, kind, ...more });
  }

  const people = [ada.id, root.id, ana.id, bob.id];
  for (let i = 1; i <= TASKS; i++) {
    // Pseudo-random, but the same on every run.
    const pick = <T>(of: readonly T[], salt: number) =>
      of[(i * (salt * 2 + 7) + Math.floor(i / (salt + 3))) % of.length] as T;
    const maybe = <T>(value: T, salt: number, outOf = 3) =>
      pick([...Array(outOf).keys()], salt) === 0 ? value : undefined;
    const word = (salt: number) => pick(WORDS, salt);
    const ago = (salt: number) =>
      NOW - pick([0, 1, 2, 5, 8, 13, 21, 40, 70], salt) * DAY - pick([0, 1, 5], salt) * HOUR;
    const soon = (salt: number) => NOW + pick([-9, -2, 0, 1, 3, 20], salt) * DAY + pick([-3, 1, 3], salt) * HOUR;
    const status = pick(STATUSES, 1);
    const requester = pick([ana.id, bob.id, bob.id, ada.id], 2);
    await aSearchableTask(db, {
      ...{
        title: `${word(3)} ${word(4)}`,
        requester,
        createdBy: pick(people, 5),
        assignee: maybe(pick(people.slice(0, 2), 6), 7) ?? null,
      },
      ...{ team: maybe(open, 8) ?? maybe(closed, 9, 4), organization: requester === ana.id ? organization : null },
      ...{ status, open: STATUSES.indexOf(status) < 4 ? 1 : 0, type: pick(["incident", "request", "question"], 10) },
      ...{ priority: pick([1, 2, 3, 4], 11), tags: pick([[], [], ["rot"], ["net/vpn", "net"]], 12) },
      ...{
        replies: [`${word(13)}${word(14)} ${word(15)}`, ...(maybe([word(16)], 17) ?? [])],
        notes: maybe([`${word(18)} ${word(19)}`], 20),
      },
      ...{
        author: maybe(pick(people, 21), 22),
        files: maybe([`${word(23)} ${word(24)}.log`], 25),
        noteFiles: maybe([`${word(26)}.pdf`], 27, 5),
      },
      ...{
        createdAt: ago(28),
        updatedAt: ago(29),
        lastPublicAt: maybe(ago(30), 31, 2),
        resolvedAt: maybe(ago(32), 33),
        closedAt: maybe(ago(34), 35),
      },
      ...{
        lastRequesterAt: maybe(ago(36), 37, 2),
        lastAgentAt: maybe(ago(38), 39, 2),
        dueAt: maybe(soon(40), 41) ?? null,
      },
      ...{
        snoozedUntil: maybe(soon(42), 43, 4),
        reopened: pick([0, 0, 1, 3], 44),
        rating: maybe(pick(["good", "bad"] as const, 45), 46),
      },
      ...{ confidential: maybe(1 as const, 47, 6), channel: pick(["web", "web", "import"] as const, 48) },
      ...{
        parent: i > 5 ? maybe(i - 5, 49, 5) : null,
        mergedInto: i > 3 ? maybe(i - 3, 50, 12) : null,
        putAway: maybe(pick(["trash", "spam", "deleted"] as const, 80), 81, 8),
        links: i > 9 ? maybe([i - 9], 51, 4) : [],
      },
      ...{ participants: maybe([pick(people, 52)], 53), watchers: maybe([ada.id], 54), checklist: maybe(["x"], 55, 4) },
      ...{
        drafts: maybe([ada.id], 56, 5),
        events: maybe([{ actor: bob.id, at: ago(57), ...maybe({ field: "priority" }, 58) }], 59, 2),
      },
      seen: maybe([{ by: pick(people, 60), until: maybe(ago(61), 62, 2) ?? null }], 63),
      fields: {
        ...maybe({ place: `${word(64)} ${word(65)}` }, 66, 2),
        ...maybe({ cost: pick(["1", "12.5", "100", "-3"], 67) }, 68),
        ...maybe({ expiry: pick(["2026-03-10", "2026-03-11", "2026-03-12"], 69) }, 70, 2),
        ...maybe({ visit: pick(["2026-03-11T08:00", "2026-03-11T13:30"], 71) }, 72),
        ...maybe({ vip: "1" }, 73),
        ...maybe({ wing: pick(["north", "south"], 74) }, 75, 2),
        ...maybe({ wings: pick(['["north"]', '["north","south"]'], 76) }, 77),
        ...maybe({ buyer: String(pick(people, 78)) }, 79),
      },
    });
  }
  return [ada, root, ana, bob];
}

const value = fc.constantFrom(...WORDS, "r*", "ro*", '"red rot"', "リン", "障", "グ", "gros", "log", "soh");
const names = ["me", "none", "any", "ana", "ANA@example.org", "bob@Two.example", "diaz,bob", '"Ana Díaz"', "nobody"];
const times = [
  "today",
  "<10d",
  ">7d",
  "2026-03",
  "last-week",
  "none",
  "any",
  ">=2026-03-01",
  "2026-02-20..2026-03-05",
  "3h",
];
const of = (keys: string[], values: string[]) => keys.flatMap((key) => values.map((text) => `${key}:${text}`));

/** Every key of the language with values that some tasks have. */
const QUALIFIERS = [
  of(["status"], ["open", "done", "any", "waiting", "resolved,new", '"in progress"']),
  of(["is"], ["open", "done", "mine", "unassigned", "unread", "unanswered", "watched", "snoozed", "overdue"]),
  of(["is"], ["confidential", "undelivered", "merged", "spam", "trashed", "child", "parent"]),
  of(["has"], ["attachment", "draft", "due", "sla", "checklist", "link", "note", "rating"]),
  of(["awaiting"], ["us", "requester,third_party", "nobody"]),
  of(["assignee", "requester", "participant", "watcher", "author", "creator"], names),
  of(["team"], ["me", "any", "none", "grosse", "closed"]),
  of(["org"], ["any", "none", '"rot sohne"']),
  of(["type"], ["incident", "request,question", "any", "none"]),
  of(["tag"], ["net/*", "none", "any", "rot", "NET", "n*"]),
  of(["channel"], ["web", "import", "any"]),
  of(["priority"], ["low", ">=high", "<urgent", "low,urgent"]),
  of(["created", "updated", "resolved", "closed", "replied"], times),
  of(["due", "snooze"], ["<4h", ">4h", "today", "none", "any", "this-week", "<=2026-03-11", "2026-03-01..2026-03-31"]),
  of(["sla", "sla.first", "sla.next", "sla.resolve"], ["ok", "warning,breached", "paused", "met", "none"]),
  of(["sla-due"], ["<4h", ">4h", "today", "none", "any", "2026-03-01..2026-03-31"]),
  of(["field.place"], ["red", '"red rot"', "r*", "none", "any", "障"]),
  of(["field.cost"], [">1", "<=12.5", "100", "-3..12", "none"]),
  of(
    ["field.expiry", "field.visit"],
    ["today", ">2026-03-10", "<=2026-03", "<1d", ">2h", "2026-03-10..2026-03-11", "any"],
  ),
  of(["field.vip"], ["yes", "no"]),
  of(["field.wing", "field.wings"], ["north", '"south wing"', "none", "any"]),
  of(["field.buyer"], names),
  of(["parent", "linked"], ["7", "#12", "40,41,42,43,44,45"]),
  of(["title", "body", "note", "file"], ["red", "rot,log", "r*", '"red rot"', "障"]),
  of(["rating"], ["good", "bad", "none"]),
  of(["reopened"], ["0", ">0", "1..3"]),
  of(
    ["sort"],
    [
      "due",
      "sla",
      "sla-desc",
      "priority-asc",
      "attention",
      "attention-asc",
      "updated",
      "created-asc",
      "number",
      "relevance",
    ],
  ),
  ["#7", "#12"],
];
const qualifier = fc.constantFrom(...QUALIFIERS).chain((some) => fc.constantFrom(...some));
const term = fc.oneof({ weight: 1, arbitrary: value }, { weight: 2, arbitrary: qualifier });
const query = fc
  .array(fc.tuple(fc.constantFrom("", "", "-", "OR ", "(", "NOT "), term, fc.constantFrom("", "", ")")), {
    maxLength: 5,
  })
  .map((parts) => parts.map((part) => part.join("")).join(" "));

/** Explains one task. The results of the single terms must add up to the result of the whole query. */
async function addsUp(db: Db, viewer: Viewer, text: string, found: number[], others: number[]) {
  const [some = [], rest = []] = text.length % 3 ? [found, others] : [others, found];
  const id = some[text.length % some.length] ?? rest[text.length % rest.length];
  const explained = await explainTask(db, viewer, { task: String(id), text }, NOW);
  if (!explained.ok) throw new Error(`${text}: ${explained.why}`);
  const isFound = found.some((row) => row === id);
  expect([text, id, explained.found]).toEqual([text, id, isFound]);
  expect([text, id, explained.parts?.matches ?? isFound]).toEqual([text, id, isFound]);
}

test("domain B18.10: both engines find the same tasks in the same order, and explain agrees", {
  timeout: 120_000,
}, async () => {
  const desks = await Promise.all(
    ENGINES.map(async (engine) => {
      const { db, drop } = await freshDatabase(engine);
      return { db, drop, viewers: await aDesk(db) };
    }),
  );

  let answered = 0;
  async function compare(text: string, who: number) {
    const answers = await Promise.all(
      desks.map(async ({ db, viewers }, place) => {
        const viewer = viewers[who];
        if (!viewer) throw new Error("The viewer is missing.");
        const found = await searchTasks(db, viewer, text, { now: NOW, limit: 20 });
        if (!found.ok) return { refused: found.error.message };
        const compiled = await compileTaskQuery(db, viewer, text, NOW, { interactive: true });
        if (!compiled.ok) return { refused: compiled.error.message };
        const [rows, others]: [number[], number[]] = [[], []];
        for (const sight of await accessScopesOf(db, viewer, compiled.hidden)) {
          const isFound = sql<0 | 1>`case when ${compiled.asked(sight).where} then 1 else 0 end`.as("found");
          const seen = db.selectFrom("task").select(["task.id", isFound]).where(sight.rows);
          for (const { id, found } of await seen.execute()) (found ? rows : others).push(id);
        }
        for (const ids of [rows, others]) ids.sort((a, b) => a - b);
        if (text.length % 2 === place) await addsUp(db, viewer, text, rows, others);
        const ids = found.tasks.map(({ id }) => id);
        return { found: ids, next: found.next, rows };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    if (answers[0]?.rows?.length) answered++;
  }
  for (const text of QUALIFIERS.flat()) await compare(text, 0);
  expect(answered).toBeGreaterThan(150); // enough queries find something
  await fc.assert(fc.asyncProperty(query, fc.constantFrom(0, 1, 2, 3), compare), cases(60, 200));
  for (const { drop } of desks) await drop();
});
