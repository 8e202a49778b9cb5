import * as z from "zod/v4";
import { line, lines } from "~/features/records/form-schema";
import { StatusField, Tags } from "~/features/tasks/task-schema";
import { isTypeKey, PRIORITY_KEYS } from "~/features/tasks/tasks";
import { PUT_AWAY } from "~/features/trash/trash";
import { readDuration } from "~/lib/durations";
import { RowId } from "~/lib/form-values";
import { type Actions, hasActions, type TypedActions } from "./actions";
import * as say from "./actions-copy";

const LEAVE = z.literal("").transform(() => undefined);

/** Most characters of custom fields, and of people. */
export const NAMING_LIMITS = { setFields: 10_000, people: 1_000 } as const;

const orLeave = (text: string) => (text === "" ? undefined : text);
const People = line(NAMING_LIMITS.people, say.tooManyPeople).transform(orLeave).optional();

/** Form fields for actions. An empty one changes nothing. */
export const ACTION_FIELDS = {
  status: z.union([LEAVE, StatusField], say.chooseAStatus).optional(),
  priority: z.union([LEAVE, z.enum(PRIORITY_KEYS)], say.chooseAPriority).optional(),
  assignee: z
    .union([LEAVE, z.enum(["me", "none"]), RowId], say.chooseFromList)
    .transform((who) => (who === "none" ? null : who))
    .optional(),
  team: z.union([LEAVE, RowId], say.chooseFromList).optional(),
  type: z.union([LEAVE, z.string().refine(isTypeKey)], say.chooseAType).optional(),
  dueIn: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === "" || text === "none" || (readDuration(text) ?? 0) > 0, say.enterATimeFromNow)
    .transform((text) => (text === "" ? undefined : text === "none" ? null : text))
    .optional(),
  setFields: lines(NAMING_LIMITS.setFields, say.tooManyFields).transform(orLeave),
  addParticipants: People,
  addWatchers: People,
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
export const putAwayAlone = <Sent extends TypedActions>(
  says: (sent: Sent) => boolean,
): [(sent: Sent) => boolean, { path: PropertyKey[]; error: string }] => [
  (sent) => {
    const { status, priority, assignee, team, type, dueIn, addTags, removeTags } = sent;
    const { setFields, addParticipants, addWatchers } = sent;
    const named = { setFields, addParticipants, addWatchers };
    return (
      sent.putAway === undefined ||
      !(says(sent) || hasActions({ status, priority, assignee, team, type, dueIn, addTags, removeTags, ...named }))
    );
  },
  { path: ["putAway"], error: say.trashOrSpamAlone },
];
