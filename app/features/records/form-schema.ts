import * as z from "zod/v4";
import { cleanLine, cleanText, codePoints } from "~/lib/text";

/** A single line of at most `most` characters. `needed` makes it required and is the error when it's empty. */
export const line = (most: number, tooLong: string, needed?: string) =>
  z
    .string(needed)
    .transform(cleanLine)
    .refine((text) => needed === undefined || text !== "", needed)
    .refine((text) => codePoints(text) <= most, tooLong);

/** Text of at most `most` characters; empty if it's missing. */
export const lines = (most: number, tooLong: string) =>
  z
    .string()
    .default("")
    .transform(cleanText)
    .refine((text) => codePoints(text) <= most, tooLong);
