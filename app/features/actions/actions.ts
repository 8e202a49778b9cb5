import type { PriorityKey, StatusKey } from "~/features/tasks/tasks";
import type { PutAway } from "~/features/trash/trash";

/** Changes to make to a task. Absent fields stay as they are. For `assignee`, null unassigns and "me" is the acting agent. */
export type Actions = {
  status?: StatusKey | undefined;
  priority?: PriorityKey | undefined;
  assignee?: number | "me" | null | undefined;
  team?: number | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
  /** Excludes all other actions; null restores the task. */
  putAway?: PutAway | null | undefined;
};

export const hasActions = ({ addTags = [], removeTags = [], ...fields }: Actions) =>
  Object.values(fields).some((value) => value !== undefined) || addTags.length + removeTags.length > 0;

/** Actions as form field values. */
export const actionTexts = ({ status, priority, assignee, team, addTags, removeTags, putAway }: Actions) => ({
  status: status ?? "",
  priority: priority ?? "",
  assignee: assignee === undefined ? "" : String(assignee ?? "none"),
  team: String(team ?? ""),
  addTags: (addTags ?? []).join(", "),
  removeTags: (removeTags ?? []).join(", "),
  putAway: putAway ?? "",
});
