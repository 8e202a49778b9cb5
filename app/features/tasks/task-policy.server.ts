import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { isAgent } from "~/features/users/users";
import { type Asking, hasLeft } from "./task-policy";

/* The rule in task-policy as SQL, for the `where` of every query on tasks. Queries must not alias `task` and `message`. */

const always = sql<SqlBool>`1 = 1`;
const never = sql<SqlBool>`1 = 0`;

/** Excludes merged tasks, whose content is in the target, and tasks in the trash or spam until restored. */
const stands = sql<SqlBool>`(task.merged_into is null and task.put_away is null)`;

/** Tasks listed only on request: `is:merged`, `is:spam`, `is:trashed`. */
export type Hidden = "merged" | "spam" | "trash";

function standsOr(hidden: readonly Hidden[]): RawBuilder<SqlBool> {
  const away = hidden.filter((kind) => kind !== "merged").map((kind) => sql` or task.put_away = ${kind}`);
  const merged = hidden.includes("merged") ? always : sql<SqlBool>`task.merged_into is null`;
  return sql`(${merged} and (task.put_away is null${sql.join(away, sql``)}))`;
}

/** Members-only teams. There are few, so a check on every task stays cheap. */
const closedTeams = sql`(select team.id from team where team.visibility = 'members')`;

/** Tasks open to every agent, the only ones an organization shares. */
const isOpenToAgents = (table: "task" | "shared") =>
  sql<SqlBool>`(${sql.ref(`${table}.confidential`)} = 0 and ${sql.ref(`${table}.team_id`)} not in ${closedTeams})`;

/** Rows of `task` where the person has agent access: `hasAgentAccess`. */
export const workableBy = (asking: Asking): RawBuilder<SqlBool> => sql`(${stands} and ${worksOn(asking)})`;

/** Trash and spam this person may see and restore: tasks they would otherwise work on. */
export const putAwayFor = (asking: Asking): RawBuilder<SqlBool> =>
  sql`(task.put_away in ('trash', 'spam') and task.merged_into is null and ${worksOn(asking)})`;

/** Never NULL, so that `not` works. */
function worksOn(asking: Asking): RawBuilder<SqlBool> {
  if (hasLeft(asking) || !isAgent(asking)) return never;
  if (asking.role === "admin") return always;
  return sql`(
    ${isOpenToAgents("task")}
    or (task.assignee_id is not null and task.assignee_id = ${asking.id})
    or task.team_id in (select team_id from team_member where user_id = ${asking.id})
  )`;
}

/** Where the person is on the requester's side, merged tasks included: `hasRequesterAccess`. */
function askedFor(asking: Asking): RawBuilder<SqlBool> {
  if (hasLeft(asking)) return never;
  return sql`(${isOwnRequest(asking)} or ${isShared(asking)})`;
}

const isShared = ({ sharedOrganizationId: shared }: Asking): RawBuilder<SqlBool> =>
  shared === undefined ? never : sql`(task.organization_id = ${shared} and ${isOpenToAgents("task")})`;

const isInCopy = (asking: Pick<Asking, "id">) => sql<SqlBool>`exists (
  select 1 from participant where participant.task_id = task.id and participant.user_id = ${asking.id}
)`;

/** Requests this person made or is in copy of, as opposed to shared ones. Never NULL. */
export const isOwnRequest = (asking: Pick<Asking, "id">): RawBuilder<SqlBool> =>
  sql`(task.requester_id = ${asking.id} or ${isInCopy(asking)})`;

/** Rows of `task` the person may see: `canSee`. */
export const visibleTo = (asking: Asking): RawBuilder<SqlBool> => sql`(${stands} and ${isTheirs(asking)})`;

function isTheirs(asking: Asking): RawBuilder<SqlBool> {
  if (!isAgent(asking)) return askedFor(asking);
  if (asking.role === "admin") return worksOn(asking);
  return sql`(${worksOn(asking)} or ${askedFor(asking)})`;
}

/** The person's access to a task, as columns: `works` is 1 with agent access, `in_copy` 1 for a participant. */
export const standingOf = (asking: Asking) =>
  [sql<0 | 1>`case when ${workableBy(asking)} then 1 else 0 end`.as("works"), inCopyOf(asking)] as const;

export const inCopyOf = (asking: Pick<Asking, "id">) =>
  sql<0 | 1>`case when ${isInCopy(asking)} then 1 else 0 end`.as("in_copy");

