import { sql } from "kysely";
import type { Db } from "~/db/types";

/** The address that sends mail about a task. Undefined for a desk without an address, which sends no mail. */
export async function senderFor(db: Db, taskId: number) {
  const ofTeam = addresses(db).innerJoin("task", "task.team_id", "mail_address.team_id").where("task.id", "=", taskId);
  return (await ofTeam.limit(1).executeTakeFirst()) ?? (await addresses(db).limit(1).executeTakeFirst());
}

/** The host of `senderFor` for each `task` of a query. */
export const senderHost = sql<string>`(
  select host from mail_address where deleted_at is null
  order by case when mail_address.team_id = task.team_id then 0 else 1 end, is_sender desc, id limit 1
)`;

/** Addresses that aren't paused, preferred ones first. */
export const unpausedSenders = (db: Db) => addresses(db).where("mail_address.paused", "is", null).execute();

/** The address for mail that isn't about a task; prefers one that isn't paused. */
export async function senderForAccounts(db: Db) {
  const [sender] = await unpausedSenders(db);
  return sender ?? senderFor(db, 0);
}

const addresses = (db: Db) =>
  db
    .selectFrom("mail_address")
    .select(["mail_address.id", "mail_address.address", "mail_address.host"])
    .where("mail_address.deleted_at", "is", null)
    .orderBy("mail_address.is_sender", "desc")
    .orderBy("mail_address.id");
