import * as z from "zod/v4";
import { type Actions, hasActions } from "~/features/actions/actions";
import { ACTION_FIELDS, putAwayAlone, tagsAgree } from "~/features/actions/actions-schema";
import { PUT_AWAY } from "~/features/trash/trash";
import { RequestKey, RowId } from "~/lib/form-values";
import * as say from "./bulk-copy";

/** More rows than a list has on a page. */
const MOST_CHOSEN = 200;

/** Numbers of tasks, each box with one of them, or with those of a whole page: "12" and "12,13,14". */
export const ChosenTasks = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [...new Set([sent].flat().flatMap((text) => text.split(",").filter(Boolean)))])
  .pipe(z.array(RowId, say.chooseTheTasksAgain).max(MOST_CHOSEN, say.chooseTasksAtMost(MOST_CHOSEN)));

/**
 * `which`: the chosen tasks, or all of the list that they were chosen from. `macro` is the number of one whose text and
 * changes each task gets; a field that says something else counts instead. `putAway` may be `none`, which takes tasks out of
 * trash and spam.
 */
export const BulkForm = z
  .object({
    which: z.enum(["chosen", "all"], say.chooseWhichTasks).default("chosen"),
    id: ChosenTasks,
    macro: z.union([z.literal("").transform(() => undefined), RowId], say.chooseOneOfTheList).optional(),
    requestKey: RequestKey,
    ...ACTION_FIELDS,
    putAway: z
      .union([z.literal(""), z.enum(PUT_AWAY), z.literal("none")], say.chooseOneOfTheList)
      .transform((to) => (to === "" ? undefined : to === "none" ? null : to))
      .optional(),
  })
  .refine(({ which, id }) => which === "all" || id.length > 0, { path: ["which"], error: say.chooseAtLeastOneTask })
  .superRefine(tagsAgree)
  .refine(...putAwayAlone<Actions & { macro?: number | undefined }>(({ macro }) => macro !== undefined))
  .transform(({ which, id, macro, requestKey, ...actions }) => ({ which, ids: id, macro, requestKey, actions }))
  .refine(({ macro, actions }) => macro !== undefined || hasActions(actions), say.chooseWhatToChange);
