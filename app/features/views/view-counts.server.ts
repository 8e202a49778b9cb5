import { sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { explainTask } from "~/features/search/explain-task.server";
import { shownQuery, storedQuery } from "~/features/search/query-references.server";
import { explanationHref } from "~/features/search/search-address";
import { sightsOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { COUNTED, type NamedView, SHIPPED_VIEWS, viewHref } from "./views";
import { listViews } from "./views.server";

/** The job `refer_in_views`, planned by an upgrade: puts references in queries that were stored as typed. */
export async function referInViews(tx: Tx): Promise<void> {
  for (const { id, query } of await tx.selectFrom("view").select(["id", "query"]).execute()) {
    const stored = await storedQuery(tx, await shownQuery(tx, query));
    if (stored === query) continue;
    await tx.updateTable("view").set({ query: stored }).where("id", "=", id).where("query", "=", query).execute();
  }
}

/** A view, whether a task is in it, and where it is told why; `has` null where the query of the view cannot be read. */
export type ViewOfTask = { key: string; name: string; href: string; why: string; has: boolean | null };

/** Of every view this person has, whether a task they see is in it. `task` as somebody writes its number. */
export async function viewsOfTask(db: Db, viewer: Viewer, task: string, now: number): Promise<ViewOfTask[]> {
  const views = [...SHIPPED_VIEWS, ...(await listViews(db, viewer))];
  const answers = await Promise.all(views.map(({ query }) => explainTask(db, viewer, { task, text: query }, now)));
  return views.map(({ key, name, query }, place) => {
    const answer = answers[place];
    const has = answer?.ok ? answer.found && answer.beside.length === 0 : null;
    return { key, name, href: viewHref(key), why: explanationHref({ q: query, task }), has };
  });
}

/**
 * How many tasks a view has for this person, up to one more than is counted; null for a view whose query cannot be read any
 * more. Counting ends there, so that no view costs more for being large.
 */
export async function countView(db: Db, viewer: Viewer, { query }: NamedView, now: number): Promise<number | null> {
  const compiled = await compileTaskQuery(db, viewer, query, now, { openByDefault: true });
  if (!compiled.ok) return null;
  let count = 0;
  for (const sight of await sightsOf(db, viewer, compiled.hidden)) {
    const some = db
      .selectFrom("task")
      .select(sql<number>`1`.as("one"))
      .where(sight.rows)
      .where(compiled.asked(sight).where)
      .limit(COUNTED + 1 - count);
    const { n } = await db
      .selectFrom(some.as("some"))
      .select((eb) => eb.fn.countAll<number | string>().as("n"))
      .executeTakeFirstOrThrow();
    count += Number(n);
    if (count > COUNTED) break;
  }
  return count;
}
