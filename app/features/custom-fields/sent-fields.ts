import type { SentFields } from "./custom-fields.server";

const NAMED = /^(was_|keep_)?field\.([a-z][a-z0-9_]{0,29})$/;

/** The custom fields of a form: `field.colour`, as often as it has controls, `was_field.colour`, `keep_field.colour`. */
export function readSentFields(form: FormData): SentFields {
  const sent = new Map<string, string[]>(); // in an object a field called "constructor" would seem to be there
  const was = new Map<string, string>();
  const keptTheirs: string[] = [];
  for (const [name, text] of form) {
    const [, mark, key] = NAMED.exec(name) ?? [];
    if (key === undefined || typeof text !== "string") continue;
    if (mark === "was_") was.set(key, text);
    else if (mark === "keep_") text === "theirs" && keptTheirs.push(key);
    else sent.set(key, [...(sent.get(key) ?? []), text]);
  }
  return { sent: Object.fromEntries(sent), was: Object.fromEntries(was), keptTheirs };
}
