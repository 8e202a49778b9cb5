import type { Tx } from "~/db/transaction.server";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import { listAddresses } from "~/features/users/addresses.server";

/**
 * Removes a person's addresses from received and sent mail, with the sources of what they wrote, and what is known of their
 * addresses. Call it before their addresses go.
 */
export async function forgetMailOf(tx: Tx, id: number, now: number): Promise<void> {
  const addresses = await listAddresses(tx, id);
  const keys = addresses.map(({ key }) => key);
  if (keys.length === 0) return;
  const written = await tx
    .selectFrom("inbound_mail")
    .select(["id", "sha256"])
    .where("from_address", "in", keys)
    .where("outcome", "is not", null)
    .execute();
  await tx
    .updateTable("inbound_mail")
    .set({ sha256: null, subject: "", from_name: "", from_address: "" })
    .where("from_address", "in", keys)
    .where("outcome", "is not", null)
    .execute();
  await dropFilesAfterwards(
    tx,
    written.map(({ sha256 }) => sha256),
    now,
  );
  await forgetInMessages(tx, id, keys);
  await tx.deleteFrom("delivery").where("user_id", "=", id).where("try_at", "is not", null).execute();
  await tx.updateTable("delivery").set({ address: "", address_key: "" }).where("user_id", "=", id).execute();
  await tx.deleteFrom("mail_suppression").where("address_key", "in", keys).execute();
  await tx.deleteFrom("sender_rule").where("address_key", "in", keys).execute();
  await tx.deleteFrom("sign_in_link").where("user_id", "=", id).execute();
}

type Recipients = Record<"to" | "cc", { name: string; address: string }[]>;

/** Their own messages lose their sender; those of others on the same tasks no longer name them as a recipient. */
async function forgetInMessages(tx: Tx, id: number, keys: readonly string[]): Promise<void> {
  await tx
    .updateTable("message_email")
    .set({ from_name: "", from_address: "", reply_to: "" })
    .where("message_id", "in", tx.selectFrom("message").select("id").where("author_id", "=", id))
    .execute();
  const theirTasks = tx
    .selectFrom("task")
    .select("id")
    .where("requester_id", "=", id)
    .union(tx.selectFrom("participant").select("task_id as id").where("user_id", "=", id))
    .union(tx.selectFrom("message").select("task_id as id").where("author_id", "=", id));
  const mails = await tx
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .select(["message_email.message_id", "message_email.recipients"])
    .where("message.task_id", "in", theirTasks)
    .execute();
  for (const { message_id, recipients } of mails) {
    const named = JSON.parse(recipients) as Recipients;
    const others = (list: Recipients["to"]) => list.filter(({ address }) => !keys.includes(address.toLowerCase()));
    const left = JSON.stringify({ to: others(named.to), cc: others(named.cc) });
    if (left === recipients) continue;
    await tx.updateTable("message_email").set({ recipients: left }).where("message_id", "=", message_id).execute();
  }
}
