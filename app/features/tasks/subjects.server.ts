import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import type { Sentence } from "./history-sentence";
import type { NewEvent } from "./write-task-history.server";

/**
 * Hooks a feature adds to tasks, so tasks and history don't depend on the features above them.
 * `app/subjects.server.ts` lists all subjects; a new feature adds a line there and nothing here.
 */
export type Subject = {
  /** Called after events were written, in their transaction. */
  onEvents?: (tx: Tx, events: readonly NewEvent[]) => Promise<void>;
  /** Called after messages moved from one task to another, in their transaction. */
  onMessagesMoved?: (tx: Tx, tasks: { from: number; to: number }) => Promise<void>;
  /** Called when an agent's reply is held for its sending window and when it's withdrawn, in that transaction. */
  onHeldReply?: (tx: Tx, reply: HeldReply) => Promise<void>;
  /** Called when a person has seen these tasks up to `until`, in UTC milliseconds. */
  onSeen?: (db: Db, seen: Seen, now: number) => Promise<void>;
  /** History wording for fields that only this feature writes. */
  history?: HistoryFields;
  /** Undoers by change-set kind. Other kinds can't be undone. */
  undo?: Readonly<Record<string, Undoer>>;
  /** Other tasks named in a change set's inverse. They are locked before the undo. */
  tasksIn?: (inverse: never) => number[];
  /** Its change sets can be undone while the task is in the trash. */
  undoesInTrash?: true;
};

/** `at` in UTC milliseconds. Sending it is a `replied` event. */
export type HeldReply = { taskId: number; messageId: number; became: "held" | "withdrawn"; at: number };

export type Seen = { userId: number; tasks: readonly number[]; until: number };

type HistoryFields = {
  has: (field: string) => boolean;
  /** Its values are task numbers ("#42"), masked for viewers who may not see that task. */
  areTasks?: true;
  label: (field: string) => string;
  /** The entry's text after the person's name, such as "added the sub-task #42". */
  says: (field: string, from: string | null, to: string | null) => Sentence;
};

/** A change set that the viewer may undo. Its task is locked until the transaction ends. */
export type ChangeToUndo = { id: number; taskId: number; actorId: number; inverse: string; at: number };

/**
 * Result of an undo. An empty `back` promises that nothing was written.
 *
 * back  restored things, as list items: "Status", "the link to #7"
 * kept  sentences about things that stay, and why: "Priority has changed since then and stays High."
 */
export type UndoResult = { back: string[]; kept: string[] };

export const nothingUndone = (why: string): UndoResult => ({ back: [], kept: [why] });

/**
 * Undoes whatever others haven't changed since, through the normal rules. It records its own history and change set:
 * `recordChangeSet(tx, { …, undoes: change.id }, now)`.
 */
export type Undoer = (tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number) => Promise<UndoResult>;

let registered: readonly Subject[] | undefined;

/** Called once, before anything reads or writes a task. */
export function registerSubjects(subjects: readonly Subject[]): void {
  registered = subjects;
}

/** Throws when none are registered: notifications would otherwise be lost silently. */
export function subjects(): readonly Subject[] {
  if (!registered)
    throw new Error("No subjects are registered. Call registerAllSubjects() of app/subjects.server first.");
  return registered;
}

/** History wording from the subject that owns the field; undefined for the task's own fields. */
export const historyOf = (field: string | null): HistoryFields | undefined =>
  field === null ? undefined : subjects().find(({ history }) => history?.has(field))?.history;

export async function messagesMoved(tx: Tx, tasks: { from: number; to: number }): Promise<void> {
  for (const { onMessagesMoved } of subjects()) await onMessagesMoved?.(tx, tasks);
}

export async function heldReplyChanged(tx: Tx, reply: HeldReply): Promise<void> {
  for (const { onHeldReply } of subjects()) await onHeldReply?.(tx, reply);
}

export async function tasksSeen(db: Db, seen: Seen, now: number): Promise<void> {
  for (const { onSeen } of subjects()) await onSeen?.(db, seen, now);
}
