import * as z from "zod/v4";
import { hasActions, type TypedActions } from "~/features/actions/actions";
import { ACTION_FIELDS, putAwayAlone, tagsAgree } from "~/features/actions/actions-schema";
import { PUT_AWAY } from "~/features/trash/trash";
import { RequestKey, RowId } from "~/lib/form-values";
import * as say from "./bulk-copy";

/** More than the rows of a list page. */
const MOST_CHOSEN = 200;

/** Task numbers. A checkbox sends one, or those of a whole page: "12" or "12,13,14". */
export const ChosenTasks = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [...new Set([sent].flat().flatMap((text) => text.split(",").filter(Boolean)))])
  .pipe(z.array(RowId, say.chooseTasksAgain).max(MOST_CHOSEN, say.chooseFewerTasks(MOST_CHOSEN)));

/**
 * which    the selected tasks, or their whole list
 * macro    id of the macro to apply to each task; other fields override its actions
 * putAway  `none` restores tasks from trash and spam
 */
export const BulkForm = z
  .object({
    which: z.enum(["chosen", "all"], say.chooseWhichTasks).default("chosen"),
    id: ChosenTasks,
    macro: z.union([z.literal("").transform(() => undefined), RowId], say.chooseFromList).optional(),
    requestKey: RequestKey,
    ...ACTION_FIELDS,
    putAway: z
      .union([z.literal(""), z.enum(PUT_AWAY), z.literal("none")], say.chooseFromList)
      .transform((to) => (to === "" ? undefined : to === "none" ? null : to))
      .optional(),
  })
  .refine(({ which, id }) => which === "all" || id.length > 0, { path: ["which"], error: say.chooseAtLeastOneTask })
  .superRefine(tagsAgree)
  .refine(...putAwayAlone<TypedActions & { macro?: number | undefined }>(({ macro }) => macro !== undefined))
  .transform(({ which, id, macro, requestKey, ...actions }) => ({ which, ids: id, macro, requestKey, actions }))
  .refine(({ macro, actions }) => macro !== undefined || hasActions(actions), say.chooseAChange);
