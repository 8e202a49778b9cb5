import * as z from "zod/v4";
import { RequestKey, RowId } from "~/lib/form-values";
import { cleanLine, codePoints } from "~/lib/text";
import { CHECKLIST_LIMITS } from "./checklist-words";

const ItemText = z
  .string("Write what is to be done.")
  .transform(cleanLine)
  .refine((text) => text !== "", "Write what is to be done.")
  .refine(
    (text) => codePoints(text) <= CHECKLIST_LIMITS.text,
    `An item has at most ${CHECKLIST_LIMITS.text} characters.`,
  );

/** A new item; with `item`, new words for one that is there, and `was` the words it had. */
export const ChecklistText = z.object({
  text: ItemText,
  requestKey: RequestKey,
  item: RowId.optional(),
  was: z.string().default(""),
});
export type ChecklistText = z.output<typeof ChecklistText>;
