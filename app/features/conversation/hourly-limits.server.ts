import type { Tx } from "~/db/transaction.server";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { HOUR_MS } from "~/lib/durations";
import * as say from "./conversation-copy";

export type TooMany = { ok: false; why: "too_many"; message: string };

const tooMany = (message: string): TooMany => ({ ok: false, why: "too_many", message });

/** Null while the person is below the limit. */
export async function tooManyTasks(tx: Tx, personId: number, now: number): Promise<TooMany | null> {
  const { made } = await tx
    .selectFrom("task")
    .select(({ fn }) => fn.countAll<number>().as("made"))
    .where("requester_id", "=", personId)
    .where("created_by", "=", personId)
    .where("created_at", ">", now - HOUR_MS)
    // Redundant, but lets the planner use the index for the last hour instead of reading every request they ever made.
    .where("open", "in", [0, 1])
    .where("updated_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return made < TASK_LIMITS.createdPerHour ? null : tooMany(say.tooManyRequests(TASK_LIMITS.createdPerHour));
}

/** Null while the person is below the limit. Descriptions count as well. */
export async function tooManyMessages(tx: Tx, personId: number, now: number): Promise<TooMany | null> {
  const { written } = await tx
    .selectFrom("message")
    .select(({ fn }) => fn.countAll<number>().as("written"))
    .where("author_id", "=", personId)
    .where("created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return written < TASK_LIMITS.messagesPerHour ? null : tooMany(say.tooManyMessages(TASK_LIMITS.messagesPerHour));
}
