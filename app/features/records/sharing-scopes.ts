import * as say from "./records-copy";

/** Who a saved view or macro is shared with. */
export const SCOPES = ["personal", "team", "everyone"] as const;
export type Scope = (typeof SCOPES)[number];

export function scopeName({ scope, team }: { scope: Scope; team: { name: string } | null }) {
  if (scope === "personal") return say.onlyMe;
  return team ? say.teamNamed(team.name) : say.allAgents;
}
