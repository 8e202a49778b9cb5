import { fieldLabel } from "~/features/tasks/field-labels";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { DAY_MS } from "~/lib/durations";
import type { Refusal } from "~/lib/refusal";
import type { ShownFile } from "../attachments/attachments";

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

/** The field that holds the text of a form, the rest being beside it. */
export const textField = (kind: DraftKind) => (kind === "note" ? "note" : "body");

/** What a form shows when it is opened: what was refused, else what its draft has. */
export function typedBefore(refusal: Refusal | null | undefined, draft: Draft | null): Refusal | null {
  if (refusal || !draft) return refusal ?? null;
  return { values: { ...draft.fields, [textField(draft.kind)]: draft.body }, errors: {}, formErrors: [] };
}

/** Fields that say something of the form, not of what its writer wants. */
const OF_THE_FORM =
  /^(?:form|requestKey|seen|version|draft|replaces|revision|anyway|outcome|do|csrfToken|was_.*|keep_.*)$/;
const SECRET = /password|secret|token/i;
const isOfTheForm = (name: string) => OF_THE_FORM.test(name) || SECRET.test(name);

/** What of a form is worth keeping, by name. Files have a place of their own. */
export function fieldsToKeep(form: Iterable<readonly [string, unknown]>, kind: DraftKind): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name === textField(kind) || isOfTheForm(name)) continue;
    kept[name] = Object.hasOwn(kept, name) ? `${kept[name]},${value}` : value;
  }
  return kept;
}

/** Fields with words of one's own, in the forms of a task. */
const WORDS = new Set(["body", "note", "text", "comment", "cc", "watcher"]);

/** What somebody wrote in a form, else what they changed with it: to be copied where the form itself cannot be shown. */
export function salvagedTextOf(form: Iterable<readonly [string, unknown]>): string {
  const fields = new Map<string, string>(); // of a field sent several times the last: the box behind its hidden "no"
  for (const [name, value] of form) if (typeof value === "string") fields.set(name, value);
  const typed = [...fields].filter(([name, value]) => value.trim() !== "" && !isOfTheForm(name));
  const words = typed.filter(([name]) => WORDS.has(name));
  if (words.length > 0) return words.map(([, value]) => value).join("\n\n");
  return typed
    .filter(([name, value]) => value !== fields.get(`was_${name}`))
    .map(([name, value]) => `${fieldLabel(name)}: ${value}`)
    .join("\n");
}
