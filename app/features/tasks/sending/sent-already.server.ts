import type { Tx } from "~/db/transaction.server";
import { MINUTE_MS } from "~/lib/durations";
import type { DraftPlace } from "../drafts/draft-place";
import { liveDraft } from "../drafts/draft-rows.server";

/** So long the same words once more are more likely a mistake than meant. */
const RECENT_MS = 10 * MINUTE_MS;

/** Somebody's own message that says just this already. `at`: when, in UTC milliseconds. */
export type SentAlready = { ok: false; why: "sent_already"; taskId: number; messageId: number; at: number };

/**
 * The message this text, with its files, would be a second time: its writer's newest of that kind on the task, held ones
 * included, or on the new task it opened. Browsers put a text that was sent back into a page they load anew after Back,
 * where the form's key is another one. Null where it is none of them, from long ago, or a file comes along that it has not.
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

/** Somebody's own new task that is just this already. `at`: when, in UTC milliseconds. */
export type CreatedAlready = { ok: false; why: "created_already"; taskId: number; at: number };

/**
 * The task a new one with these words would be a second time: its writer has created it for the same person, as a part of the
 * same task or of none. Null where there is none, it is from long ago, or a file comes along that it has not.
 */
export async function createdAlready(
  tx: Tx,
  writerId: number,
  { title, body, requesterId, parentId }: { title: string; body: string; requesterId: number; parentId: number | null },
  now: number,
): Promise<CreatedAlready | null> {
  const last = await tx
    .selectFrom("message")
    .innerJoin("task", (join) =>
      join.onRef("task.id", "=", "message.task_id").onRef("task.created_at", "=", "message.created_at"),
    )
    .select(["message.id", "task.id as task_id", "task.created_at"])
    .where("message.author_id", "=", writerId)
    .where("message.created_at", ">", now - RECENT_MS)
    .where("message.body", "=", body)
    .where("task.title", "=", title)
    .where("task.created_by", "=", writerId)
    .where("task.requester_id", "=", requesterId)
    .where("task.parent_id", parentId === null ? "is" : "=", parentId)
    .orderBy("task.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last || (await bringsAnotherFile(tx, writerId, { kind: "task", taskId: null }, last.id))) return null;
  return { ok: false, why: "created_already", taskId: last.task_id, at: last.created_at };
}

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
