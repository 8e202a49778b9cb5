import type { Span } from "./query-ast";

/** A value as it stands behind the key of a query: in quotation marks where it has to, as before what would compare. */
export const quoted = (value: string) => (/^(?![<>])(?!.*\.\.)[^\s",()\\]+$/.test(value) ? value : inQuotes(value));

/** The same for what somebody gave a name, which may be that of a word of the language. */
export const quotedName = (name: string) => (/^(?:none|any|me|open|done)$/i.test(name) ? inQuotes(name) : quoted(name));

/** Quotes a value, so that it's always a name and never a word of the query language. */
export const inQuotes = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;

/** Where a value stands, or the name of a field, and what was likely meant by it: a word of the language, or a name of the desk. */
export type Slip = { at: Span; meant: string; isName?: boolean };

/** A qualifier that reads well and yet cannot be answered; the message is for whoever typed it. */
export class Unanswerable extends Error {
  constructor(
    message: string,
    readonly slip: Slip | null = null,
  ) {
    super(message);
  }
}

/** The text with a slip mended. */
export const mended = (text: string, { at, meant, isName }: Slip) =>
  text.slice(0, at.start) + (isName ? quotedName : quoted)(meant) + text.slice(at.end);
