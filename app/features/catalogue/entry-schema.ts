import * as z from "zod/v4";
import { RequestKey } from "~/lib/form-values";
import { formatNumber } from "~/lib/format-number";
import { cleanLine, cleanText, codePoints } from "~/lib/text";
import * as say from "./catalogue-copy";
import { KEY_PATTERN } from "./entry-words";

/* What the forms of the catalogue have in common. */

export const CHOOSE = say.chooseOneOfTheList;

/** One line of at most so many characters, and what is said of more; `needed` is said where there must be one. */
export const line = (most: number, tooLong: (most: string) => string, needed?: string) =>
  z
    .string(needed)
    .transform(cleanLine)
    .refine((text) => needed === undefined || text !== "", needed)
    .refine((text) => codePoints(text) <= most, tooLong(formatNumber(most)));

export const lines = (most: number, tooLong: (most: string) => string) =>
  z
    .string()
    .default("")
    .transform(cleanText)
    .refine((text) => codePoints(text) <= most, tooLong(formatNumber(most)));

/** Of several boxes those that are ticked, each sent on its own, or all as one text with commas. */
export const Several = z
  .array(z.string())
  .or(z.string())
  .default([])
  .transform((sent) => [...new Set([sent].flat().flatMap((text) => text.split(",")))].filter(Boolean));

const KEY = new RegExp(`^${KEY_PATTERN}$`);

/** Of a form that makes an entry: empty for a key made of the name. */
export const NewEntry = z.object({
  requestKey: RequestKey,
  key: z
    .string()
    .default("")
    .transform(cleanLine)
    .refine((key) => key === "" || KEY.test(key), say.whatKeysAreMadeOf),
});
