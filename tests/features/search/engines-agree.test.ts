import fc from "fast-check";
import { expect, test } from "vitest";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { searchTasks } from "~/features/search/search-queries.server";
import { ENGINES, freshDatabase } from "../../support/database";
import { aSearchedPerson, aSearchedTask } from "../../support/search-desk";

const NOW = Date.UTC(2026, 2, 11, 12);
const DAY = 86_400_000;
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

/** The same thirty tasks on either engine: text of a few words, so that questions meet them. */
function aTask(i: number, requester: number, assignee: number) {
  const word = (n: number) => WORDS[(i * 7 + n * (i + 3)) % WORDS.length] ?? "";
  return {
    title: `${word(1)} ${word(2)}`,
    requester,
    assignee: i % 3 === 0 ? assignee : null,
    tags: i % 4 === 0 ? ["net/vpn"] : i % 5 === 0 ? ["rot"] : [],
    replies: [`${word(3)}${word(4)} ${word(5)}`],
    notes: i % 2 === 0 ? [`${word(6)} ${word(7)}`] : [],
    priority: 1 + (i % 4),
    ...(i % 6 === 0 && { status: "resolved", open: 0 as const, resolvedAt: NOW - i * DAY }),
    dueAt: i % 7 === 0 ? NOW + (i - 15) * DAY : null,
    createdAt: NOW - i * DAY,
    lastPublicAt: NOW - (i % 5) * DAY,
  };
}

const value = fc.constantFrom(...WORDS, "r*", "ro*", '"red rot"', "リン", "障", "グ", "gros");
const qualifier = fc.constantFrom(
  ...[
    "status:open",
    "status:done",
    "is:unassigned",
    "is:overdue",
    "priority:>=high",
    "priority:low",
    "tag:net/*",
    "tag:none",
  ],
  ...[
    "assignee:me",
    "assignee:any",
    "requester:ana",
    "requester:ana@example.org",
    "created:<10d",
    "created:2026-03",
    "due:any",
  ],
  ...[
    "-due:<4h",
    "resolved:>7d",
    "updated:last-week",
    "title:red",
    "body:rot",
    "note:red",
    "is:mine",
    "#7",
    "sort:due",
    "sort:priority-asc",
  ],
);
const term = fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: qualifier });
const query = fc
  .array(fc.tuple(fc.constantFrom("", "-", "OR ", "(", "NOT "), term, fc.constantFrom("", "", ")")), { maxLength: 5 })
  .map((parts) => parts.map((part) => part.join("")).join(" "));

test("domain B18.10: the same questions find the same tasks in the same order on both engines", {
  timeout: 120_000,
}, async () => {
  const desks = await Promise.all(
    ENGINES.map(async (engine) => {
      const { db, drop } = await freshDatabase(engine);
      const ada = await aSearchedPerson(db, { name: "Ada", role: "agent" });
      const ana = await aSearchedPerson(db, { name: "Ana Díaz", email: "ana@example.org" });
      for (let i = 1; i <= 30; i++) await aSearchedTask(db, aTask(i, i % 2 ? ana.id : ada.id, ada.id));
      return { db, drop, viewers: [ada, ana] };
    }),
  );

  let answered = 0;
  const ask = fc.asyncProperty(query, fc.constantFrom(0, 1), async (text, who) => {
    const answers = await Promise.all(
      desks.map(async ({ db, viewers }) => {
        const viewer = viewers[who] ?? viewers[0];
        if (!viewer) throw new Error("Nobody asks.");
        const found = await searchTasks(db, viewer, text, { now: NOW, limit: 20 });
        if (!found.ok) return found.error.message;
        if (found.tasks.length > 0) answered++;
        const listed = await compileTaskQuery(db, viewer, text, NOW, { openByDefault: true });
        const rows = listed.ok
          ? await db
              .selectFrom("task")
              .select("task.id")
              .where(listed.asked({ works: viewer.role !== "requester" }).where)
              .orderBy("task.id")
              .execute()
          : [];
        return { found: found.tasks, next: found.next, listed: rows };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
  });
  await fc.assert(ask, { numRuns: 400 });
  expect(answered).toBeGreaterThan(200); // the questions are not all about nothing
  for (const { drop } of desks) await drop();
});
