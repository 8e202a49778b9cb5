import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { fillDesk } from "../../build-scripts/demo/fill";
import { awake, openDesk } from "./desk";
import { everyAddress } from "./routes";

/** The desk of `npm run demo`, for what has to hold on every page. */
export function openDemoDesk() {
  const desk = openDesk();
  const { server } = desk;
  let cast: Awaited<ReturnType<typeof fillDesk>>;
  let task: number;

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

  const idOf = async (table: "team" | "view" | "macro" | "organization") =>
    (await server.db.selectFrom(table).select("id").limit(1).executeTakeFirst())?.id ?? 0;

  /** Every page of who is signed in, each with what the desk has. */
  async function pages(): Promise<string[]> {
    const [team, macro, organization] = [await idOf("team"), await idOf("macro"), await idOf("organization")];
    const message = await server.db
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", task)
      .limit(1)
      .executeTakeFirst();
    const patterns = everyAddress().filter(({ id, isPage }) => isPage && id.startsWith("routes/_app"));
    return patterns.map(({ pattern }) =>
      pattern
        .replace(/^\/settings\/teams\/:id/, `/settings/teams/${team}`)
        .replace(/^\/macros\/:id/, `/macros/${macro}`)
        .replace(/^\/organizations\/:id/, `/organizations/${organization}`)
        .replace(/^\/users\/:id/, `/users/${cast.lea.id}`)
        .replace(":host", "localhost")
        .replace(":messageId", String(message?.id))
        .replace(":key", pattern.includes("types") ? "incident" : pattern.includes("statuses") ? "on_hold" : "asset")
        .replace(/:[a-z]+/i, String(task))
        .replace("*", "no/such/page"),
    );
  }

  return {
    ...desk,
    pages,
    /** Everybody who works there or asks for something. */
    get cast() {
      return cast;
    },
    /** The number of the task about which most was said. */
    get task() {
      return task;
    },
  };
}

/**
 * Goes to a page as its links lead there, which spares it the scripts, those of a test among them: they cost more than the page. Where
 * there are none yet, or the page wants a document of its own, it gets one.
 */
export async function goOnTo(page: Page, path: string) {
  const going = page.evaluate(
    (to) => (window as never as Scripted).__remixRouter.navigate(to, { flushSync: true }),
    path,
  );
  await going.catch(() => page.goto(path));
  await awake(page);
}
type Scripted = { __remixRouter: { navigate: (to: string, options: { flushSync: boolean }) => Promise<void> } };
