import type { Span } from "./query-ast";
import { quoted } from "./quoted";

/** Where a value stands, or the name of a field, and what was likely meant by it. */
export type Slip = { at: Span; meant: string };

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
export const mended = (text: string, { at, meant }: Slip) =>
  text.slice(0, at.start) + quoted(meant) + text.slice(at.end);
