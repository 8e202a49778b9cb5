import { type SqlBool, sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import { wantsMail } from "~/features/notifications/notification-settings.server";
import { statuses } from "~/features/tasks/tasks";
import { DAY_MS } from "~/lib/durations";
import { isNoReply } from "../parsing/automatic-mail";
import { reminderDays } from "../templates/mail-templates.server";
import { mayWriteAutomatically } from "./automatic-limits.server";
import { requesterToWrite, writeToRequester } from "./mail-to-requester.server";
import * as say from "./sending-copy";

const AT_ONCE = 100;

/** The address that sends mail about a `task`, as `senderFor` chooses it. */
const senderHost = sql<string>`(
  select host from mail_address where deleted_at is null
  order by case when mail_address.team_id = task.team_id then 0 else 1 end, is_sender desc, id limit 1
)`;

/** When a `task` began to wait, in UTC milliseconds; null if that was imported. */
const waitsSince = sql<number | null>`(
  select case when event.via = 'import' then null else event.at end from event
  where event.task_id = task.id and event.kind = 'changed' and event.field = 'status'
  order by event.at desc, event.id desc limit 1
)`;

/** Reminds requesters whose answer is awaited, once in each time of waiting. Returns whether there may be more. */
export async function remindRequesters(tx: Tx, now: number): Promise<boolean> {
  const days = await reminderDays(tx);
  const waiting = statuses().flatMap(({ key, awaits }) => (awaits === "requester" ? [key] : []));
  let reminded = 0;
  for (const [host, after] of days) {
    if (after === 0 || waiting.length === 0) continue;
    const isOfHost =
      host === ""
        ? sql<SqlBool>`${senderHost} not in (${sql.join([...days.keys()].map((one) => one || "-"))})`
        : sql<SqlBool>`${senderHost} = ${host}`;
    const due = await tx
      .selectFrom("task")
      .select("task.id")
      .where("task.open", "=", 1)
      .where("task.status", "in", waiting)
      .where("task.put_away", "is", null)
      .where("task.merged_into", "is", null)
      .where("task.snoozed_until", "is", null)
      .where(isOfHost)
      .where(sql<SqlBool>`${waitsSince} <= ${now - after * DAY_MS}`)
      .where(sql<SqlBool>`coalesce(task.last_agent_at, 0) <= ${now - after * DAY_MS}`)
      .where(
        sql<SqlBool>`not exists (select 1 from outgoing_mail where outgoing_mail.task_id = task.id
          and outgoing_mail.kind = 'reminder' and outgoing_mail.created_at >= ${waitsSince})`,
      )
      .orderBy("task.id")
      .limit(AT_ONCE)
      .execute();
    for (const { id } of due) if (await remind(tx, id, now)) reminded++;
  }
  return reminded >= AT_ONCE;
}

async function remind(tx: Tx, taskId: number, now: number): Promise<boolean> {
  const task = await requesterToWrite(tx, taskId);
  if (!task || isNoReply(task.to.address) || !(await wantsMail(tx, task.requester_id, "reminder"))) return false;
  if (!(await mayWriteAutomatically(tx, task.to.address, now))) return false;
  await writeToRequester(tx, task, { kind: "reminder", ending: say.viewEnd }, now);
  return true;
}
