import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { addNote } from "~/features/conversation/task-reply.server";
import { saveReport } from "~/features/reports/saved-reports.server";
import { moveToTrashOrSpam } from "~/features/trash/move-to-trash.server";
import { saveView } from "~/features/views/views.server";
import { fillDesk } from "../../build-scripts/demo/fill";
import { openDesk, waitForScripts } from "./desk";
import { aKey, aTask } from "./factories";
import { aMail, aMailAddress, anEmailOf } from "./mail";
import { allRoutes } from "./routes";

/** A path without a page. */
export const UNKNOWN_PATH = "/no/such/page";

/** Opens the desk of `npm run demo`, for tests of rules that hold on every page. */
export function openDemoDesk(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk(options);
  const { server } = desk;
  let cast: Awaited<ReturnType<typeof fillDesk>>;
  let task: number;
  let things: Awaited<ReturnType<typeof rest>> | undefined;

  beforeAll(async () => {
    cast = await fillDesk(server.db, { passwordHash: "x", now: Date.now() });
    const busiest = await server.db
      .selectFrom("message")
      .select("task_id")
      .groupBy("task_id")
      .orderBy(({ fn }) => fn.countAll(), "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    task = busiest.task_id;
  });

  /** Creates or finds a record for each kind of page. Ada may open all of them. */
  async function rest() {
    const { ada } = cast;
    const now = Date.now();
    await addNote(server.db, ada, task, { body: "To be changed.", requestKey: aKey() }, now).then(ok);
    const note = await lastMessage();
    await anEmailOf(server.db, note, { subject: "To be changed" });
    const { id: gone } = await aTask(server.db, { title: "Sent twice", requester: cast.lea });
    await moveToTrashOrSpam(server.db, ada, gone, { to: "trash" }, now).then(ok);
    const bulk = { tasks: { ids: [task] }, wanted: { addTags: ["outage"] }, back: "/tasks", requestKey: aKey() };
    const address = await aMailAddress(server.db, { address: "desk@harbour.example" });
    await aMail(server.db, address, { subject: "Lift stuck", from_name: "Otto Berg" });
    const view = { name: "Of the day", query: "status:open", sort: "", scope: "personal" as const, team: null };
    const report = {
      ...{ name: "Last month", period: "last-month" as const, by: "agent" as const, q: "", scope: "personal" as const },
      ...{ team: null, mailed: "never" as const, recipients: "" },
    };
    return {
      report: (await saveReport(server.db, ada, { ...report, requestKey: aKey() }, now).then(ok)).id,
      note,
      gone,
      address,
      bulk: (await startBulk(server.db, ada, bulk, now).then(ok)).id,
      view: (await saveView(server.db, ada, { ...view, requestKey: aKey() }, now).then(ok)).id,
      ...{ team: await idOf("team"), macro: await idOf("macro"), organization: await idOf("organization") },
      ...{ calendar: await idOf("calendar"), policy: await idOf("policy") },
      rule: await idOf("rule"),
    };
  }

  const lastMessage = async () =>
    (await server.db.selectFrom("message").select("id").orderBy("id", "desc").limit(1).executeTakeFirstOrThrow()).id;

  const idOf = async (table: "team" | "macro" | "organization" | "calendar" | "policy" | "rule") =>
    (await server.db.selectFrom(table).select("id").limit(1).executeTakeFirst())?.id ?? 0;

  /** Paths of all pages for signed-in users, with ids of existing records. */
  async function pages(): Promise<string[]> {
    things ??= await rest();
    const { report, note, gone, address, bulk, view, team, macro, organization, calendar, policy, rule } = things;
    const patterns = allRoutes().filter(({ id, isPage }) => isPage && id.startsWith("routes/_app"));
    return patterns.map(({ pattern }) =>
      pattern
        .replace(/^\/settings\/teams\/:id/, `/settings/teams/${team}`)
        .replace(/^\/settings\/addresses\/:id/, `/settings/addresses/${address}`)
        .replace(/^\/settings\/calendars\/:id/, `/settings/calendars/${calendar}`)
        .replace(/^\/settings\/service-levels\/:id/, `/settings/service-levels/${policy}`)
        .replace(/^\/settings\/rules\/:id/, `/settings/rules/${rule}`)
        .replace(/^\/reports\/:id/, `/reports/${report}`)
        .replace(/^\/macros\/:id/, `/macros/${macro}`)
        .replace(/^\/organizations\/:id/, `/organizations/${organization}`)
        .replace(/^\/users\/:id(?=\/availability)/, `/users/${cast.ada.id}`)
        .replace(/^\/users\/:id/, `/users/${cast.lea.id}`)
        .replace(/^\/tasks\/views\/:id/, `/tasks/views/${view}`)
        .replace(/^\/tasks\/bulk\/:id/, `/tasks/bulk/${bulk}`)
        .replace(/^\/tasks\/:id(?=\/(?:trash|deletion))/, `/tasks/${gone}`)
        .replace(":host", "localhost")
        .replace(":kind", "acknowledgement")
        .replace(":messageId", String(note))
        .replace(":key", pattern.includes("types") ? "incident" : pattern.includes("statuses") ? "on_hold" : "device")
        .replace(/:[a-z]+/i, String(task))
        .replace("*", UNKNOWN_PATH.slice(1)),
    );
  }

  return {
    ...desk,
    pages,
    /** Everyone in the demo data: agents and requesters. */
    get cast() {
      return cast;
    },
    /** Number of the task with the most messages. */
    get task() {
      return task;
    },
  };
}

/**
 * Navigates within the app, which avoids running the scripts again, the test's own among them: they cost more than the
 * page. Loads a new document if no scripts run yet or the page needs its own document.
 */
export async function navigateTo(page: Page, path: string) {
  const going = page.evaluate(
    (to) => (window as never as Scripted).__remixRouter.navigate(to, { flushSync: true }),
    path,
  );
  await going.catch(() => page.goto(path));
  await waitForScripts(page);
}
type Scripted = { __remixRouter: { navigate: (to: string, options: { flushSync: boolean }) => Promise<void> } };

function ok<Answer extends { ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer as Extract<Answer, { ok: true }>;
}
