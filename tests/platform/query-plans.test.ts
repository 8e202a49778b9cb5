import { createRequestHandler, installGlobals, type RequestHandler } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHIPPED_VIEWS } from "~/features/views/views";
import { seedDesk } from "../../build-scripts/seed/fill";
import { emailOf } from "../../build-scripts/seed/people";
import { ENGINES, freshDatabase } from "../support/database";
import { findExcessReads, findTableScans, listenToDrivers, type Statement } from "../support/query-plans";
import { cookieOf } from "../support/session";

/*
 * No page reads the whole table of tasks or messages, however many there are. The built product answers each page in
 * this process, and the engine then explains every statement. PostgreSQL reports how many rows it really read. SQLite
 * only reports its plan. There, no statement may scan a table from end to end, unless it follows the wanted order and
 * stops early.
 */

/** Several times `MOST_ROWS`, to notice a table that is read as a whole. */
const TASKS = 4_000;

/**
 * A page of 50, with the rows that are read but not shown; counts stop at 1,000. On the requester's side, everything
 * that is theirs or shared with them may be read.
 */
const MOST_ROWS = 1_300;

/** Without `task_search`, where words are looked up. Finding a common word many times is the engines' own work. */
const LARGE = ["task", "message", "event", "task_tag", "task_seen"];

const AGENTS = [
  ...["/", "/charts"],
  ...["", "?sort=updated-desc", "?sort=created-asc", "?sort=priority-desc", "?sort=due-asc", "?sort=number-desc"].map(
    (search) => `/tasks${search}`,
  ),
  ...SHIPPED_VIEWS.map(({ key }) => `/tasks?view=${key}`),
  ...[
    "status=any",
    "status=closed",
    "assignee=me",
    "assignee=none",
    "priority=urgent",
    "tag=vpn",
    "sort=sla",
    "status=any&requester=requester77",
    "group=status",
    "group=assignee",
    "group=priority",
    "group=due",
  ].map((search) => `/tasks?${search}`),
  ...[
    "is:unread updated:<7d",
    "team:network",
    "requester:me",
    'org:"company 1"',
    "tag:vpn",
    "is:watched",
    "is:undelivered",
    "sla:warning",
  ].map((query) => `/tasks?${new URLSearchParams({ q: query })}`),
  ...["quokka", "zanzibar", "lighthouse", "printer warehouse", "ada"].map(
    (query) => `/search?${new URLSearchParams({ q: query })}`,
  ),
  ...[
    `/tasks/${TASKS - 10}`,
    "/tasks/17",
    ...["", "status=any&sort=priority-desc", "view=unassigned", "q=printer", "group=assignee", "layout=board"].map(
      (list) => `/tasks/17?${new URLSearchParams({ list })}`,
    ),
    "/tasks/new",
    "/tasks/board",
    "/tasks/bulk",
    "/tasks/views",
    "/macros",
    "/users",
    "/users/2",
  ],
  ...["/notifications", "/notifications?show=unread", "/settings/notifications"],
  ...[
    "/organizations",
    "/organizations/1",
    "/users/60",
    "/tasks/_payload.json",
    "/notifications",
    `/search/explanation?task=${TASKS - 10}`,
    `/search/explanation?task=${TASKS - 10}&q=printer+is:parent+is:watched+tag:vpn+watcher:me`,
  ],
];

/** Searches for a person by a word that hardly anyone has: no other person's row may be read. */
const PEOPLE_SOUGHT = [
  "/users?q=requester77",
  "/search?q=requester77",
  "/tasks?requester=requester77",
  "/tasks?status=any&requester=requester77",
  "/search/completions?q=requester:requester77",
  "/search/palette?q=requester77",
  "/tasks/17/mentions?q=requester77",
];

/** Fewer than there are agents. Only lists of people to choose from may read all agents. */
const MOST_PEOPLE = 20;

/** A list looks up the requester and the assignee of each task. */
const PEOPLE_OF_A_TASK = 2;

/** Creating a task reads that task, and what its author has just made. */
const MOST_OF_ONE_TASK = 50;

const ADMINS = [
  ...["/", "/tasks", "/search?q=lighthouse", "/settings/security-log", "/settings/statuses"],
  ...["/settings/statuses/closed/edit", "/settings/types", "/settings/fields"],
];

const REQUESTERS = [
  ...["/", "/tasks", "/tasks?status=any", "/tasks?whose=colleagues", "/tasks/new"],
  ...["/search?q=quokka", "/search?q=lighthouse", "/search?q=printer+warehouse"],
];

