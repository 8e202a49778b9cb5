import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { reindexTasks } from "~/db/search-index.server";
import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { jumpToTask } from "~/features/search/search-page.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import { DEFAULT_SORT, SORTS, sortFor } from "~/features/task-list/task-sort-and-cursor";
import { readTask } from "~/features/task-page/task-read.server";
import { canSee, hasAgentAccess, type PolicyTask } from "~/features/tasks/task-policy";
import { accessScopesOf, visibleTo } from "~/features/tasks/task-policy.server";
import { PRIORITY_KEYS } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { cases } from "../../support/generated";

const DAY = 86_400_000;

/**
 * Every kind of user and every kind of task: by requester, people in copy, assignee and confidentiality.
 * Internal fields differ from task to task, so any leak changes a result.
 */
async function aDesk(db: Db) {
  const root = await anAdmin(db, { name: "Root" });
  const member = await anAgent(db, { name: "Mia" });
  const outsider = await anAgent(db, { name: "Otis" });
  const asker = await aRequester(db, { name: "Rita" });
  const copied = await aRequester(db, { name: "Cora" });
  const people = [root, member, outsider, asker, copied];
  const { id: team } = await db
    .insertInto("team")
    .values({ name: "Staff", is_default: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("team_member").values({ team_id: team, user_id: member.id }).execute();

  const tasks: (PolicyTask & { id: number })[] = [];
  for (const requester of [member, outsider, asker]) {
    for (const confidential of [0, 1] as const) {
      for (const assignee of [null, member, outsider]) {
        for (const participants of [[], [copied.id, outsider.id, member.id]]) {
          const n = tasks.length;
          const { id } = await aTask(db, {
            requester,
            title: `Leave ${n % 5}`,
            tags: [`tag${n % 3}`],
            priority: PRIORITY_KEYS[n % 4] ?? "low",
            due: n % 3 === 0 ? `2026-04-${10 + (n % 20)}` : "",
            at: NOON + n * 1000,
            ...(n % 5 === 0 && { status: "resolved" as const }),
          });
          await addNote(db, root, id, { body: `secret${n % 4}`, requestKey: aKey() }, NOON + (50 - n) * DAY);
          await replyToTask(
            db,
            root,
            id,
            { body: `answer${n % 4}`, requestKey: aKey(), status: "on_hold" },
            NOON + n * DAY,
          );
          const row = { team_id: team, confidential, assignee_id: assignee?.id ?? null };
          await db.updateTable("task").set(row).where("id", "=", id).execute();
          for (const user_id of participants) {
            await db.insertInto("participant").values({ task_id: id, user_id, added_at: NOON }).execute();
          }
          await db.insertInto("watcher").values({ task_id: id, user_id: outsider.id, added_at: NOON }).execute();
          tasks.push({
            id,
            merged_into: null,
            put_away: null,
            requester_id: requester.id,
            participants,
            team: { open: true, members: [member.id] },
            organization_id: null,
            ...row,
          });
        }
      }
    }
  }
  return { people, tasks, root, member, outsider, asker, copied };
}

/** All rows of a list, read page by page. */
async function everyPage(db: Db, viewer: Viewer, options: ListTasks) {
  const rows: ListedTask[] = [];
  const sort = sortFor(isAgent(viewer), options.sort ?? DEFAULT_SORT);
  for (let position: ListTasks["position"] = null, pages = 0; pages < 99; pages++) {
    const page = await listTasks(db, viewer, { ...options, sort, position, limit: 13 });
    rows.push(...page.tasks);
    if (!page.next) return rows;
    position = { side: "after", values: page.next };
  }
  throw new Error("The list doesn't end.");
}

async function everyHit(db: Db, viewer: Viewer, text: string) {
  const rows: ListedTask[] = [];
  for (let after: Parameters<typeof searchTasks>[3]["after"] = null, pages = 0; pages < 99; pages++) {
    const page = await searchTasks(db, viewer, text, { after: after ?? null, limit: 13, now: NOON });
    if (!page.ok) return page.error.message;
    rows.push(...page.tasks);
    if (!page.next) return rows;
    after = page.next;
  }
  throw new Error("The search doesn't end.");
}

const numbers = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

const QUERIES = [
  ...[
    "",
    "leave",
    "secret1",
    "answer2",
    "tag1",
    "leave answer1",
    "leave OR secret2",
    "-secret1",
    "Rita",
    "rita@example",
  ],
  ...["priority:high", "-priority:high", "priority:>=high OR tag:tag1", "tag:tag*", "tag:none", "assignee:Mia"],
  ...[
    "assignee:none",
    "is:unassigned",
    "is:mine",
    "is:overdue",
    "has:due",
    "has:note",
    "note:secret1",
    "-note:secret1",
  ],
  ...[
    "due:2026-04",
    "author:Root",
    "author:me",
    "creator:any",
    "team:Staff",
    "reopened:0",
    "updated:>20d",
    "body:secret*",
  ],
  ...["is:confidential", "-is:confidential", "is:watched", "watcher:Otis", "watcher:none", "participant:Cora"],
  ...["participant:none", "participant:me", "requester:Rita", "status:resolved", "is:unanswered"],
  ...["leave sort:updated", "sort:updated", "sort:priority", "sort:due-asc", "sort:due-desc", "sort:created-asc"],
];

onEachDatabase("a confidential task (domain B6)", (test) => {
  test("appears in lists, by number and as a page exactly as the in-memory policy says", async ({ db }) => {
    const { people, tasks } = await aDesk(db);
    for (const viewer of people) {
      const seen = tasks.filter((task) => canSee(viewer, task));
      const worked = numbers(tasks.filter((task) => hasAgentAccess(viewer, task)));
      for (const key of SORTS) {
        for (const direction of ["asc", "desc"] as const) {
          const rows = await everyPage(db, viewer, { sort: { key, direction }, filter: { status: "any" } });
          expect(ascending(numbers(rows)), `${viewer.name} ${key}`).toEqual(numbers(seen));
          expect(ascending(numbers(rows.filter((row) => row.inner))), viewer.name).toEqual(worked);
          for (const row of rows) if (!row.inner) expect(row.dueAt).toBeNull();
        }
      }
      for (const filter of [{ priority: "high" }, { tag: "tag1" }, { assignee: "none" }, { assignee: "me" }] as const) {
        const rows = await everyPage(db, viewer, { filter: { status: "any", ...filter } });
        if (viewer.role !== "requester") expect(rows.filter((row) => !row.inner)).toEqual([]);
      }
      const sights = await accessScopesOf(db, viewer);
      const together = [];
      for (const { works, rows } of sights) {
        const found = await db.selectFrom("task").select("task.id").where(rows).orderBy("task.id").execute();
        if (works) expect(numbers(found)).toEqual(worked);
        together.push(...numbers(found));
      }
      const visible = await db.selectFrom("task").select("id").where(visibleTo(viewer)).orderBy("id").execute();
      expect(ascending(together)).toEqual(numbers(visible));
      for (const { id, ...task } of tasks) {
        const page = await readTask(db, viewer, id, NOON);
        const as = hasAgentAccess(viewer, task) ? "agent" : canSee(viewer, task) ? "requester" : undefined;
        expect(page?.as, `${viewer.name} #${id}`).toBe(as);
        expect(await jumpToTask(db, viewer, `#${id}`)).toBe(as ? id : null);
        if (as === "requester") expect(JSON.stringify(page)).not.toMatch(/secret|tag\d|urgent|high/);
      }
    }
  });

  test("hides internal data from users without agent access in search, lists and their order", async ({ db }) => {
    const desk = await aDesk(db);
    const answers = async (viewer: Viewer) => {
      const own = new Set(numbers(desk.tasks.filter((task) => canSee(viewer, task) && !hasAgentAccess(viewer, task))));
      const ownRows = (rows: ListedTask[] | string) =>
        typeof rows === "string" ? rows : rows.filter((row) => own.has(row.id)).map((row) => JSON.stringify(row));
      const said: unknown[] = [own.size];
      for (const text of QUERIES) {
        said.push([text, ownRows(await everyHit(db, viewer, text))]);
        const query = await compileTaskQuery(db, viewer, text, NOON);
        if (!query.ok) continue;
        const where: ListTasks["where"] = (sight) => query.asked(sight).where;
        said.push(ownRows(await everyPage(db, viewer, { where, filter: { status: "any" } })));
      }
      for (const key of SORTS) {
        said.push(
          ownRows(await everyPage(db, viewer, { sort: { key, direction: "desc" }, filter: { status: "any" } })),
        );
      }
      return said;
    };
    const shutOut = [desk.outsider, desk.asker, desk.copied];
    const before = await Promise.all(shutOut.map(answers));
    expect(before.map(([size]) => Number(size) > 0)).toEqual([true, true, true]);

    // Everything internal changes; users without agent access must not notice.
    const confidential = numbers(desk.tasks.filter((task) => task.confidential === 1));
    await db.deleteFrom("task_tag").where("task_id", "in", confidential).execute();
    await db
      .updateTable("message")
      .set({ body: "other" })
      .where("kind", "=", "internal")
      .where("task_id", "in", confidential)
      .execute();
    for (const id of confidential) {
      const inner = { priority: 1 + (id % 3), due_at: NOON - id * DAY, updated_at: NOON - ((id * 7) % 11) * DAY };
      await db.updateTable("task").set(inner).where("id", "=", id).execute();
    }
    await db.deleteFrom("watcher").where("task_id", "in", confidential).execute();
    await reindexTasks(db, confidential);
    expect(await Promise.all(shutOut.map(answers))).toEqual(before);
  });

  test("is ordered and paged in one list with the tasks an agent works on", async ({ db }) => {
    const { outsider } = await aDesk(db);
    const text = fc.constantFrom(...QUERIES);
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (query, limit) => {
        const whole = await searchTasks(db, outsider, query, { limit: 500, now: NOON });
        if (!whole.ok) return;
        const first = await searchTasks(db, outsider, query, { limit, now: NOON });
        if (!first.ok) throw new Error(first.error.message);
        const second = await searchTasks(db, outsider, query, { limit, after: first.next, now: NOON });
        if (!second.ok || (!first.next && second.ok)) return;
        expect(numbers([...first.tasks, ...second.tasks])).toEqual(numbers(whole.tasks.slice(0, 2 * limit)));
      }),
      cases(25, 60),
    );
  });

  test("is read through indexes, as are tasks in copy: no list scans all tasks", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // PostgreSQL prefers other plans for tables as small as these
    const { outsider, asker } = await aDesk(db);
    for (const viewer of [outsider, asker]) {
      const asked = (await accessScopesOf(db, viewer)).find(({ works }) => !works);
      if (!asked) throw new Error(`${viewer.name} has no access as a requester.`);
      const plan = await sql<{ detail: string }>`explain query plan select id from task where ${asked.rows}`.execute(
        db,
      );
      const steps = plan.rows.map(({ detail }) => detail).join("; ");
      expect(steps).toContain("SEARCH participant USING COVERING INDEX participant_by_user");
      expect(steps).toMatch(/SEARCH asked USING COVERING INDEX task_by_(requester|secrecy)/);
      expect(steps).not.toMatch(/SCAN (?!team\b)/); // there are a hundred teams at most
    }
  });
});
