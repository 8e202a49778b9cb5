import { allOf } from "~/lib/text";
import type { LostSight, TeamConflict, TeamRefusal } from "./team-changes.server";
import { TEAM_LIMITS, type TeamFields, teamValue } from "./team-words";

/** What we say for each refusal. Adding a reason without a sentence does not compile. */
export const TEAM_REFUSALS: Record<TeamRefusal["why"], string> = {
  not_allowed: "Only admins set up teams.",
  no_such_team: "That team is not here.",
  name_taken: "Another team has this name.",
  too_many: `There are ${TEAM_LIMITS.teams} teams already. Archive one that is not needed any more.`,
  default_stays: "This is the default team. Make another one the default team first.",
};

export const TEAM_CONFLICT = "Somebody else changed this team meanwhile. Nothing was saved.";

/** Beside each field that two people changed: what the other one made of it. */
export function theirValues({ fields, current }: TeamConflict): Record<string, string[]> {
  const sentence = (field: keyof TeamFields) =>
    `It is now “${teamValue(field, current)}”. Save again to replace that with yours, or choose that here to keep it.`;
  return Object.fromEntries(fields.map((field) => [field, [sentence(field)]]));
}

/** Who has lost sight when a team begins to keep to itself. */
export function whoLostSight({ names, count }: LostSight): string {
  const more = count - names.length;
  const people = more > 0 ? allOf([...names, `${more} ${more === 1 ? "other" : "others"}`]) : allOf(names);
  return `${people} ${count === 1 ? "does" : "do"} not see its tasks any more, except those assigned to them.`;
}
