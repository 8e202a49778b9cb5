import { foldText } from "~/lib/search-text";

/*
 * Statuses, types and custom fields are kept alike: a key that is given once, what is said about it, a place in an order, and
 * whether it is offered. Nothing here needs a library.
 */

/** What is said about an entry, by name of its control. */
export type EntryFields = Record<string, string | boolean | readonly string[]>;

export type Entry<F extends EntryFields = EntryFields> = { key: string; enabled: boolean; fields: F };

/** The three shelves of the catalogue, as addresses and the security log call them. */
export type Shelf = "statuses" | "types" | "fields";

export const NOUNS: Record<Shelf, "status" | "type" | "field"> = {
  statuses: "status",
  types: "type",
  fields: "field",
};

export const KEY_PATTERN = "[a-z][a-z0-9_]{0,29}";

/** A key for what was given none: its name in letters that every key may have; empty where nothing is left of it. */
export const keyFrom = (name: string) =>
  foldText(name)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, 30)
    .replace(/_+$/, "");

/** The same with a number behind it where something has it already. */
export function freeKey(plain: string, isTaken: (key: string) => boolean): string {
  let key = plain;
  for (let n = 2; isTaken(key); n++) key = `${plain.slice(0, 26)}_${n}`;
  return key;
}

/** Fields as texts of a form; with `was_` in front they go along hidden. */
export const asTexts = <F extends EntryFields>(fields: F): Record<keyof F & string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "boolean" ? (value ? "yes" : "no") : typeof value === "string" ? value : value.join(),
    ]),
  ) as Record<keyof F & string, string>;
