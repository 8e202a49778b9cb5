import { isOfTheForm } from "~/features/conversation/drafts/kept-text";
import { fieldLabel } from "~/features/tasks/field-labels";

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
