import type { Tx } from "~/db/transaction.server";
import { subjects } from "./subjects.server";

/**
 * What a person did in one go, with what takes it back: the events of it carry its id. `kind` says which of the undoers
 * (features/tasks/undo) understands `inverse`. `undoes` is the change set that this one took back; `bulkId` the change of many
 * tasks that it is a part of.
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

/** What was destroyed for good: a message with all it had, or files of it. */
export type Redaction = "message_redacted" | "files_redacted";

type EventBase = {
  taskId: number;
  actorId: number | null;
  at: number;
  via?: "web" | "system" | "import";
  /** The change set it belongs to (change-sets.server). */
  changeSetId?: number;
};

export type NewEvent = EventBase &
  (
    | { kind: "created" }
    | ({ kind: "replied"; messageId: number; side: "requester" | "agent" } & Mentioning)
    | ({ kind: "noted"; messageId: number } & Mentioning)
    | { kind: "changed"; field: "note_edited"; messageId: number; from: null; to: null; mentioned: readonly number[] }
    | { kind: "changed"; field: Redaction; messageId: number; from: null; to: null }
    | FieldChanged
  );

/**
 * `field` is a field of the task, a custom field by its label ("field.Floor"), or a field of a subject. `status_kept` tells of
 * a reply that should have moved the task from the old value but found the new one; `reply_returned` of one that went
 * back to its author (new value) because its readers had changed.
 */
type FieldChanged = { kind: "changed"; field: string; from: string | null; to: string | null };

/** Whom the message mentions; they watch the task already. */
type Mentioning = { mentioned?: readonly number[] | undefined };

/**
 * Writes events into the history, then calls every subject that listens. Old and new value as people read them, because names change and
 * history does not.
 */
export async function recordEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    task_id: event.taskId,
    actor_id: event.actorId,
    via: event.via ?? ("web" as const),
    kind: event.kind,
    field: event.kind === "changed" ? event.field : null,
    old_value: event.kind === "changed" ? event.from : null,
    new_value: event.kind === "changed" ? event.to : null,
    message_id: "messageId" in event ? event.messageId : null,
    change_set_id: event.changeSetId ?? null,
    at: event.at,
    external_key: null,
  }));
  await tx.insertInto("event").values(rows).execute();
  for (const { onEvents } of subjects()) await onEvents?.(tx, events);
}
