import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { chosenLevels, DIGEST } from "~/features/notifications/notification-settings.server";
import { takeDueForMail } from "~/features/notifications/notifications.server";
import { preferencesOf, sharedOrganization } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { senderFor } from "../sending/mail-sender.server";
import { planWritten, type WrittenMail } from "../sending/plan-written.server";
import type { SignedKind } from "../threading/signed-address.server";
import { byTask, digestContent, noticeContent, type TaskNotices } from "./notice-content";
import type { NoticeText } from "./notice-options";
import { readNoticeSettings } from "./notice-settings.server";

const PEOPLE_AT_ONCE = 50;
const LEASE_MS = MINUTE_MS;

/** Hourly limit of emails per person. After that, one digest covers the rest. */
export const MOST_PER_HOUR = 30;

/**
 * Turns due notifications into mail. Only one process at a time does this, so a burst becomes one email. Each
 * notification is mailed once, because it is taken in the transaction that queues its email.
 */
export async function mailNotifications(db: Db, holder: string, now: number): Promise<void> {
  const due = await db
    .selectFrom("notification")
    .select("user_id")
    .distinct()
    .where("mail_at", "<=", now)
    .limit(PEOPLE_AT_ONCE)
    .execute();
  if (due.length === 0) return;
  const lease: Lease = { name: "mail_notifications", holder };
  if (!(await takeLease(db, lease, now, LEASE_MS))) return;
  for (const { user_id } of due) await inTransaction(db, (tx) => mailTo(tx, user_id, now));
  await returnLease(db, lease);
}

async function mailTo(tx: Tx, userId: number, now: number): Promise<void> {
  const person = await findRecipient(tx, userId);
  if (!person) return forget(tx, userId, now);
  const { viewer, address } = person;
  const sent = await sentLastHour(tx, userId, now);
  const [oldest] = sent;
  if (oldest !== undefined && sent.length >= MOST_PER_HOUR) return postpone(tx, userId, oldest + HOUR_MS, now);

  const levels = (await chosenLevels(tx, [userId])).get(userId) ?? {};
  const groups = byTask(await takeDueForMail(tx, viewer, levels, now));
  const { mailWait } = preferencesOf(viewer);
  if (mailWait === "never") return;
  const { noticeText } = await readNoticeSettings(tx);
  const to = { userId, address };
  if (mailWait === "daily" && groups.length > 1) return planDigest(tx, to, groups, now);
  const room = MOST_PER_HOUR - sent.length;
  for (const notices of groups.slice(0, room)) await planNotice(tx, to, notices, noticeText, now);
  if (groups.length > room) await planDigest(tx, to, groups.slice(room), now);
}

/** Null for people who can't work on tasks any more, or whose address isn't confirmed. */
async function findRecipient(tx: Tx, id: number): Promise<{ viewer: Viewer; address: string } | null> {
  const row = await tx
    .selectFrom("user")
    .leftJoin("organization", "organization.id", "user.organization_id")
    .select(["user.id", "user.name", "user.email", "user.role", "user.preferences", "user.confirmed_at"])
    .select(sharedOrganization)
    .where("user.id", "=", id)
    .where("user.state", "=", "active")
    .executeTakeFirst();
  if (!row || !isAgent(row) || row.email === null || row.confirmed_at === null) return null;
  const { shared_organization: shared, confirmed_at: _, ...viewer } = row;
  return { viewer: { ...viewer, ...(shared !== null && { sharedOrganizationId: shared }) }, address: row.email };
}

/** When the person's notification emails of the last hour were queued, oldest first. */
async function sentLastHour(tx: Tx, userId: number, now: number): Promise<number[]> {
  const sent = await tx
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select("delivery.created_at")
    .where("delivery.user_id", "=", userId)
    .where("delivery.created_at", ">", now - HOUR_MS)
    .where("outgoing_mail.kind", "=", "notification")
    .orderBy("delivery.created_at")
    .execute();
  return sent.map(({ created_at }) => created_at);
}

const dueOf = (tx: Tx, userId: number, now: number) =>
  tx.updateTable("notification").where("user_id", "=", userId).where("mail_at", "<=", now);

async function forget(tx: Tx, userId: number, now: number): Promise<void> {
  await dueOf(tx, userId, now).set({ mail_at: null }).execute();
}

async function postpone(tx: Tx, userId: number, until: number, now: number): Promise<void> {
  await dueOf(tx, userId, now).set({ mail_at: until }).execute();
}

type Recipient = { userId: number; address: string };

async function planNotice(tx: Tx, to: Recipient, notices: TaskNotices, text: NoticeText, now: number) {
  const taskId = notices[0].task?.id ?? null;
  const quotes = notices.flatMap(({ messageId }) => messageId ?? []);
  await plan(tx, to, { taskId, content: noticeContent(notices, text), quotes, answersAre: answersTo(notices) }, now);
}

const planDigest = (tx: Tx, to: Recipient, groups: readonly TaskNotices[], now: number) =>
  plan(tx, to, { taskId: null, content: digestContent(groups, DIGEST) }, now);

/** A reply is public only if the email contains public messages and no note. */
const answersTo = (notices: TaskNotices): SignedKind =>
  notices.some(({ messageId }) => messageId !== null) && !notices.some(({ isNote }) => isNote) ? "reply" : "note";

type Notice = Pick<WrittenMail, "taskId" | "content" | "quotes" | "answersAre">;

/** A desk without an address sends no email. */
async function plan(tx: Tx, to: Recipient, notice: Notice, now: number): Promise<void> {
  const sender = await senderFor(tx, notice.taskId ?? 0);
  if (sender) await planWritten(tx, { kind: "notification", sender, to, ...notice }, now);
}
