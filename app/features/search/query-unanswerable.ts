import type { Span } from "./query-ast";
import { QUERY_KEY } from "./query-fields";
import { quoted } from "./quoted";

/** What was likely meant by the key of a term, or by one of its values. */
export type Slip = { of: "key" | "value"; typed: string; meant: string };

/** A qualifier that reads well and yet cannot be answered; the message is for whoever typed it. */
export class Unanswerable extends Error {
  constructor(
    message: string,
    readonly slip: Slip | null = null,
  ) {
    super(message);
  }
}

/** The text with a slip in one of its terms mended, however that was quoted; undefined where it does not stand as it was read. */
export function mended(text: string, { start, end }: Span, { of, typed, meant }: Slip): string | undefined {
  const term = text.slice(start, end);
  const key = new RegExp(`^(?:${QUERY_KEY}):`, "i").exec(term)?.[0] ?? "";
  const searched = of === "key" ? key : term;
  const at = searched.toLowerCase().indexOf(typed.toLowerCase(), of === "key" ? "field.".length : key.length);
  if (at < 0) return undefined;
  const isQuoted = term[at - 1] === '"' && term[at + typed.length] === '"';
  const [from, to] = isQuoted ? [at - 1, at + typed.length + 1] : [at, at + typed.length];
  return text.slice(0, start) + term.slice(0, from) + quoted(meant) + term.slice(to) + text.slice(end);
}
