import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { isAgent } from "~/features/users/users";
import { type Asking, hasLeft } from "./task-policy";

/*
 * The rule of task-policy as SQL, for the `where` of every query that names a task. The tables must go by their own
 * names, `task` and `message`.
 */

const always = sql<SqlBool>`1 = 1`;
const never = sql<SqlBool>`1 = 0`;

/**
 * What became a part of another task by a merge is nobody's any more: what was in it is read and answered over there. Nor is
 * what was put away, until it is taken out again.
 */
const stands = sql<SqlBool>`(task.merged_into is null and task.put_away is null)`;

/** Tasks that are found by whoever asks for such by name: `is:merged`, `is:spam`, `is:trashed`. */
export type Hidden = "merged" | "spam" | "trash";

function standsOr(hidden: readonly Hidden[]): RawBuilder<SqlBool> {
  const away = hidden.filter((kind) => kind !== "merged").map((kind) => sql` or task.put_away = ${kind}`);
  const merged = hidden.includes("merged") ? always : sql<SqlBool>`task.merged_into is null`;
  return sql`(${merged} and (task.put_away is null${sql.join(away, sql``)}))`;
}

/** Members-only teams. There are few, so a check on every task stays cheap. */
const closedTeams = sql`(select team.id from team where team.visibility = 'members')`;

/** Tasks that every agent works on, the only ones an organization shares. */
const isOpenToAgents = (table: "task" | "shared") =>
  sql<SqlBool>`(${sql.ref(`${table}.confidential`)} = 0 and ${sql.ref(`${table}.team_id`)} not in ${closedTeams})`;

/** The rows of `task` this person may act on as an agent: `hasAgentAccess`. */
export const workableBy = (asking: Asking): RawBuilder<SqlBool> => sql`(${stands} and ${worksOn(asking)})`;

/** The tasks in trash and spam that this person would work on: for who looks there, and whoever takes them out again. */
export const putAwayFor = (asking: Asking): RawBuilder<SqlBool> =>
  sql`(task.put_away in ('trash', 'spam') and task.merged_into is null and ${worksOn(asking)})`;

/** Never null, so that `not` finds the others. */
function worksOn(asking: Asking): RawBuilder<SqlBool> {
  if (hasLeft(asking) || !isAgent(asking)) return never;
  if (asking.role === "admin") return always;
  return sql`(
    ${isOpenToAgents("task")}
    or (task.assignee_id is not null and task.assignee_id = ${asking.id})
    or task.team_id in (select team_id from team_member where user_id = ${asking.id})
  )`;
}

/** On whose requester's side this person is, or was before a merge: `hasRequesterAccess`. */
function askedFor(asking: Asking): RawBuilder<SqlBool> {
  if (hasLeft(asking)) return never;
  return sql`(${isOwnRequest(asking)} or ${isShared(asking)})`;
}

/** Whether their organization shares the task with them. */
const isShared = ({ sharedOrganizationId: shared }: Asking): RawBuilder<SqlBool> =>
  shared === undefined ? never : sql`(task.organization_id = ${shared} and ${isOpenToAgents("task")})`;

const isInCopy = (asking: Pick<Asking, "id">) => sql<SqlBool>`exists (
  select 1 from participant where participant.task_id = task.id and participant.user_id = ${asking.id}
)`;

/** What this person asked for themselves or is in copy of, which nobody has to share with them. Never null. */
export const isOwnRequest = (asking: Pick<Asking, "id">): RawBuilder<SqlBool> =>
  sql`(task.requester_id = ${asking.id} or ${isInCopy(asking)})`;

/** The rows of `task` this person may see: `canSee`. */
export const visibleTo = (asking: Asking): RawBuilder<SqlBool> => sql`(${stands} and ${isTheirs(asking)})`;

function isTheirs(asking: Asking): RawBuilder<SqlBool> {
  if (!isAgent(asking)) return askedFor(asking);
  if (asking.role === "admin") return worksOn(asking);
  return sql`(${worksOn(asking)} or ${askedFor(asking)})`;
}

/** What this person is to a task, as columns: `works` 1 with agent access, `in_copy` 1 for a participant. */
export const standingOf = (asking: Asking) =>
  [sql<0 | 1>`case when ${workableBy(asking)} then 1 else 0 end`.as("works"), inCopyOf(asking)] as const;

