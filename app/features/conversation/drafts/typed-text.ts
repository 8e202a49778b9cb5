import type { DraftKind } from "./draft-place";
import type { Typed } from "./draft-sync";
import { fieldsToKeep, textField } from "./kept-text";

/** What stands in a form of the page, as drafts see it. */
export function readTyped(form: HTMLFormElement, kind: DraftKind): Typed {
  const data = new FormData(form);
  return { body: String(data.get(textField(kind)) ?? ""), fields: fieldsToKeep(data, kind) };
}

/** The number by which the server knows whether this form was sent. */
export const requestKeyOf = (form: HTMLFormElement) =>
  (form.elements.namedItem("requestKey") as HTMLInputElement | null)?.value ?? "";
