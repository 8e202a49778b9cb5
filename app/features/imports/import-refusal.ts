import { formatNumber } from "~/lib/format-number";
import { allOf } from "~/lib/text";

/** Nothing was imported, and the message says why and how to mend it. */
export class ImportRefusal extends Error {
  override name = "ImportRefusal";
}

const SHOWN = 60;

/** A piece of somebody's file inside a sentence: in quotation marks, shortened, and nothing a terminal could obey. */
export function quoted(text: string): string {
  const shown = text.slice(0, 2 * SHOWN).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  return shown.length > SHOWN ? `"${shown.slice(0, SHOWN)}…"` : `"${shown}"`;
}

const MOST_LISTED = 60;

/** Names inside a sentence: `number, state and title`, cut when there are very many. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED;
  const shown = names.slice(0, MOST_LISTED).map(quoted);
  if (rest > 0) shown.push(`${rest} more`);
  return allOf(shown);
}

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
