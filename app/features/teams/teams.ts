import { offeredStatuses } from "~/features/tasks/tasks";
import type { TeamRefusal } from "./team-changes.server";
import * as say from "./teams-copy";

/** Shared by browser and server, so nothing here imports a library. */

export const VISIBILITIES = ["open", "members"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const VISIBILITY_NAMES: Record<Visibility, string> = { open: say.everyAgent, members: say.membersOnly };

export const ASSIGNMENTS = ["manual", "rotate", "least_loaded"] as const;
type Assignment = (typeof ASSIGNMENTS)[number];
export const ASSIGNMENT_NAMES: Record<Assignment, string> = {
  manual: say.manually,
  rotate: say.roundRobin,
  least_loaded: say.toFewestOpenTasks,
};

/** Statuses a reply may set. A reply never closes a task. */
export const afterReplyChoices = () => [
  { value: "keep", label: say.keepTheStatus },
  ...offeredStatuses()
    .filter(({ category }) => ["active", "waiting", "resolved"].includes(category))
    .map(({ key, name }) => ({ value: key, label: name })),
];

/** Lengths in code points; `teams` is a count. */
export const TEAM_LIMITS = { name: 60, description: 500, teams: 100, autoCloseDays: 90, reopenDays: 365 } as const;

export type TeamFields = {
  name: string;
  description: string;
  visibility: Visibility;
  isDefault: boolean;
  assignment: Assignment;
  afterReply: string;
  autoCloseDays: number;
  reopenDays: number;
  thanksFilter: boolean;
  showsFirstAnswer: boolean;
};

export const TEAM_LABELS: Record<keyof TeamFields, string> = {
  name: say.name,
  description: say.description,
  visibility: say.taskAccess,
  assignment: say.newTasksAreAssigned,
  afterReply: say.afterAReply,
  autoCloseDays: say.closeResolvedAfter,
  reopenDays: say.reopenClosedWithin,
  thanksFilter: say.thanksFilter,
  showsFirstAnswer: say.showFirstAnswer,
  isDefault: say.defaultTeam,
};

export const TEAM_FIELDS = Object.keys(TEAM_LABELS) as (keyof TeamFields)[];

export const NEW_TEAM: TeamFields = {
  name: "",
  description: "",
  visibility: "open",
  isDefault: false,
  assignment: "manual",
  afterReply: "waiting_requester",
  autoCloseDays: 7,
  reopenDays: 14,
  thanksFilter: true,
  showsFirstAnswer: false,
};

/** A field's value as display text. */
export function teamValue(field: keyof TeamFields, fields: TeamFields): string {
  switch (field) {
    case "visibility":
      return VISIBILITY_NAMES[fields.visibility];
    case "assignment":
      return ASSIGNMENT_NAMES[fields.assignment];
    case "afterReply":
      return afterReplyChoices().find(({ value }) => value === fields.afterReply)?.label ?? fields.afterReply;
    case "isDefault":
    case "thanksFilter":
    case "showsFirstAnswer":
      return fields[field] ? say.yes : say.no;
    default:
      return String(fields[field]);
  }
}

export const TEAM_REFUSALS: Record<TeamRefusal["why"], string> = {
  not_allowed: say.onlyAdminsSetUpTeams,
  no_such_team: say.noSuchTeam,
  name_taken: say.nameIsTaken,
  too_many: say.teamLimitReached(TEAM_LIMITS.teams),
  default_stays: say.isTheDefaultTeam,
};
