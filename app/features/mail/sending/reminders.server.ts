import { type SqlBool, sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import { wantsMail } from "~/features/notifications/notification-settings.server";
import { lockTasks } from "~/features/tasks/task-rows.server";
import { statuses } from "~/features/tasks/tasks";
import { DAY_MS } from "~/lib/durations";
import { isNoReply } from "../parsing/automatic-mail";
import { reminderDays } from "../templates/mail-templates.server";
import { mayWriteAutomatically } from "./automatic-limits.server";
import { senderHost } from "./mail-sender.server";
import { requesterToWrite, writeToRequester } from "./mail-to-requester.server";
import * as say from "./sending-copy";

const AT_ONCE = 100;

/** When a `task` started waiting, in UTC milliseconds; null for imported status changes. */
const waitsSince = sql<number | null>`(
  select case when event.via = 'import' then null else event.at end from event
  where event.task_id = task.id and event.kind = 'changed' and event.field = 'status'
  order by event.at desc, event.id desc limit 1
)`;

/** Reminds requesters whose reply is awaited, once per waiting period. Returns whether there may be more. */
export async function remindRequesters(tx: Tx, now: number): Promise<boolean> {
  const due: number[] = [];
  const days = await reminderDays(tx);
  for (const [host, after] of days) {
    if (after > 0) due.push(...(await dueOfHost(tx, { host, after, hosts: [...days.keys()] }, now)));
  }
  if (due.length === 0) return false;
  await lockTasks(tx, due);
  let reminded = 0;
  for (const id of due) if (await remind(tx, id, now)) reminded++;
  return due.length >= AT_ONCE && reminded > 0;
}

type Host = { host: string; after: number; hosts: readonly string[] };

/** Tasks whose requesters are due a reminder. */
async function dueOfHost(tx: Tx, { host, after, hosts }: Host, now: number): Promise<number[]> {
  const waiting = statuses().flatMap(({ key, awaits }) => (awaits === "requester" ? [key] : []));
  if (waiting.length === 0) return [];
  const isOfHost =
    host === ""
      ? sql<SqlBool>`${senderHost} not in (${sql.join(hosts.map((one) => one || "-"))})`
      : sql<SqlBool>`${senderHost} = ${host}`;
  const waitingTasks = tx
    .selectFrom("task")
    .innerJoin("user", "user.id", "task.requester_id")
    .select(["task.id", "task.requester_id", "user.email"])
    .where("task.open", "=", 1)
    .where("task.status", "in", waiting)
    .where("task.put_away", "is", null)
    .where("task.merged_into", "is", null)
    .where("task.snoozed_until", "is", null)
    .where("user.state", "=", "active")
    .where("user.email", "is not", null)
    .where(isOfHost)
    .where(sql<SqlBool>`${waitsSince} <= ${now - after * DAY_MS}`)
    .where(sql<SqlBool>`coalesce(task.last_agent_at, 0) <= ${now - after * DAY_MS}`)
    .where(
      sql<SqlBool>`not exists (select 1 from outgoing_mail where outgoing_mail.task_id = task.id
        and outgoing_mail.kind = 'reminder' and outgoing_mail.created_at >= ${waitsSince})`,
    )
    .orderBy("task.id")
    .limit(AT_ONCE);
  const due: number[] = [];
  for (let last = 0; due.length < AT_ONCE; ) {
    const page = await waitingTasks.where("task.id", ">", last).execute();
    for (const { id, requester_id, email } of page) {
      if (await mayRemind(tx, requester_id, email ?? "", now)) due.push(id);
    }
    if (page.length < AT_ONCE) break;
    last = page.at(-1)?.id ?? last;
  }
  return due;
}

const mayRemind = async (tx: Tx, userId: number, address: string, now: number): Promise<boolean> =>
  !isNoReply(address) && (await wantsMail(tx, userId, "reminder")) && (await mayWriteAutomatically(tx, address, now));

async function remind(tx: Tx, taskId: number, now: number): Promise<boolean> {
  const task = await requesterToWrite(tx, taskId);
  if (!task || !(await mayRemind(tx, task.requester_id, task.to.address, now))) return false;
  await writeToRequester(tx, task, { kind: "reminder", ending: say.viewEnd }, now);
  return true;
}
