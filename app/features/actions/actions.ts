import type { AssignmentMode } from "~/features/tasks/next-assignee.server";
import type { PriorityKey, StatusKey, TypeKey } from "~/features/tasks/tasks";
import type { PutAway } from "~/features/trash/trash";

/**
 * Changes to make to a task. Absent fields stay as they are. For `assignee`, null unassigns, "me" is the acting agent, and a
 * mode chooses among the team.
 */
export type Actions = {
  status?: StatusKey | undefined;
  priority?: PriorityKey | undefined;
  assignee?: number | "me" | AssignmentMode | null | undefined;
  team?: number | undefined;
  type?: TypeKey | undefined;
  /** From now, such as `2d`; the due day is the one it ends on. Null removes the due day. */
  dueIn?: string | null | undefined;
  /** From now, such as `4h`. */
  snoozeIn?: string | undefined;
  /** Values of custom fields by key, as in their forms; empty to remove one. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Ids of people to put in copy, and of colleagues who start to watch. */
  participants?: readonly number[] | undefined;
  watchers?: readonly number[] | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
  /** Excludes all other actions; null restores the task. */
  putAway?: PutAway | null | undefined;
};

/**
 * Actions as typed in a form, before the server resolves names (named-values.server).
 *
 * setFields                     custom fields, one per line: `Floor: 3`
 * addParticipants, addWatchers  people, separated by commas
 */
export type TypedActions = Actions & { [F in (typeof NAMING_FIELDS)[number]]?: string | undefined };

export const NAMING_FIELDS = ["setFields", "addParticipants", "addWatchers"] as const;

export const hasActions = ({ addTags = [], removeTags = [], ...fields }: TypedActions) =>
  Object.values(fields).some((value) => value !== undefined) || addTags.length + removeTags.length > 0;

/** Actions as form field values. */
export const actionTexts = ({ type, dueIn, ...actions }: TypedActions) => ({
  ...textsOf(actions),
  ...{ setFields: actions.setFields ?? "", addParticipants: actions.addParticipants ?? "" },
  addWatchers: actions.addWatchers ?? "",
  type: type ?? "",
  dueIn: dueIn === null ? "none" : (dueIn ?? ""),
});

const textsOf = ({ status, priority, assignee, team, addTags, removeTags, putAway }: Actions) => ({
  status: status ?? "",
  priority: priority ?? "",
  assignee: assignee === undefined ? "" : String(assignee ?? "none"),
  team: String(team ?? ""),
  addTags: (addTags ?? []).join(", "),
  removeTags: (removeTags ?? []).join(", "),
  putAway: putAway ?? "",
});
