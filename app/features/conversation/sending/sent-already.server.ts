import type { Tx } from "~/db/transaction.server";
import { MINUTE_MS } from "~/lib/durations";
import { liveDraft } from "../drafts/draft-rows.server";
import type { DraftPlace } from "../drafts/drafts";

/** The same text again within this time is probably a mistake. */
const RECENT_MS = 10 * MINUTE_MS;

/** The writer already sent this text. `at`: when, in UTC milliseconds. */
export type SentAlready = { ok: false; why: "sent_already"; taskId: number; messageId: number; at: number };

/**
 * Finds the message this text would repeat: the writer's newest of its kind on the task, held ones included, or on a
 * follow-up task. The request key doesn't catch it: after Back, browsers refill sent text into a reloaded form with a new key.
 * Null if the text differs, the message is old, or the draft brings a new file.
 */
export async function sentAlready(
  tx: Tx,
  writerId: number,
  { taskId, kind }: DraftPlace & { taskId: number },
  body: string,
  now: number,
): Promise<SentAlready | null> {
  const followUps = tx
    .selectFrom("task_link")
    .select("task_id")
    .where("kind", "=", "follow_up_of")
    .where("other_id", "=", taskId);
  const last = await tx
    .selectFrom("message")
    .select(["id", "task_id", "body", "created_at"])
    .where("author_id", "=", writerId)
    .where("created_at", ">", now - RECENT_MS)
    .where("kind", "=", kind === "note" ? "internal" : "public")
    .where((eb) => eb.or([eb("task_id", "=", taskId), eb("task_id", "in", followUps)]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.body !== body || (await bringsAnotherFile(tx, writerId, { taskId, kind }, last.id))) return null;
  return { ok: false, why: "sent_already", taskId: last.task_id, messageId: last.id, at: last.created_at };
}

/** The writer already created this task. `at`: when, in UTC milliseconds. */
export type CreatedAlready = { ok: false; why: "created_already"; taskId: number; at: number };

type NewTask = { title: string; body: string; requesterId: number; parentId: number | null };

/**
 * Finds the task this one would repeat: same writer, requester, parent, title and text. Null if there is none, it is old, or
 * the draft brings a new file. `hasDrafts`: only forms with drafts have files.
 */
export async function createdAlready(
  tx: Tx,
  writerId: number,
  task: NewTask,
  now: number,
  { hasDrafts }: { hasDrafts: boolean },
): Promise<CreatedAlready | null> {
  const last = await lastCreated(tx, writerId, task, now - RECENT_MS);
  if (!last) return null;
  if (hasDrafts && (await bringsAnotherFile(tx, writerId, { kind: "task", taskId: null }, last.id))) return null;
  return { ok: false, why: "created_already", taskId: last.task_id, at: last.created_at };
}

/** Starts from the writer's recent messages: left alone, the planner may scan every task they ever requested. */
const lastCreated = (tx: Tx, writerId: number, task: NewTask, after: number) =>
  tx
    .with(
      (cte) => cte("lately").materialized(),
      (lately) =>
        lately
          .selectFrom("message")
          .select(["id", "task_id", "created_at"])
          .where("author_id", "=", writerId)
          .where("created_at", ">", after)
          .where("body", "=", task.body),
    )
    .selectFrom("lately")
    .innerJoin("task", (join) =>
      join.onRef("task.id", "=", "lately.task_id").onRef("task.created_at", "=", "lately.created_at"),
    )
    .select(["lately.id", "task.id as task_id", "task.created_at"])
    .where("task.title", "=", task.title)
    .where("task.created_by", "=", writerId)
    .where("task.requester_id", "=", task.requesterId)
    .where(({ fn, val, eb }) => eb(fn.coalesce("task.parent_id", val(0)), "=", task.parentId ?? 0))
    .orderBy("task.id", "desc")
    .limit(1)
    .executeTakeFirst();

async function bringsAnotherFile(tx: Tx, writerId: number, place: DraftPlace, messageId: number): Promise<boolean> {
  const draft = await liveDraft(tx, writerId, place);
  if (!draft) return false;
  const known = tx
    .selectFrom("attachment")
    .select("sha256")
    .where("message_id", "=", messageId)
    .where("sha256", "is not", null);
  const another = await tx
    .selectFrom("attachment")
    .select("id")
    .where("draft_id", "=", draft.id)
    .where("sha256", "not in", known)
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}
