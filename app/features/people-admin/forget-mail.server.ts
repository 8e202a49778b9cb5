import type { ExpressionBuilder } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import { listAddresses } from "~/features/users/addresses.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { formsOfAddress } from "~/lib/mail-domain.server";

/**
 * Removes a person's addresses from received and sent mail, the sources of their emails, and all data about their
 * addresses. Call it before deleting the addresses.
 */
export async function forgetMailOf(tx: Tx, id: number, now: number): Promise<void> {
  const addresses = await listAddresses(tx, id);
  const keys = addresses.map(({ key }) => key);
  if (keys.length === 0) return;
  const emails = emailsOf(tx, id, keys);
  const isTheirs = (eb: ExpressionBuilder<Database, "inbound_mail">) =>
    eb.and([
      eb("outcome", "is not", null),
      eb.or([eb("from_address", "in", keys), eb("id", "in", emails.select("inbound_id").$castTo<{ id: number }>())]),
    ]);
  const written = await tx.selectFrom("inbound_mail").select("sha256").where(isTheirs).execute();
  await tx
    .updateTable("inbound_mail")
    .set({ sha256: null, subject: "", from_name: "", from_address: "" })
    .where(isTheirs)
    .execute();
  await dropFilesAfterwards(
    tx,
    written.map(({ sha256 }) => sha256),
    now,
  );
  await tx
    .updateTable("message_email")
    .set({ from_name: "", from_address: "", reply_to: "" })
    .where("message_id", "in", emails.select("message_email.message_id"))
    .execute();
  await forgetRecipients(tx, id, keys);
  await tx.deleteFrom("delivery").where("user_id", "=", id).where("try_at", "is not", null).execute();
  await tx.updateTable("delivery").set({ address: "", address_key: "" }).where("user_id", "=", id).execute();
  await tx.deleteFrom("mail_suppression").where("address_key", "in", keys).execute();
  await tx.deleteFrom("sender_rule").where("address_key", "in", keys).execute();
  await tx.deleteFrom("sign_in_link").where("user_id", "=", id).execute();
}

/** Emails they wrote, sent from one of their addresses, or with one of them as Reply-To. */
function emailsOf(tx: Tx, id: number, keys: readonly string[]) {
  const addresses = keys.flatMap(formsOfAddress);
  return tx
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .where(({ eb, fn, or }) =>
      or([
        eb("message.author_id", "=", id),
        eb(fn<string>("lower", ["from_address"]), "in", addresses),
        eb(fn<string>("lower", ["reply_to"]), "in", addresses),
      ]),
    );
}

type Recipients = Record<"to" | "cc", { name: string; address: string }[]>;

/** Removes them from the recipients of other people's messages on the same tasks. */
async function forgetRecipients(tx: Tx, id: number, keys: readonly string[]): Promise<void> {
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
    const others = (list: Recipients["to"]) => list.filter(({ address }) => !keys.includes(emailKeyOf(address)));
    const left = JSON.stringify({ to: others(named.to), cc: others(named.cc) });
    if (left === recipients) continue;
    await tx.updateTable("message_email").set({ recipients: left }).where("message_id", "=", message_id).execute();
  }
}