export const inCopyOf = (asking: Pick<Asking, "id">) =>
  sql<0 | 1>`case when ${isInCopy(asking)} then 1 else 0 end`.as("in_copy");

/** What was said for everybody who may see the task: no note, and nothing that is still held. */
export const wasSaid = sql<SqlBool>`(message.kind = 'public' and message.send_after is null)`;

/** The rows of `message` this person may read, in a query that joins `task` and keeps to `visibleTo`: `canSeeMessage`. */
export function readableBy(asking: Asking): RawBuilder<SqlBool> {
  if (!isAgent(asking)) return wasSaid;
  return sql`(${workableBy(asking)} or ${wasSaid})`;
}

/**
 * The tasks somebody sees in one way. Whoever reads many tasks reads them so, one way after the other, because what may
 * be shown, searched and sorted by differs between the two.
 *
 * works  as an agent; otherwise from the requester's side, where nothing internal may show, not even by an order
 * rows   which rows of `task` these are
 */
export type Sight = { works: boolean; rows: RawBuilder<SqlBool> };

/**
 * The ways this person sees tasks, which have no task in common and together are all of `visibleTo`; `hidden`
 * are those that an agent asks for by name.
 */
export async function sightsOf(db: Db, asking: Asking, hidden: readonly Hidden[] = []): Promise<Sight[]> {
  const { first, further } = sightsInTurn(db, asking, hidden);
  return [first, ...(await further)];
}

/**
 * The same, with the one that everybody has at once: whether there are more is asked of the database, and what is asked of the
 * first goes there with it.
 */
export function sightsInTurn(db: Db, asking: Asking, hidden: readonly Hidden[] = []): SightsInTurn {
  const none = Promise.resolve([]);
  if (!isAgent(asking)) return { first: { works: false, rows: ofAsker(asking, [sql`1 = 1`]) }, further: none };
  const rows = hidden.length > 0 && sql<SqlBool>`(${standsOr(hidden)} and ${worksOn(asking)})`;
  const first: Sight = rows ? { works: true, rows } : workingSight(asking);
  return { first, further: asking.role === "admin" || hasLeft(asking) ? none : furtherSights(db, asking) };
}

type SightsInTurn = { first: Sight; further: Promise<Sight[]> };

async function furtherSights(db: Db, { id }: Asking): Promise<Sight[]> {
  const any = await oneAsked(db, id);
  return any ? [askedSight({ id, role: "agent" })] : [];
}

/** How an agent sees the tasks they work on. */
export const workingSight = (asking: Asking): Sight => ({ works: true, rows: workableBy(asking) });

/**
 * How an agent sees the others. Rare: one's own requests to a team that one does not belong to. Each kind by its index: an
 * agent may have made very many requests that are neither. Shared tasks need no check: agents work on all of them.
 */
function askedSight(asking: Asking): Sight {
  const own = ofAsker(asking, [sql`asked.confidential = 1`, sql`asked.team_id in ${closedTeams}`]);
  return { works: false, rows: sql<SqlBool>`(not ${worksOn(asking)} and ${own})` };
}

/** Whether there is one of those. Every list of an agent asks. */
const oneAsked = (db: Db, id: number) =>
  db
    .selectFrom("task")
    .select("task.id")
    .where(askedSight({ id, role: "agent" }).rows)
    .limit(1)
    .executeTakeFirst();

/**
 * `askedFor` for lists, without what was merged: both engines begin with the few tasks of this person and never walk all of
 * them. Of their own requests those of any of these kinds.
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

/** When a task last changed, as far as one is told: from the requester's side one learns nothing of notes. */
export const changedAt = ({ works }: Pick<Sight, "works">): RawBuilder<number> =>
  works ? sql`task.updated_at` : sql`coalesce(task.last_public_at, task.created_at)`;

/** Whether a `task` is in a team this person belongs to; no question of access. */
export const inTeamsOf = ({ id }: Pick<Asking, "id">) =>
  sql<SqlBool>`task.team_id in (select team_member.team_id from team_member where team_member.user_id = ${id})`;
