import type { Db } from "~/db/types";

type Side = { team_id: number; confidential: 0 | 1 };

/**
 * Why a task becomes confidential by a merge; null where it stays as it is. What only some agents could read doesn't become
 * readable for all of them.
 *
 * confidential  the source is
 * team          the source is of another team, whose tasks are for its members alone
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
