import * as z from "zod/v4";
import { RowId } from "~/lib/form-values";
import { StatusField, Tags } from "../task-schema";
import { PRIORITY_KEYS } from "../task-words";
import type { Actions } from "./actions";

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
};

/** For a schema with these fields: `.refine(...TAGS_AGREE)`. */
export const TAGS_AGREE: [(actions: Actions) => boolean, { path: PropertyKey[]; error: string }] = [
  ({ addTags = [], removeTags = [] }) => !addTags.some((tag) => removeTags.includes(tag)),
  { path: ["removeTags"], error: "A tag cannot be added and removed at once." },
];
