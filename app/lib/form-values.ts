import * as z from "zod/v4";
import * as say from "./lib-copy";

/* Values that addresses and forms of every kind have in common. */

/** The number of a row as text: 1 to 999,999,999, without leading zeros. */
export const RowId = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, say.chooseOneOfTheList)
  .transform(Number);

export const INCOMPLETE_FORM = say.formIsIncomplete;

/** Random, made with the form: the same key twice is the same form sent twice, and is answered with the first result. */
export const RequestKey = z.string(INCOMPLETE_FORM).regex(/^[\w-]{8,80}$/, INCOMPLETE_FORM);

/** A box: its form sends "no" in front of it, so that one that is not ticked says so. */
export const Ticked = z
  .array(z.string())
  .or(z.string())
  .default("no")
  .transform((sent) => [sent].flat().includes("yes"));
