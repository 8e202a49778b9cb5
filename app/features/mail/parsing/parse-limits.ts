import type { ParseFailure } from "./parsed-mail";

/** Limits for parsing one email. Real mail stays far below; a larger one is made to break parsers. */
export type ParseLimits = {
  milliseconds: number;
  parts: number;
  depth: number;
  /** Of all parts together. */
  headerBytes: number;
  /** In all address headers together. */
  addresses: number;
  memoryMebibytes: number;
};

export const PARSE_LIMITS: ParseLimits = {
  milliseconds: 30_000,
  parts: 1_000,
  depth: 50,
  headerBytes: 2 ** 20,
  addresses: 2_000,
  memoryMebibytes: 256,
};

/** Maximum bytes of text to decode, across all parts: a page shows 1 MiB of it, and pictures inside HTML count too. */
export const MAX_TEXT_BYTES = 16 * 2 ** 20;

/** An email exceeds a limit, which ends parsing. */
export class LimitExceeded extends Error {
  constructor(readonly why: ParseFailure) {
    super(why);
  }
}
