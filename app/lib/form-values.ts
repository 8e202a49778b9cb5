import * as z from "zod/v4";
import * as say from "./lib-copy";

/** A row id as text: 1 to 999,999,999, without leading zeros. */
export const RowId = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, say.chooseFromList)
  .transform(Number);

export const INCOMPLETE_FORM = say.formIsIncomplete;

/** Idempotency key, created with the form: a repeated key gets the first result. */
export const RequestKey = z.string(INCOMPLETE_FORM).regex(/^[\w-]{8,80}$/, INCOMPLETE_FORM);

/** A checkbox: the form also sends a hidden "no", so an unticked one is present too. */
export const Ticked = z
  .array(z.string())
  .or(z.string())
  .default("no")
  .transform((sent) => [sent].flat().includes("yes"));
