import { sql } from "kysely";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { sightsOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/user-words";
import { COUNTED, type NamedView } from "./view-words";

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
