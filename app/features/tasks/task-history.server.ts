import type { Tx } from "~/db/transaction.server";
import { notify } from "./notifications/notify.server";
import type { RelationField } from "./relations/relation-words";
import type { TaskField } from "./task-schema";

/**
 * A field whose change history tells. `status_kept` is told of a reply that was to move the task (old value) but found it
 * changed (new value); `reply_returned` is about one that went back to its writer (new value) because its readers changed.
 */
export type HistoryField =
  | `field.${string}`
  | TaskField
  | RelationField
  | PeopleField
  | "checklist"
  | "rating"
  | "put_away"
  | "status_kept"
  | "reply_returned"
  | "note_edited"
  | Redaction;

/** What was destroyed for good: a message with all it had, or files of it. */
export type Redaction = "message_redacted" | "files_redacted";

/** People around a task; of each change one name is told: who came, or who went. */
type PeopleField = "participants" | "watchers";

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
    | { kind: "changed"; field: Exclude<HistoryField, Redaction>; from: string | null; to: string | null }
  );

/** Whom the message mentions; they watch the task already. */
type Mentioning = { mentioned?: readonly number[] | undefined };

/**
 * Writes into the history, and tells people of it. Old and new value as people read them, because names change and
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
  await notify(tx, events);
}