/** Messages for everyone who may see the task: no notes, no held replies. */
export const wasSaid = sql<SqlBool>`(message.kind = 'public' and message.send_after is null)`;

/** Rows of `message` the person may read: `canSeeMessage`. The query joins `task` and filters by `visibleTo`. */
export function readableBy(asking: Asking): RawBuilder<SqlBool> {
  if (!isAgent(asking)) return wasSaid;
  return sql`(${workableBy(asking)} or ${wasSaid})`;
}

/**
 * One kind of access to tasks. Lists query each kind separately, because what may be shown, searched and sorted
 * differs.
 *
 * works  with agent access; otherwise from the requester's side, where nothing internal may show, not even by sort
 *        order
 * rows   which rows of `task`
 */
export type AccessScope = { works: boolean; rows: RawBuilder<SqlBool> };

/**
 * The person's access scopes, which are disjoint and together cover `visibleTo`.
 * `hidden` adds merged, trashed or spam tasks that an agent asked for.
 */
export async function accessScopesOf(db: Db, asking: Asking, hidden: readonly Hidden[] = []): Promise<AccessScope[]> {
  const { first, further } = accessScopesInTurn(db, asking, hidden);
  return [first, ...(await further)];
}

/**
 * Like `accessScopesOf`, but returns the first scope at once. The check for further scopes runs alongside the first
 * query.
 */
export function accessScopesInTurn(db: Db, asking: Asking, hidden: readonly Hidden[] = []): ScopesInTurn {
  const none = Promise.resolve([]);
  if (!isAgent(asking)) return { first: { works: false, rows: ofAsker(asking, [sql`1 = 1`]) }, further: none };
  const rows = hidden.length > 0 && sql<SqlBool>`(${standsOr(hidden)} and ${worksOn(asking)})`;
  const first: AccessScope = rows ? { works: true, rows } : agentScope(asking);
  return { first, further: asking.role === "admin" || hasLeft(asking) ? none : furtherScopes(db, asking) };
}

type ScopesInTurn = { first: AccessScope; further: Promise<AccessScope[]> };

/** Runs on every list an agent opens. */
async function furtherScopes(db: Db, { id }: Asking): Promise<AccessScope[]> {
  const asked = requesterScope({ id, role: "agent" });
  const any = await db.selectFrom("task").select("task.id").where(asked.rows).limit(1).executeTakeFirst();
  return any ? [asked] : [];
}

export const agentScope = (asking: Asking): AccessScope => ({ works: true, rows: workableBy(asking) });

/**
 * An agent's access to tasks they don't work on: their own requests to a team they aren't in, which are rare. Each kind
 * uses its own index, because an agent may have made many requests of neither kind. Shared tasks need no check: every
 * agent works on them.
 */
function requesterScope(asking: Asking): AccessScope {
  const own = ofAsker(asking, [sql`asked.confidential = 1`, sql`asked.team_id in ${closedTeams}`]);
  return { works: false, rows: sql<SqlBool>`(not ${worksOn(asking)} and ${own})` };
}

/**
 * `askedFor` for lists, without merged tasks. Both engines start from this person's few tasks instead of scanning all.
 * `kinds` limits their own requests to those that meet any of these conditions.
 */
function ofAsker(asking: Asking, kinds: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  if (hasLeft(asking)) return never;
  const shared = asking.sharedOrganizationId;
  const parts = [
    ...kinds.map((kind) => sql`select asked.id from task as asked where asked.requester_id = ${asking.id} and ${kind}`),
    sql`select participant.task_id from participant where participant.user_id = ${asking.id}`,
    ...(shared === undefined
      ? []
      : [
          sql`select shared.id from task as shared where shared.organization_id = ${shared} and ${isOpenToAgents("shared")}`,
        ]),
  ];
  return sql`(${stands} and task.id in (${sql.join(parts, sql` union all `)}))`;
}

/** When a task last changed, as far as the viewer may know: on the requester's side, notes don't count. */
export const changedAt = ({ works }: Pick<AccessScope, "works">): RawBuilder<number> =>
  works ? sql`task.updated_at` : sql`coalesce(task.last_public_at, task.created_at)`;

/** Whether a `task` is in one of the person's teams. Says nothing about access. */
export const inTeamsOf = ({ id }: Pick<Asking, "id">) =>
  sql<SqlBool>`task.team_id in (select team_member.team_id from team_member where team_member.user_id = ${id})`;
