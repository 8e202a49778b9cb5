import { sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { TaskRow } from "~/features/tasks/task-rows.server";

/* Shared by merging, undoing a merge and splitting. */

/** The tasks that rows leave and join. */
export type Way = { from: number; to: number };

const AT_ONCE = 500;

/** Runs `work` in batches, for lists longer than one statement takes. */
export async function inParts<T>(all: readonly T[], work: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += AT_ONCE) await work(all.slice(start, start + AT_ONCE));
}

/** Tables whose rows a task has at most once each, with the column that identifies them. */
const COLLECTIONS = { task_tag: "tag", participant: "user_id", watcher: "user_id" } as const;
export type Collection = keyof typeof COLLECTIONS;
type Member<C extends Collection> = C extends "task_tag" ? string : number;

export async function membersOf<C extends Collection>(tx: Tx, table: C, taskId: number): Promise<Member<C>[]> {
  const column = COLLECTIONS[table];
  const { rows } = await sql<{ member: Member<C> }>`
    select ${sql.ref(column)} as member from ${sql.table(table)} where task_id = ${taskId} order by ${sql.ref(column)}
  `.execute(tx);
  return rows.map(({ member }) => member);
}

/** Moves whole rows to a task. It must not have any of these members. */
export async function moveMembers<C extends Collection>(
  tx: Tx,
  table: C,
  members: readonly Member<C>[],
  { from, to }: Way,
): Promise<void> {
  if (members.length === 0) return;
  await sql`
    update ${sql.table(table)} set task_id = ${to}
    where task_id = ${from} and ${sql.ref(COLLECTIONS[table])} in (${sql.join(members)})
  `.execute(tx);
}

/** Moves the files of messages and drafts that have already moved. */
export const moveFiles = (tx: Tx, { from, to }: Way) =>
  tx
    .updateTable("attachment")
    .set({ task_id: to })
    .where("task_id", "=", from)
    .where((eb) =>
      eb.or([
        eb("message_id", "in", eb.selectFrom("message").select("message.id").where("message.task_id", "=", to)),
        eb("draft_id", "in", eb.selectFrom("draft").select("draft.id").where("draft.task_id", "=", to)),
      ]),
    )
    .execute();

export type PublicTimes = Pick<
  TaskRow,
  "first_responded_at" | "last_public_at" | "last_requester_at" | "last_agent_at"
>;

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
const earlier = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));

export const joinedTimes = (one: PublicTimes, other: PublicTimes): PublicTimes => ({
  first_responded_at: earlier(one.first_responded_at, other.first_responded_at),
  last_public_at: later(one.last_public_at, other.last_public_at),
  last_requester_at: later(one.last_requester_at, other.last_requester_at),
  last_agent_at: later(one.last_agent_at, other.last_agent_at),
});

/** Times of a task's public messages from `since` on, without held replies. */
export async function timesSince(tx: Tx, taskId: number, since: number): Promise<PublicTimes> {
  const said = await tx
    .selectFrom("message")
    .select(["side", ({ fn }) => fn.min("created_at").as("first"), ({ fn }) => fn.max("created_at").as("last")])
    .where("task_id", "=", taskId)
    .where("kind", "=", "public")
    .where("send_after", "is", null)
    .where("created_at", ">=", since)
    .groupBy("side")
    .execute();
  const of = (side: string) => said.find((row) => row.side === side);
  return {
    first_responded_at: of("agent")?.first ?? null,
    last_public_at: said.reduce<number | null>((last, row) => later(last, row.last), null),
    last_requester_at: of("requester")?.last ?? null,
    last_agent_at: of("agent")?.last ?? null,
  };
}
