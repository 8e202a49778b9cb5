import type { Typed } from "./draft-sync";
import { type DraftKind, fieldsToKeep, textField } from "./drafts";

export function readTyped(form: HTMLFormElement, kind: DraftKind): Typed {
  const data = new FormData(form);
  return { body: String(data.get(textField(kind)) ?? ""), fields: fieldsToKeep(data, kind) };
}

/** The request key, by which the server knows whether this form was sent. */
export const requestKeyOf = (form: HTMLFormElement) =>
  (form.elements.namedItem("requestKey") as HTMLInputElement | null)?.value ?? "";

/** Hidden field with the readers a text was written for (sending/recipients). It belongs to the text. */
const READERS = "readers";

/** Writes a text into the form as if typed, so that the fields' listeners run. */
export function writeTyped(form: HTMLFormElement, kind: DraftKind, { body, fields }: Typed) {
  for (const [name, text] of Object.entries({ ...fields, [textField(kind)]: body })) {
    const control = form.elements.namedItem(name);
    const controls = control instanceof RadioNodeList ? [...control] : [control];
    for (const one of controls) {
      if (one instanceof HTMLInputElement && (one.type === "checkbox" || one.type === "radio")) {
        one.checked = text.split(",").includes(one.value);
      } else if (one instanceof HTMLSelectElement && one.multiple) {
        for (const option of one.options) option.selected = text.split(",").includes(option.value);
      } else if (
        one instanceof HTMLSelectElement ||
        one instanceof HTMLTextAreaElement ||
        (one instanceof HTMLInputElement && (one.type !== "hidden" || name === READERS))
      ) {
        one.value = text;
      } else continue;
      one.dispatchEvent(new Event("input", { bubbles: true }));
      one.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}
