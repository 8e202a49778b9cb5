import type { Tx } from "~/db/transaction.server";
import { peopleOfTeam, worksOn } from "~/features/tasks/team-access.server";
import { preferencesOf, zoneOf } from "~/features/users/preferences.server";
import { levelOf } from "./notification-levels";
import { chosenLevels } from "./notification-settings.server";
import { mailTimeFor, URGENT } from "./notified-people";

/** A rule's recipients: people, members of teams, or the leads of the task's team. */
export type NotifiedByRule = { people: readonly number[]; teams: readonly number[]; leads: boolean };

/** Notifies those of them who may work on the task. Returns their names. `details`: the rule's name. */
export async function notifyByRule(
  tx: Tx,
  taskId: number,
  { people, teams, leads }: NotifiedByRule,
  { details, except, actorId }: { details: string; except: number | null; actorId: number | null },
  at: number,
): Promise<string[]> {
  const task = await tx
    .selectFrom("task")
    .select(["team_id", "assignee_id", "requester_id", "confidential", "priority"])
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const found = await peopleOfTeam(tx, task.team_id)
    .select("user.preferences")
    .where("user.state", "=", "active")
    .where((eb) => {
      const members = eb.selectFrom("team_member as named").select("named.user_id");
      return eb.or([
        eb("user.id", "in", [0, ...people]),
        eb("user.id", "in", members.where("named.team_id", "in", [0, ...teams])),
        ...(leads
          ? [eb("user.id", "in", members.where("named.team_id", "=", task.team_id).where("named.lead", "=", 1))]
          : []),
      ]);
    })
    .orderBy("user.id")
    .execute();
  const chosen = await chosenLevels(
    tx,
    found.map(({ id }) => id),
  );
  const told = found.filter(
    (person) => person.id !== except && worksOn(task, person) && levelOf(chosen.get(person.id) ?? {}, "rule") !== "off",
  );
  const rows = told.map((person) => {
    const levels = chosen.get(person.id) ?? {};
    const mail = { ...preferencesOf(person), zone: zoneOf(person) };
    return {
      ...{ user_id: person.id, task_id: taskId, message_id: null, actor_id: actorId, batch: null, at, kind: "rule" },
      ...{ details, reason: "team", inner_only: 1 as const },
      mail_at: mailTimeFor("rule", { levels, mail }, { at, urgent: task.priority === URGENT }),
    };
  });
  if (rows.length > 0) await tx.insertInto("notification").values(rows).execute();
  return told.map(({ name }) => name);
}
