import type { TeamConflict, TeamRefusal } from "./team-changes.server";
import { TEAM_LIMITS, teamValue } from "./team-words";
import * as say from "./teams-copy";

/** What we say for each refusal. Adding a reason without a sentence does not compile. */
export const TEAM_REFUSALS: Record<TeamRefusal["why"], string> = {
  not_allowed: say.onlyAdmins,
  no_such_team: say.teamIsNotHere,
  name_taken: say.nameIsTaken,
  too_many: say.teamsAtMost(TEAM_LIMITS.teams),
  default_stays: say.defaultStays,
};

export const TEAM_CONFLICT = say.changedMeanwhile;

/** Beside each field that two people changed: what the other one made of it. */
export function theirValues({ fields, current }: TeamConflict): Record<string, string[]> {
  return Object.fromEntries(fields.map((field) => [field, [say.itIsNow(teamValue(field, current))]]));
}
