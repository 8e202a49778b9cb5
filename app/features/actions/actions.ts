import type { PriorityKey, StatusKey } from "~/features/tasks/tasks";
import type { PutAway } from "~/features/trash/trash";

/** What becomes of a task in one go; what is not here stays as it is. Nobody for an assignee is null, "me" whoever does it. */
export type Actions = {
  status?: StatusKey | undefined;
  priority?: PriorityKey | undefined;
  assignee?: number | "me" | null | undefined;
  team?: number | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
  /** With it nothing else is done; null takes a task out again. */
  putAway?: PutAway | null | undefined;
};

/** Whether there is something to do. */
export const hasActions = ({ addTags = [], removeTags = [], ...fields }: Actions) =>
  Object.values(fields).some((value) => value !== undefined) || addTags.length + removeTags.length > 0;

/** The actions as the fields of their form have them. */
export const actionTexts = ({ status, priority, assignee, team, addTags, removeTags, putAway }: Actions) => ({
  status: status ?? "",
  priority: priority ?? "",
  assignee: assignee === undefined ? "" : String(assignee ?? "none"),
  team: String(team ?? ""),
  addTags: (addTags ?? []).join(", "),
  removeTags: (removeTags ?? []).join(", "),
  putAway: putAway ?? "",
});
