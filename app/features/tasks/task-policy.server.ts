import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "~/db/types";
import { type Asking, hasAgentAccess } from "./task-policy";

/**
 * The rows of `task` this person may see, for the `where` of every query that names a task: `canSee` as SQL.
 * The table must go by its own name, `task`.
 */
export function visibleTo(asking: Asking) {
  return (eb: Pick<ExpressionBuilder<Database, "task">, "ref" | "val">) => {
    if (asking.state === "disabled") return sql<SqlBool>`1 = 0`;
    if (hasAgentAccess(asking)) return sql<SqlBool>`1 = 1`;
    return sql<SqlBool>`${eb.ref("task.requester_id")} = ${eb.val(asking.id)}`;
  };
}

/** The rows of `message` this person may read, in a query that already keeps to `visibleTo`: `canSeeMessage` as SQL. */
export function readableBy(asking: Asking) {
  return (eb: Pick<ExpressionBuilder<Database, "message">, "ref">) =>
    hasAgentAccess(asking) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${eb.ref("message.kind")} = 'public'`;
}

/** When a task last changed, as far as this person is told: a requester learns nothing of notes. */
export const changedAt = (asking: Asking): RawBuilder<number> =>
  hasAgentAccess(asking) ? sql`task.updated_at` : sql`coalesce(task.last_public_at, task.created_at)`;
