import * as z from "zod/v4";
import { RowId } from "~/lib/form-values";
import { StatusField, Tags } from "../task-schema";
import { PRIORITY_KEYS } from "../task-words";
import { PUT_AWAY } from "../trash/trash-words";
import { type Actions, hasActions } from "./actions";

const LEAVE = z.literal("").transform(() => undefined);

/** The fields of a form that says what becomes of tasks. An empty one leaves what is there. */
export const ACTION_FIELDS = {
  status: z.union([LEAVE, StatusField], "Choose a status.").optional(),
  priority: z.union([LEAVE, z.enum(PRIORITY_KEYS)], "Choose a priority.").optional(),
  assignee: z
    .union([LEAVE, z.enum(["me", "none"]), RowId], "Choose one of the list.")
    .transform((who) => (who === "none" ? null : who))
    .optional(),
  team: z.union([LEAVE, RowId], "Choose one of the list.").optional(),
  addTags: Tags.default([]),
  removeTags: Tags.default([]),
  putAway: z.union([LEAVE, z.enum(PUT_AWAY)], "Choose one of the list.").optional(),
};

/** For a schema with these fields: `.refine(...TAGS_AGREE)`. */
export const TAGS_AGREE: [(actions: Actions) => boolean, { path: PropertyKey[]; error: string }] = [
  ({ addTags = [], removeTags = [] }) => !addTags.some((tag) => removeTags.includes(tag)),
  { path: ["removeTags"], error: "A tag cannot be added and removed at once." },
];

/** The same: who puts a task away does nothing else with it. `says` tells whether a text goes along. */
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
  { path: ["putAway"], error: "What is put away is not changed or answered as well. Leave the rest as it is." },
];
