import { formatNumber } from "~/lib/numbers";
import { allOf } from "~/lib/text";

/** Maximum size of a row; larger ones are bad rows. A description has at most 64 KiB. */
export const MAX_ROW_BYTES = 1024 * 1024;

/** Maximum lines of a row: quoted cells may contain line breaks. */
export const MAX_ROW_LINES = 20_000;

/** Rows per transaction. Other writers wait for one transaction at most. */
export const ROWS_PER_TRANSACTION = 200;

/** A map is a page of text. A larger file is the wrong one, so we refuse to read it. */
export const MAX_MAP_BYTES = 256 * 1024;

/** Nothing was imported; the message says why and how to fix it. */
export class ImportRefusal extends Error {
  override name = "ImportRefusal";
}

const SHOWN = 60;

/** Quotes text from a file for a message: shortened, and without control characters a terminal would act on. */
export function quoted(text: string): string {
  const shown = text.slice(0, 2 * SHOWN).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  return shown.length > SHOWN ? `"${shown.slice(0, SHOWN)}…"` : `"${shown}"`;
}

const MOST_LISTED = 60;

/** Lists names for a message, `number, state and title`, cut off after `MOST_LISTED`. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED;
  const shown = names.slice(0, MOST_LISTED).map(quoted);
  if (rest > 0) shown.push(`${rest} more`);
  return allOf(shown);
}

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
