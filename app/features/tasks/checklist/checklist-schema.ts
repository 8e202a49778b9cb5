import * as z from "zod/v4";
import { RequestKey, RowId } from "~/lib/form-values";
import { cleanLine, codePoints } from "~/lib/text";
import * as say from "./checklist-copy";
import { CHECKLIST_LIMITS } from "./checklist-words";

const ItemText = z
  .string(say.writeWhatIsToBeDone)
  .transform(cleanLine)
  .refine((text) => text !== "", say.writeWhatIsToBeDone)
  .refine((text) => codePoints(text) <= CHECKLIST_LIMITS.text, say.itemAtMost(CHECKLIST_LIMITS.text));

/** A new item; with `item`, new words for one that is there, and `was` the words it had. */
export const ChecklistText = z.object({
  text: ItemText,
  requestKey: RequestKey,
  item: RowId.optional(),
  was: z.string().default(""),
});
export type ChecklistText = z.output<typeof ChecklistText>;
