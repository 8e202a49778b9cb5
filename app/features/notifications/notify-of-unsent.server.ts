import type { Tx } from "~/db/transaction.server";
import { peopleOfTeam, worksOn } from "~/features/tasks/team-access.server";
import type { UnsentMessage } from "~/features/tasks/write-task-history.server";
import { preferencesOf, zoneOf } from "~/features/users/preferences.server";
import { levelOf } from "./notification-levels";
import { chosenLevels } from "./notification-settings.server";
import { mailTimeFor, URGENT } from "./notified-people";

/** Notifies the author of a message that wasn't sent or delivered. If it wasn't delivered, the assignee too. */
export async function notifyOfUnsent(tx: Tx, taskId: number, unsent: UnsentMessage, at: number): Promise<void> {
  const { kind, writerId, messageId, details } = unsent;
  const task = await tx
    .selectFrom("task")
    .select(["team_id", "assignee_id", "requester_id", "confidential", "priority"])
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const ids = [writerId, kind === "undelivered" ? task.assignee_id : null].filter((id) => id !== null);
  if (ids.length === 0) return;
  const people = await peopleOfTeam(tx, task.team_id)
    .select("user.preferences")
    .where("user.id", "in", ids)
    .orderBy("user.id")
    .execute();
  const chosen = await chosenLevels(tx, ids);
  const rows = people.flatMap((person) => {
    const { id } = person;
    const levels = chosen.get(id) ?? {};
    if (!worksOn(task, person) || levelOf(levels, kind) === "off") return [];
    const mail = { ...preferencesOf(person), zone: zoneOf(person) };
    return {
      ...{ user_id: id, task_id: taskId, message_id: messageId, actor_id: null, batch: null, at, kind, details },
      ...{ reason: id === writerId ? "writer" : "assignee", inner_only: 1 as const },
      mail_at: mailTimeFor(kind, { levels, mail }, { at, urgent: task.priority === URGENT }),
    };
  });
  if (rows.length > 0) await tx.insertInto("notification").values(rows).execute();
}
