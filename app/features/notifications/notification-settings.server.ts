import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { isVisible } from "~/features/tasks/team-access.server";
import type { MailPreferences } from "~/features/users/mail-preferences";
import { readPreferences, savePreferences } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { KINDS, NOTIFICATION_KINDS } from "./notification-kinds";
import {
  type ChosenKind,
  type ChosenLevels,
  defaultLevel,
  isChosenKind,
  type Level,
  labelOf,
  levelOf,
  levelsOf,
  REMINDER,
} from "./notification-levels";
import * as say from "./notifications-copy";

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

/** Levels that people chose, by person. */
export async function chosenLevels(db: Db, ids: readonly number[]): Promise<Map<number, ChosenLevels>> {
  const chosen = new Map<number, Record<string, Level>>();
  if (ids.length === 0) return chosen;
  const rows = await db
    .selectFrom("notification_level")
    .select(["user_id", "kind", "level"])
    .where("user_id", "in", ids)
    .execute();
  for (const { user_id, kind, level } of rows) chosen.set(user_id, { ...chosen.get(user_id), [kind]: level });
  return chosen;
}

const levelsOfPerson = async (db: Db, id: number) => (await chosenLevels(db, [id])).get(id) ?? {};

/** Whether a requester wants mail of this kind. Replies on a request are always sent. */
export const wantsMail = async (db: Db, userId: number, kind: "resolved" | typeof REMINDER): Promise<boolean> =>
  levelOf(await levelsOfPerson(db, userId), kind) === "email";

export type KindChoice = { kind: ChosenKind; level: Level };

/** The viewer's notification settings. Requesters have fewer kinds and no teams. */
export async function readNotificationSettings(db: Db, viewer: Viewer) {
  const levels = await levelsOfPerson(db, viewer.id);
  const kinds = [...KINDS.filter((kind) => isAgent(viewer) || !NOTIFICATION_KINDS[kind].inner), REMINDER] as const;
  const { mailWait, quietFrom, quietUntil, urgentBreaksQuiet } = await readPreferences(db, viewer);
  return {
    kinds: kinds.map((kind): KindChoice => ({ kind, level: levelOf(levels, kind) })),
    teams: isAgent(viewer) ? await listTeamChoices(db, viewer) : [],
    mail: isAgent(viewer) ? { mailWait, quietFrom, quietUntil, urgentBreaksQuiet } : null,
  };
}

async function listTeamChoices(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom("team_member")
    .innerJoin("team", "team.id", "team_member.team_id")
    .select(["team.id", "team.name", "team.assignment", "team_member.new_tasks", "team_member.lead"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("team_member as other")
            .innerJoin("user", "user.id", "other.user_id")
            .select("other.user_id")
            .whereRef("other.team_id", "=", "team.id")
            .where("other.lead", "=", 1)
            .where("user.state", "=", "active"),
        )
        .as("has_lead"),
    )
    .where("team_member.user_id", "=", viewer.id)
    .where("team.archived_at", "is", null)
    .orderBy("team.name")
    .execute();
  return rows.map(({ id, name, assignment, new_tasks, lead, has_lead }) => ({
    ...{ id, name },
    on: new_tasks === null ? assignment === "manual" && (lead === 1 || !has_lead) : new_tasks === 1,
  }));
}

/** Submitted settings. `was` is the value when the form was loaded; unchanged ones keep their current value. */
type ChosenNotifications = {
  kinds: ReadonlyMap<string, { was: string; level: string }>;
  teams: ReadonlyMap<number, { was: boolean; on: boolean }>;
  /** Absent for requesters, whose mail doesn't wait. */
  mail?: MailPreferences | undefined;
};

/** Saves the viewer's own settings. Ignores unknown kinds and levels, and teams they aren't in. */
export async function saveNotificationSettings(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { kinds, teams, mail }: ChosenNotifications,
  now: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const [kind, { was, level }] of kinds) {
      if (was === level || !isChosenKind(kind)) continue;
      const chosen = levelsOf(kind).find((one) => one === level);
      if (chosen) await saveLevel(tx, viewer.id, kind, chosen);
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
    if (mail) await savePreferences(tx, viewer, mail, now);
  });
}

async function saveLevel(tx: Tx, userId: number, kind: ChosenKind, level: Level): Promise<void> {
  await tx.deleteFrom("notification_level").where("user_id", "=", userId).where("kind", "=", kind).execute();
  if (level === defaultLevel(kind)) return;
  await tx.insertInto("notification_level").values({ user_id: userId, kind, level }).execute();
}

/** The unsubscribe event of the digest: stops email of all kinds. */
export const DIGEST = "digest";

/** Stops the mail of one kind to one person and leaves the rest. Idempotent. */
export async function stopMail(db: Db, userId: number, event: string, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = tx.selectFrom("user").select("id").where("id", "=", userId).where("state", "=", "active");
    if (!(await person.executeTakeFirst())) return;
    if (event === DIGEST) await savePreferences(tx, { id: userId }, { mailWait: "never" }, now);
    if (!isChosenKind(event) || levelOf(await levelsOfPerson(tx, userId), event) !== "email") return;
    await saveLevel(tx, userId, event, event === REMINDER ? "off" : "in_app");
  });
}

/** The label of an event, for the unsubscribe page. Null for an unknown event. */
export const eventLabel = (event: string): string | null =>
  event === DIGEST ? say.allNotificationsByEmail : isChosenKind(event) ? labelOf(event) : null;
