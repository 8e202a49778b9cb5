import * as z from "zod/v4";
import { StatusField, Tags } from "~/features/tasks/task-schema";
import { PRIORITY_KEYS } from "~/features/tasks/tasks";
import { PUT_AWAY } from "~/features/trash/trash";
import { RowId } from "~/lib/form-values";
import { type Actions, hasActions } from "./actions";
import * as say from "./actions-copy";

const LEAVE = z.literal("").transform(() => undefined);

/** Form fields for actions. An empty one changes nothing. */
export const ACTION_FIELDS = {
  status: z.union([LEAVE, StatusField], say.chooseAStatus).optional(),
  priority: z.union([LEAVE, z.enum(PRIORITY_KEYS)], say.chooseAPriority).optional(),
  assignee: z
    .union([LEAVE, z.enum(["me", "none"]), RowId], say.chooseFromList)
    .transform((who) => (who === "none" ? null : who))
    .optional(),
  team: z.union([LEAVE, RowId], say.chooseFromList).optional(),
  addTags: Tags.default([]),
  removeTags: Tags.default([]),
  putAway: z.union([LEAVE, z.enum(PUT_AWAY)], say.chooseFromList).optional(),
};

/** Rejects a tag that is both added and removed: `.superRefine(tagsAgree)`. */
export function tagsAgree({ addTags = [], removeTags = [] }: Actions, context: z.RefinementCtx) {
  const both = addTags.find((tag) => removeTags.includes(tag));
  if (both) context.addIssue({ code: "custom", path: ["removeTags"], message: say.tagAddedAndRemoved(both) });
}

/** Rejects trash or spam combined with other actions: `.refine(...putAwayAlone(…))`. `says`: whether a message is sent too. */
export const putAwayAlone = <Sent extends Actions>(
  says: (sent: Sent) => boolean,
): [(sent: Sent) => boolean, { path: PropertyKey[]; error: string }] => [
  (sent) => {
    const { status, priority, assignee, team, addTags, removeTags } = sent;
    return (
      sent.putAway === undefined ||
      !(says(sent) || hasActions({ status, priority, assignee, team, addTags, removeTags }))
    );
  },
  { path: ["putAway"], error: say.trashOrSpamAlone },
];
