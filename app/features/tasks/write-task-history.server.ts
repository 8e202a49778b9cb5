import type { Tx } from "~/db/transaction.server";
import { causeOf } from "./event-cause.server";
import { subjects } from "./subjects.server";

/**
 * Records one user action with the data to undo it; its events carry the returned id. `kind` selects the undoer
 * (subjects.server) that understands `inverse`. `undoes` is the change set this one undid, `bulkId` its bulk change.
 */
export async function recordChangeSet(
  tx: Tx,
  change: { taskId: number; actorId: number; kind: string; inverse: unknown; undoes?: number; bulkId?: number },
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto("change_set")
    .values({
      task_id: change.taskId,
      actor_id: change.actorId,
      kind: change.kind,
      inverse: JSON.stringify(change.inverse),
      undoes: change.undoes ?? null,
      bulk_id: change.bulkId ?? null,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The kind of permanent redaction: a whole message with its files, or some of its files. */
export type Redaction = "message_redacted" | "files_redacted";

type EventBase = {
  taskId: number;
  actorId: number | null;
  at: number;
  via?: "web" | "email" | "system" | "import" | "rule";
  changeSetId?: number;
};

/** `wasHeld`: the reply waited in its sending window. */
export type NewEvent = EventBase &
  (
    | { kind: "created" }
    | ({ kind: "replied"; messageId: number; side: "requester" | "agent"; wasHeld?: boolean | undefined } & Mentioning)
    | ({ kind: "noted"; messageId: number } & Mentioning)
    | { kind: "changed"; field: "note_edited"; messageId: number; from: null; to: null; mentioned: readonly number[] }
    | { kind: "changed"; field: Redaction; messageId: number; from: null; to: null }
    | FieldChanged
  );

/**
 * `field` is a task field, a custom field by its label ("field.Floor"), or a subject's field. `status_kept`: a reply
 * should have moved the task from the old value but found the new one. `reply_returned`: a reply went back to its
 * author (new value) because its readers had changed.
 */
type FieldChanged = { kind: "changed"; field: string; from: string | null; to: string | null; unsent?: UnsentMessage };

/** A message that wasn't sent, or that didn't arrive at the address in `details`. Its writer is notified. */
export type UnsentMessage = {
  kind: "not_sent" | "undelivered";
  writerId: number | null;
  messageId: number | null;
  details: string;
};

/** People the message mentions; they already watch the task. */
type Mentioning = { mentioned?: readonly number[] | undefined };

/**
 * Writes events to the history, then notifies every subject. Stores values as display text, because names change and
 * history doesn't.
 */
export async function recordEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const cause = causeOf(tx);
  const run = cause?.kind === "rule" ? cause.runId : null;
  const rows = events.map((event) => ({
    task_id: event.taskId,
    actor_id: event.actorId,
    via: event.via ?? (run === null ? ("web" as const) : ("rule" as const)),
    kind: event.kind,
    field: event.kind === "changed" ? event.field : null,
    old_value: event.kind === "changed" ? event.from : null,
    new_value: event.kind === "changed" ? event.to : null,
    message_id: "messageId" in event ? event.messageId : null,
    change_set_id: event.changeSetId ?? null,
    at: event.at,
    external_key: null,
    rule_run_id: run,
  }));
  await tx.insertInto("event").values(rows).execute();
  for (const { onEvents } of subjects()) await onEvents?.(tx, events);
}
