import type { Span } from "./query-ast";

/** Quotes a query value if needed, including one that looks like a comparison or a range. */
export const quoted = (value: string) => (/^(?![<>])(?!.*\.\.)[^\s",()\\]+$/.test(value) ? value : inQuotes(value));

/** Also quotes names that are keywords of the query language. */
export const quotedName = (name: string) => (/^(?:none|any|me|open|done)$/i.test(name) ? inQuotes(name) : quoted(name));

/** Quotes a value, so it's always a name and never a keyword. */
export const inQuotes = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;

/** A likely typo and its fix. `isName`: `meant` is a name people chose, not a word of the query language. */
export type Slip = { at: Span; meant: string; isName?: boolean };

/** A valid qualifier that can't be answered; the message is for the viewer. */
export class Unanswerable extends Error {
  constructor(
    message: string,
    readonly slip: Slip | null = null,
  ) {
    super(message);
  }
}

/** Applies the fix to the query. */
export const applyFix = (text: string, { at, meant, isName }: Slip) =>
  text.slice(0, at.start) + (isName ? quotedName : quoted)(meant) + text.slice(at.end);
