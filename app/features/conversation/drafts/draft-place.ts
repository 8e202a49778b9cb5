import { TASK_LIMITS } from "~/features/tasks/task-words";
import { DAY_MS } from "~/lib/durations";
import type { ShownFile } from "../attachments/attachment-words";

/** Where somebody writes: a reply or a note on a task, or a task that is not made yet. Each has one draft for each person. */
export type DraftPlace = { kind: "reply" | "note"; taskId: number } | { kind: "task"; taskId: null };
/** The place a form names by its fields `kind` and `task`; null for none. */
export function draftPlaceOf(kind: unknown, task: unknown): DraftPlace | null {
  if (kind === "task") return { kind, taskId: null };
  const known = kind === "reply" || kind === "note";
  return known && typeof task === "string" && /^[1-9]\d{0,8}$/.test(task) ? { kind, taskId: Number(task) } : null;
}

export type DraftKind = DraftPlace["kind"];

export const DRAFT_LIMITS = {
  /** Code points. */
  body: TASK_LIMITS.message,
  /** The other fields of a form together, as JSON. */
  fields: 100_000,
  perPerson: 200,
  untouchedMs: 90 * DAY_MS,
  /** How long a deleted draft can be taken back. */
  undoMs: DAY_MS,
} as const;

/** A draft as its form shows it. Times in UTC milliseconds. */
export type Draft = {
  id: number;
  kind: DraftKind;
  /** Markdown as typed, blanks and all. */
  body: string;
  /** The other fields of the form by name, as typed. */
  fields: Record<string, string>;
  /** Colleagues read it. */
  shared: boolean;
  updatedAt: number;
  /** What is attached. */
  files?: ShownFile[];
};

/** The page whose form has the draft. */
export const pageOf = ({ taskId }: DraftPlace) => (taskId === null ? "/tasks/new" : `/tasks/${taskId}`);

/** "reply 42", "note 42" or "task". */
export const placeName = ({ kind, taskId }: DraftPlace) => (taskId === null ? kind : `${kind} ${taskId}`);

export function parsePlace(name: string): DraftPlace | null {
  if (name === "task") return { kind: "task", taskId: null };
  const [, kind, id] = /^(reply|note) ([1-9]\d{0,8})$/.exec(name) ?? [];
  return kind === "reply" || kind === "note" ? { kind, taskId: Number(id) } : null;
}
