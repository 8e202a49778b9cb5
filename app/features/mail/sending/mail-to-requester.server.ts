import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { settings } from "~/lib/settings.server";
import { fillMailTemplate } from "../templates/fill-mail-template.server";
import type { TemplateKind } from "../templates/mail-templates";
import { senderFor } from "./mail-sender.server";
import { planWritten } from "./plan-written.server";
import type { MailLink, WrittenContent } from "./written-mail";

/** Origin of links in mail sent for this site; null if unknown. */
export const originOf = (host: string): string | null => (host ? `https://${host}` : settings().authOrigin);

/**
 * Locks a task and then its requester, so that counting the mail sent to them is safe. Null if the requester can't get
 * mail. For several tasks, lock all tasks first.
 */
export async function requesterToWrite(tx: Tx, taskId: number) {
  const found = tx
    .selectFrom("task")
    .select(["id", "title", "status", "requester_id", "parent_id", "first_responded_at"])
    .where("id", "=", taskId)
    .where("put_away", "is", null)
    .where("merged_into", "is", null);
  const task = await forUpdate(tx, found).executeTakeFirst();
  if (!task) return null;
  const requester = tx.selectFrom("user").select(["id", "email", "role", "state"]).where("id", "=", task.requester_id);
  const { email, role, state } = await forUpdate(tx, requester).executeTakeFirstOrThrow();
  if (email === null || state !== "active") return null;
  return { ...task, to: { userId: task.requester_id, address: email }, role };
}

export type RequesterToWrite = NonNullable<Awaited<ReturnType<typeof requesterToWrite>>>;

/** Queues the mail of a template to the task's requester. `ending` is the desk's Markdown below it, with the links. */
export async function writeToRequester(
  tx: Tx,
  { id: taskId, to }: Pick<RequesterToWrite, "id" | "to">,
  { kind, ending, agent = null }: { kind: Exclude<TemplateKind, "footer">; ending: string; agent?: string | null },
  now: number,
): Promise<void> {
  const sender = await senderFor(tx, taskId);
  if (!sender) return;
  const about = { taskId, origin: originOf(sender.host), agent };
  const { subject, body: text } = await fillMailTemplate(tx, { kind, host: sender.host }, about);
  const page = `/tasks/${taskId}`;
  const keys = kind === "resolved" ? (["solved", "not_solved"] as const) : [];
  const links: Record<string, MailLink> = {
    view: { to: page, key: "sign_in" },
    ...Object.fromEntries(keys.map((key) => [key, { to: page, key }])),
  };
  const content: WrittenContent = { subject, text, body: ending, links };
  if (kind !== "acknowledgement") content.unsubscribe = kind; // sent once
  await planWritten(tx, { kind, sender, taskId, to, content }, now);
}
