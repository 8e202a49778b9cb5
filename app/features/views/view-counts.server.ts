import { sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { explainTask } from "~/features/search/explain-task.server";
import { toShownQuery, toStoredQuery } from "~/features/search/query-references.server";
import { explanationHref } from "~/features/search/search-url";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { COUNTED, type NamedView, SHIPPED_VIEWS, viewHref } from "./views";
import { listViews } from "./views.server";

/** The job `refer_in_views`, scheduled by an upgrade: adds references to queries stored as typed. */
export async function addReferencesToViews(tx: Tx): Promise<void> {
  for (const { id, query } of await tx.selectFrom("view").select(["id", "query"]).execute()) {
    const stored = await toStoredQuery(tx, await toShownQuery(tx, query));
    if (stored === query) continue;
    await tx.updateTable("view").set({ query: stored }).where("id", "=", id).where("query", "=", query).execute();
  }
}

/** A view and whether it lists a task; `why` links to the explanation. `has` is null if the view's query is invalid. */
export type ViewOfTask = { key: string; name: string; href: string; why: string; has: boolean | null };

/** Checks every view of this viewer for a task. `task`: the number as typed. */
export async function viewsOfTask(db: Db, viewer: Viewer, task: string, now: number): Promise<ViewOfTask[]> {
  const views = [...SHIPPED_VIEWS, ...(await listViews(db, viewer))];
  const answers = await Promise.all(views.map(({ query }) => explainTask(db, viewer, { task, text: query }, now)));
  return views.map(({ key, name, query }, place) => {
    const answer = answers[place];
    const has = answer?.ok ? answer.found && answer.beside.length === 0 : null;
    return { key, name, href: viewHref(key), why: explanationHref({ q: query, task }), has };
  });
}

/** Counts a view's tasks up to `COUNTED` + 1, so large views cost no more. Null for an invalid query. */
export async function countView(db: Db, viewer: Viewer, { query }: NamedView, now: number): Promise<number | null> {
  const compiled = await compileTaskQuery(db, viewer, query, now, { openByDefault: true });
  if (!compiled.ok) return null;
  let count = 0;
  for (const sight of await accessScopesOf(db, viewer, compiled.hidden)) {
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
