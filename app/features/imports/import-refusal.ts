import { formatNumber } from "~/lib/numbers";
import { allOf } from "~/lib/text";

/** A row with all its cells. Larger ones are bad rows: a description has at most 64 KiB. */
export const MAX_ROW_BYTES = 1024 * 1024;

/** Lines of one row: line breaks inside quotation marks. */
export const MAX_ROW_LINES = 20_000;

/** Rows written in one transaction: others wait for the database no longer than this takes. */
export const ROWS_PER_TRANSACTION = 200;

/** A map is a page of text; somebody who passes the wrong file is told so before it is read. */
export const MAX_MAP_BYTES = 256 * 1024;

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
