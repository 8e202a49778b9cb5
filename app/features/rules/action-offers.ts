import type { Offer } from "~/ui/choice-list";
import type { ActionKind } from "./rules";

/** Possible values by kind of action. A kind without any takes text that no list can offer. */
export type ActionOffers = { [Kind in ActionKind]?: readonly Value[] | undefined };

export type Value = Pick<Offer, "value" | "label" | "detail">;

/** A text without line breaks, like the value of a single-line field. */
export const inOneLine = (text: string) => text.replace(/[\r\n]/g, "");

/** Splits a list of names before its last one, which is the one being typed. */
function beforeLast(text: string): { before: string; last: string } {
  const at = text.lastIndexOf(",") + 1;
  return { before: text.slice(0, at), last: text.slice(at).trim() };
}

export const lastName = (text: string) => beforeLast(text).last;

/** The list with `name` as its last name, ready for another. */
export function withLastName(text: string, name: string): string {
  const { before } = beforeLast(text);
  return `${before === "" ? "" : `${before} `}${name}, `;
}

/** The offers without names already in the list before its last one. */
export function notNamed(offers: readonly Value[], text: string): readonly Value[] {
  const named = beforeLast(text)
    .before.split(",")
    .map((name) => name.trim().toLowerCase());
  return offers.filter(({ value }) => !named.includes(value.toLowerCase()));
}
