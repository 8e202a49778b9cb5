import { fieldName } from "./field-name";
import type { FieldDefinition } from "./field-rules";

/**
 * What stands in the custom fields of a form now, by key and as stored, unchecked: enough to know which fields to show.
 * Of several controls of one name each comes on its own, or all as one text with commas, as a refusal has them.
 */
export function readTyped(
  entries: Iterable<readonly [string, unknown]>,
  fields: readonly FieldDefinition[],
): Record<string, string> {
  const sent = new Map<string, string[]>();
  for (const [name, text] of entries) {
    if (typeof text === "string") sent.set(name, [...(sent.get(name) ?? []), text]);
  }
  const typed = new Map<string, string>();
  for (const { key, kind } of fields) {
    const texts = sent.get(fieldName(key));
    if (!texts) continue;
    const keys = texts.flatMap((text) => text.split(",")).filter((text) => text !== "");
    if (kind === "multiselect") typed.set(key, keys.length > 0 ? JSON.stringify(keys) : "");
    else if (kind === "boolean") typed.set(key, keys.includes("1") ? "1" : "");
    else typed.set(key, texts[0] ?? "");
  }
  return Object.fromEntries(typed);
}
