import type { Db } from "~/db/types";

type Side = { team_id: number; confidential: 0 | 1 };

/**
 * Why a merge makes a task confidential; null if it doesn't. A merge must not show all agents what only some could read.
 *
 * confidential  the source is confidential
 * team          the source belongs to another, members-only team
 */
export async function becomesConfidential(db: Db, source: Side, target: Side): Promise<"confidential" | "team" | null> {
  if (target.confidential === 1) return null;
  if (source.confidential === 1) return "confidential";
  if (source.team_id === target.team_id) return null;
  const { visibility } = await db
    .selectFrom("team")
    .select("visibility")
    .where("id", "=", source.team_id)
    .executeTakeFirstOrThrow();
  return visibility === "members" ? "team" : null;
}
