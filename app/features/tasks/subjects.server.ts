import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import type { Sentence } from "./sentence-parts";
import type { NewEvent } from "./task-history.server";

/**
 * What a room adds to tasks, so that tasks and their history know none of the rooms above them. `app/subjects.server.ts`
 * lists all subjects; a new room adds a line there and nothing here.
 */
export type Subject = {
  /** Called after events were written, in their transaction. */
  onEvents?: (tx: Tx, events: readonly NewEvent[]) => Promise<void>;
  /** Called after messages moved from one task to another, in their transaction. */
  onMessagesMoved?: (tx: Tx, tasks: { from: number; to: number }) => Promise<void>;
  /** Called when a person has seen these tasks up to `until`, in UTC milliseconds. */
  onSeen?: (db: Db, seen: Seen, now: number) => Promise<void>;
  /** How the history words fields that only this room writes. */
  history?: HistoryFields;
  /** Undoers by the kind of their change sets. A change set of any other kind can't be undone. */
  undo?: Readonly<Record<string, Undoer>>;
  /** Tasks besides its own that the inverse of a change set names: they are locked before it is undone. */
  tasksIn?: (inverse: never) => number[];
  /** Its change sets can be undone while the task is in the trash. */
  undoesInTrash?: true;
};

export type Seen = { userId: number; tasks: readonly number[]; until: number };

type HistoryFields = {
  has: (field: string) => boolean;
  /** Its values are task numbers ("#42"), hidden from readers who may not see that task. */
  areTasks?: true;
  label: (field: string) => string;
  /** What an entry says after the name of the person, such as "added the sub-task #42". */
  says: (field: string, from: string | null, to: string | null) => Sentence;
};

/** A change set that the viewer may undo. Its task is locked until the transaction ends. */
export type ChangeToUndo = { id: number; taskId: number; actorId: number; inverse: string; at: number };

/**
 * Result of an undo. With nothing in `back`, nothing may have been written.
 *
 * back  what is as it was, as items of a list: "Status", "the link to #7"
 * kept  sentences about what stays and why: "Priority was changed since and stays High."
 */
export type UndoResult = { back: string[]; kept: string[] };

/**
 * Undoes what others haven't changed since, through the normal rules. It writes its own history with its own change set:
 * `recordChangeSet(tx, { …, undoes: change.id }, now)`.
 */
export type Undoer = (tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number) => Promise<UndoResult>;

let registered: readonly Subject[] | undefined;

/** Called once, before anything reads or writes a task. */
export function registerSubjects(subjects: readonly Subject[]): void {
  registered = subjects;
}

/** Throws when none are registered: history without its subscribers would lose notifications silently. */
export function subjects(): readonly Subject[] {
  if (!registered)
    throw new Error("No subjects are registered. Call registerAllSubjects() of app/subjects.server first.");
  return registered;
}

/** How the subject that writes a field words it; undefined for fields of the task itself. */
export const historyOf = (field: string | null): HistoryFields | undefined =>
  field === null ? undefined : subjects().find(({ history }) => history?.has(field))?.history;

/** Tells every subject that messages have moved from one task to another. */
export async function messagesMoved(tx: Tx, tasks: { from: number; to: number }): Promise<void> {
  for (const { onMessagesMoved } of subjects()) await onMessagesMoved?.(tx, tasks);
}

/** Tells every subject that a person has seen tasks. */
export async function tasksSeen(db: Db, seen: Seen, now: number): Promise<void> {
  for (const { onSeen } of subjects()) await onSeen?.(db, seen, now);
}
