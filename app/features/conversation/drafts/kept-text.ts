import type { Refusal } from "~/lib/refusal";
import type { Draft, DraftKind } from "./draft-place";

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
export const isOfTheForm = (name: string) => OF_THE_FORM.test(name) || SECRET.test(name);

/** What of a form is worth keeping, by name. Files have a place of their own. */
export function fieldsToKeep(form: Iterable<readonly [string, unknown]>, kind: DraftKind): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name === textField(kind) || isOfTheForm(name)) continue;
    kept[name] = Object.hasOwn(kept, name) ? `${kept[name]},${value}` : value;
  }
  return kept;
}