describe.each(ENGINES)("pages read only what they show (%s)", (engine) => {
  let desk: Awaited<ReturnType<typeof freshDatabase>>;
  let answer: RequestHandler;
  let said: Statement[] = [];
  let listening = false;
  let isWarm = false;
  let stop = () => {};

  beforeAll(async () => {
    desk = await freshDatabase(engine);
    const day = 86_400_000;
    await seedDesk(desk.db, { tasks: TASKS, until: Math.floor(Date.now() / day) * day, seed: 1, passwordHash: null });
    // The product on the other engine may still be running in the background.
    stop = listenToDrivers((statement, of) => listening && of === engine && said.push(statement));
    process.env.DATA_DIR = desk.folder;
    process.env.DATABASE_URL = desk.url ?? "";
    process.env.LOG_LEVEL = "fatal";
    installGlobals({ nativeFetch: true });
    const build = await import(/* @vite-ignore */ `${process.cwd()}/build/index.js?${engine}`);
    answer = createRequestHandler(build, "production");
  });
  afterAll(async () => {
    stop();
    await desk.drop();
  });

  const cookieFor = async (email: string) => {
    const person = desk.db.selectFrom("user").select("id").where("email", "=", email);
    return cookieOf(desk.db, await person.executeTakeFirstOrThrow());
  };

  /** The statements behind a page or, with `form`, behind a submitted form. */
  async function statementsOf(path: string, cookie: string, form?: () => Record<string, string>): Promise<Statement[]> {
    const origin = "http://localhost";
    const sent = () => form && { method: "POST", body: new URLSearchParams(form()) };
    const request = () => new Request(origin + path, { headers: { host: "localhost", origin, cookie }, ...sent() });
    if (!isWarm) await (await answer(request())).text(); // reads what is cached for all requests
    isWarm = true;
    said = [];
    listening = true;
    const answered = await answer(request());
    await answered.text();
    listening = false;
    expect([path, answered.status]).toEqual([path, form ? 302 : 200]);
    return said.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
  }

  /** Statements that every page sends, such as for the session, are explained once per person. */
  function newTo(explained: Set<string>, { sql, values }: Statement): boolean {
    const isNow = (value: unknown) => typeof value === "number" && Math.abs(value - Date.now()) < 60_000;
    const asked = JSON.stringify([sql, values.flat()], (_, value) => (isNow(value) ? "now" : value));
    return !explained.has(asked) && Boolean(explained.add(asked));
  }

  test.each([
    ["an agent", emailOf("agent", 1), AGENTS],
    ["an admin", emailOf("agent", 0), ADMINS],
    ["a requester", emailOf("requester", 60), REQUESTERS],
  ])("for %s", async (who, email, paths) => {
    // On a desk this small, the generic plan for requesters reads all of a requester's few tasks for each hit.
    const often = who !== "a requester";
    const cookie = await cookieFor(email);
    const wrong: string[] = [];
    const explained = new Set<string>();
    for (const path of paths) {
      for (const statement of await statementsOf(path, cookie)) {
        if (!newTo(explained, statement)) continue;
        const found =
          engine === "sqlite"
            ? await findTableScans(desk.db, statement, LARGE)
            : await findExcessReads(desk.db, statement, LARGE, MOST_ROWS, { often });
        for (const why of found) {
          wrong.push(`${path}: ${why}\n    ${statement.sql.replace(/\s+/g, " ").slice(0, 1500)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("for a search for one person", async () => {
    const cookie = await cookieFor(emailOf("agent", 0));
    const wrong: string[] = [];
    for (const path of PEOPLE_SOUGHT) {
      const statements = (await statementsOf(path, cookie)).filter(({ sql, values }) =>
        JSON.stringify([sql, values]).includes("requester77"),
      );
      expect([path, statements.length > 0]).toEqual([path, true]);
      for (const statement of statements) {
        const found =
          engine === "sqlite"
            ? await findTableScans(desk.db, statement, ["user", "user_word", "task"], { inOrder: false })
            : await findExcessReads(desk.db, statement, ["user", "user_word"], MOST_PEOPLE, {
                perRow: PEOPLE_OF_A_TASK,
              });
        for (const why of found)
          wrong.push(`${path}: ${why}\n    ${statement.sql.replace(/\s+/g, " ").slice(0, 1500)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.runIf(engine === "postgres")("for a search, no text beyond the matches that fill the page", async () => {
    const inTitle = desk.db.selectFrom("task").select("id").where("title", "ilike", "%printer%");
    const most = (await inTitle.execute()).length;
    const statements = await statementsOf("/search?q=printer", await cookieFor(emailOf("agent", 0)));
    const searches = statements.filter(({ sql }) => sql.includes('"level_2"'));
    expect(searches).toHaveLength(1);
    for (const statement of searches)
      expect(await findExcessReads(desk.db, statement, ["task_search"], most)).toEqual([]);
  });

  test("for a new task of a requester with many tasks", async () => {
    const email = emailOf("requester", 60);
    const own = desk.db.selectFrom("user").select("id").where("email", "=", email);
    await desk.db
      .updateTable("task")
      .set({ requester_id: own, created_by: own })
      .where("id", ">", TASKS / 2)
      .where("requester_id", "!=", own)
      .execute();
    await desk.db.deleteFrom("report_change").execute(); // the job that counts them for reports reads many at once
    const form = () => ({
      requestKey: crypto.randomUUID(),
      title: "Once more",
      body: crypto.randomUUID(),
      type: "incident",
    });
    const wrong: string[] = [];
    for (const statement of await statementsOf("/tasks/new", await cookieFor(email), form)) {
      const found =
        engine === "sqlite"
          ? await findTableScans(desk.db, statement, LARGE)
          : await findExcessReads(desk.db, statement, LARGE, MOST_OF_ONE_TASK);
      for (const why of found) wrong.push(`${why}\n    ${statement.sql.replace(/\s+/g, " ").slice(0, 1500)}`);
    }
    expect(wrong).toEqual([]);
  });
});
