import { foldText } from "~/lib/search-tokens";

/*
 * Statuses, types and custom fields share one model: a permanent key, fields, a position, and whether the entry is offered.
 * Browsers load this module, so it imports no libraries.
 */

/** Field values by control name. */
export type EntryFields = Record<string, string | boolean | readonly string[]>;

export type Entry<F extends EntryFields = EntryFields> = { key: string; enabled: boolean; fields: F };

/** The three parts of the catalogue, named as in URLs. */
export type CatalogueSection = "statuses" | "types" | "fields";

export const NOUNS: Record<CatalogueSection, "status" | "type" | "field"> = {
  statuses: "status",
  types: "type",
  fields: "field",
};

export const KEY_PATTERN = "[a-z][a-z0-9_]{0,29}";

/** Derives a key from a name; empty when the name has no usable letters. */
export const keyFrom = (name: string) =>
  foldText(name)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, 30)
    .replace(/_+$/, "");

/** Appends a number to the key if it is taken. */
export function freeKey(plain: string, isTaken: (key: string) => boolean): string {
  let key = plain;
  for (let n = 2; isTaken(key); n++) key = `${plain.slice(0, 26)}_${n}`;
  return key;
}
