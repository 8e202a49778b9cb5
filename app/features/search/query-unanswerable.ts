import type { Span } from "./query-ast";
import { quoted, quotedName } from "./quoted";

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
