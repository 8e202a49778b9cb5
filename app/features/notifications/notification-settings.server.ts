import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { isVisible } from "~/features/tasks/team-access.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { isNotificationKind, KINDS, NOTIFICATION_KINDS, type NotificationKind } from "./notification-kinds";

/** Mutes a task for the viewer, except for `isLoud` kinds, or unmutes it. Returns false if they can't see it. */
export async function setMuted(db: Db, viewer: Viewer, taskId: number, muted: boolean): Promise<boolean> {
  if (!(await isVisible(db, viewer, taskId))) return false;
  const row = { task_id: taskId, user_id: viewer.id };
  if (muted) {
    await db
      .insertInto("task_mute")
      .values(row)
      .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doNothing())
      .execute();
  } else {
    await db.deleteFrom("task_mute").where("task_id", "=", taskId).where("user_id", "=", viewer.id).execute();
  }
  return true;
}

/** Never `new_task`: new tasks are chosen by team. */
export type KindChoice = { kind: NotificationKind; on: boolean };

/** The viewer's notification settings. Requesters have fewer kinds and no teams. */
export async function readNotificationSettings(db: Db, viewer: Viewer) {
  const off = await db
    .selectFrom("notification_level")
    .select("kind")
    .where("user_id", "=", viewer.id)
    .where("level", "=", "off")
    .execute();
  const kinds = KINDS.filter((kind) => kind !== "new_task" && (isAgent(viewer) || !NOTIFICATION_KINDS[kind].inner));
  return {
    kinds: kinds.map((kind): KindChoice => ({ kind, on: !off.some((one) => one.kind === kind) })),
    teams: isAgent(viewer) ? await listTeamChoices(db, viewer) : [],
  };
}

async function listTeamChoices(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom("team_member")
    .innerJoin("team", "team.id", "team_member.team_id")
    .select(["team.id", "team.name", "team.assignment", "team_member.new_tasks"])
    .where("team_member.user_id", "=", viewer.id)
    .where("team.archived_at", "is", null)
    .orderBy("team.name")
    .execute();
  return rows.map(({ id, name, assignment, new_tasks }) => ({
    ...{ id, name },
    on: new_tasks === null ? assignment === "manual" : new_tasks === 1,
  }));
}

/** Submitted settings. `was` is the value when the form was loaded; unchanged ones keep their current value. */
type ChosenNotifications = {
  kinds: ReadonlyMap<string, { was: boolean; on: boolean }>;
  teams: ReadonlyMap<number, { was: boolean; on: boolean }>;
};

/** Saves the viewer's own settings. Ignores unknown kinds, and teams they aren't in. */
export async function saveNotificationSettings(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { kinds, teams }: ChosenNotifications,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const [kind, { was, on }] of kinds) {
      if (was === on || !isNotificationKind(kind)) continue;
      await tx.deleteFrom("notification_level").where("user_id", "=", viewer.id).where("kind", "=", kind).execute();
      if (!on) await tx.insertInto("notification_level").values({ user_id: viewer.id, kind, level: "off" }).execute();
    }
    for (const [id, { was, on }] of teams) {
      if (was === on) continue;
      await tx
        .updateTable("team_member")
        .set({ new_tasks: on ? 1 : 0 })
        .where("user_id", "=", viewer.id)
        .where("team_id", "=", id)
        .execute();
    }
  });
}
