import { type SqlBool, sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { toShownQueries } from "~/features/search/query-references.server";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { deskZone } from "~/lib/desk-zone.server";
import { selectPolicy } from "./policy-selection";
import type { DeskServiceLevels, StoredPolicy } from "./service-levels-data.server";

/** Policies see every task. Their queries can't contain `me`. */
const DESK: Viewer = { id: 0, name: "", email: null, role: "admin" };

/** The policy of each of these tasks; null for none. Sends a single query, however many policies there are. */
export async function selectPolicies(
  db: Db,
  { policies }: DeskServiceLevels,
  taskIds: readonly number[],
  now: number,
): Promise<Map<number, number | null>> {
  const enabled = policies.filter((policy) => policy.enabled);
  if (enabled.length === 0) return new Map(taskIds.map((id) => [id, null]));
  const conditions = await conditionsOf(db, enabled, now);
  const rows = await db
    .selectFrom("task")
    .select(["task.id", "task.organization_id"])
    .select(enabled.map(({ id }) => sql<SqlBool>`${conditions.get(id)}`.as(`policy_${id}`)))
    .where(isAmong(db, "task.id", taskIds))
    .execute();
  const selected = new Map<number, number | null>();
  for (const { id: taskId, organization_id: organization, ...row } of rows) {
    const matches: Record<string, unknown> = row;
    const candidates = enabled.filter(
      ({ organizationId }) => organizationId === null || organizationId === organization,
    );
    const own = candidates.find(({ organizationId }) => organizationId !== null)?.id ?? null;
    const policy = await selectPolicy(candidates, own, ({ id }) => Boolean(matches[`policy_${id}`]));
    selected.set(taskId, policy?.id ?? null);
  }
  return selected;
}

/**
 * Each policy's query as SQL. A query that no longer compiles, because something it names was deleted, matches no task.
 */
async function conditionsOf(db: Db, policies: readonly StoredPolicy[], now: number) {
  const conditions = new Map(policies.map(({ id }) => [id, sql<SqlBool>`1 = 1`]));
  const asking = policies.filter(({ query }) => query !== "");
  const shown = await toShownQueries(
    db,
    asking.map(({ query }) => query),
  );
  for (const [place, { id }] of asking.entries()) {
    const compiled = await compileTaskQuery(db, DESK, shown[place] ?? "", now, { timeZone: deskZone() });
    conditions.set(id, compiled.ok ? compiled.asked({ works: true }).where : sql<SqlBool>`1 = 0`);
  }
  return conditions;
}

const STATUS = ["status", "awaiting", "is:open", "is:done", "resolved", "closed", "reopened"];

/** Qualifiers whose result may change with a history field. Custom fields are listed by label. */
const USED_BY: Record<string, readonly string[]> = {
  status: STATUS,
  priority: ["priority"],
  type: ["type"],
  team: ["team"],
  assignee: ["assignee", "is:unassigned"],
  requester: ["requester", "org"],
  tags: ["tag"],
  due: ["due", "has:due"],
  confidential: ["is:confidential"],
  rating: ["rating", "has:rating"],
  checklist: ["has:checklist"],
};

/** Whether these changes may select a different policy for the task. */
export const maySelectAnother = (events: readonly NewEvent[], { used }: DeskServiceLevels): boolean =>
  events.some((event) => {
    if (event.kind === "created") return true;
    if (event.kind !== "changed") return false;
    if (event.field.startsWith("field.")) return [...used].some((key) => key.startsWith("field."));
    return USED_BY[event.field]?.some((key) => used.has(key)) ?? used.size > 0; // such as links and participants
  });
