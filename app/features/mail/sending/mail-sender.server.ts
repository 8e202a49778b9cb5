import type { Db } from "~/db/types";

/** The address that sends mail about a task. Undefined for a desk without an address: it sends no mail. */
export async function senderFor(db: Db, taskId: number) {
  const addresses = db
    .selectFrom("mail_address")
    .select(["mail_address.id", "mail_address.address", "mail_address.host"])
    .where("mail_address.deleted_at", "is", null);
  const ofTeam = addresses
    .innerJoin("task", "task.team_id", "mail_address.team_id")
    .where("task.id", "=", taskId)
    .orderBy("mail_address.is_sender", "desc")
    .orderBy("mail_address.id")
    .limit(1);
  const first = addresses.orderBy("mail_address.is_sender", "desc").orderBy("mail_address.id").limit(1);
  return (await ofTeam.executeTakeFirst()) ?? (await first.executeTakeFirst());
}
