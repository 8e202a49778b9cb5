import type { Db } from "~/db/types";

/** Makes members of the default team of those among these people who work on tasks. Once is enough. */
export async function joinDefaultTeam(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto("team_member")
    .columns(["team_id", "user_id"])
    .expression((eb) =>
      eb
        .selectFrom(["team", "user"])
        .select(["team.id", "user.id as user_id"])
        .where("team.is_default", "=", 1)
        .where("user.id", "in", userIds)
        .where("user.role", "!=", "requester"),
    )
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .execute();
}

/** Ends every membership of somebody who works on tasks no more: should they come back, they are no lead by surprise. */
export const leaveTeams = (db: Db, userId: number) =>
  db.deleteFrom("team_member").where("user_id", "=", userId).execute();
