import type { Tx } from "~/db/transaction.server";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { HOUR_MS } from "~/lib/durations";
import * as say from "./conversation-copy";

/* What a requester may do within an hour. */

export type TooMany = { ok: false; why: "too_many"; message: string };

const tooMany = (message: string): TooMany => ({ ok: false, why: "too_many", message });

/** Null as long as this person may make another task. */
export async function tooManyTasks(tx: Tx, personId: number, now: number): Promise<TooMany | null> {
  const { made } = await tx
    .selectFrom("task")
    .select(({ fn }) => fn.countAll<number>().as("made"))
    .where("requester_id", "=", personId)
    .where("created_by", "=", personId)
    .where("created_at", ">", now - HOUR_MS)
    // Says nothing new, and leads the engine to the last hour's by an index, of all that somebody has ever asked for.
    .where("open", "in", [0, 1])
    .where("updated_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return made < TASK_LIMITS.createdPerHour ? null : tooMany(say.tooManyRequests(TASK_LIMITS.createdPerHour));
}

/** Null as long as this person may write another message; descriptions count as well. */
export async function tooManyMessages(tx: Tx, personId: number, now: number): Promise<TooMany | null> {
  const { written } = await tx
    .selectFrom("message")
    .select(({ fn }) => fn.countAll<number>().as("written"))
    .where("author_id", "=", personId)
    .where("created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return written < TASK_LIMITS.messagesPerHour ? null : tooMany(say.tooManyMessages(TASK_LIMITS.messagesPerHour));
}
