import { fieldLabel } from "~/features/tasks/field-labels";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { DAY_MS } from "~/lib/durations";
import type { Refusal } from "~/lib/refusal";
import type { ShownFile } from "../attachments/attachments";

/** Where a draft belongs: a reply or a note on a task, or a new task. One draft per person in each. */
export type DraftPlace = { kind: "reply" | "note"; taskId: number } | { kind: "task"; taskId: null };
/** The place named by a form's `kind` and `task` fields; null for none. */
export function draftPlaceOf(kind: unknown, task: unknown): DraftPlace | null {
  if (kind === "task") return { kind, taskId: null };
  const known = kind === "reply" || kind === "note";
  return known && typeof task === "string" && /^[1-9]\d{0,8}$/.test(task) ? { kind, taskId: Number(task) } : null;
}

export type DraftKind = DraftPlace["kind"];

export const DRAFT_LIMITS = {
  /** Code points. */
  body: TASK_LIMITS.message,
  /** All other fields of the form, as JSON. */
  fields: 100_000,
  perPerson: 200,
  untouchedMs: 90 * DAY_MS,
  /** How long a deleted draft can be restored. */
  undoMs: DAY_MS,
} as const;

/** A draft as its form shows it. Times in UTC milliseconds. */
export type Draft = {
  id: number;
  kind: DraftKind;
  /** Markdown as typed, untrimmed. */
  body: string;
  /** The form's other fields by name, as typed. */
  fields: Record<string, string>;
  /** Colleagues can read it. */
  shared: boolean;
  updatedAt: number;
  files?: ShownFile[];
};

export const pageOf = ({ taskId }: DraftPlace) => (taskId === null ? "/tasks/new" : `/tasks/${taskId}`);

/** "reply 42", "note 42" or "task". */
export const placeName = ({ kind, taskId }: DraftPlace) => (taskId === null ? kind : `${kind} ${taskId}`);

export function parsePlace(name: string): DraftPlace | null {
  if (name === "task") return { kind: "task", taskId: null };
  const [, kind, id] = /^(reply|note) ([1-9]\d{0,8})$/.exec(name) ?? [];
  return kind === "reply" || kind === "note" ? { kind, taskId: Number(id) } : null;
}

/** Name of a form's main text field. */
export const textField = (kind: DraftKind) => (kind === "note" ? "note" : "body");

/** A form's initial values: those of a refused submit, else those of its draft. */
export function typedBefore(refusal: Refusal | null | undefined, draft: Draft | null): Refusal | null {
  if (refusal || !draft) return refusal ?? null;
  return { values: { ...draft.fields, [textField(draft.kind)]: draft.body }, errors: {}, formErrors: [] };
}

/** Fields about the form itself, not its content. */
const OF_THE_FORM =
  /^(?:form|requestKey|seen|version|draft|replaces|revision|anyway|outcome|do|csrfToken|was_.*|keep_.*)$/;
const SECRET = /password|secret|token/i;
const isOfTheForm = (name: string) => OF_THE_FORM.test(name) || SECRET.test(name);

/** Form fields worth saving, by name. Files are stored separately. */
export function fieldsToKeep(form: Iterable<readonly [string, unknown]>, kind: DraftKind): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name === textField(kind) || isOfTheForm(name)) continue;
    kept[name] = Object.hasOwn(kept, name) ? `${kept[name]},${value}` : value;
  }
  return kept;
}

/** Free-text fields in a task's forms. */
const WORDS = new Set(["body", "note", "text", "comment", "cc", "watcher"]);

/** The texts a person wrote in a form, or else the fields they changed, to copy when the form itself can't be shown. */
export function salvagedTextOf(form: Iterable<readonly [string, unknown]>): string {
  const fields = new Map<string, string>(); // last value wins: a checkbox comes after its hidden "no"
  for (const [name, value] of form) if (typeof value === "string") fields.set(name, value);
  const typed = [...fields].filter(([name, value]) => value.trim() !== "" && !isOfTheForm(name));
  const words = typed.filter(([name]) => WORDS.has(name));
  if (words.length > 0) return words.map(([, value]) => value).join("\n\n");
  return typed
    .filter(([name, value]) => value !== fields.get(`was_${name}`))
    .map(([name, value]) => `${fieldLabel(name)}: ${value}`)
    .join("\n");
}
