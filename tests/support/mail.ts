import type { Insertable } from "kysely";
import type { Database, Db } from "~/db/types";
import { NOON } from "./factories";

/** Inserts an email address of the first team, without the product's checks. Returns its id. */
export async function aMailAddress(db: Db, more: Partial<Insertable<Database["mail_address"]>> = {}): Promise<number> {
  const team = await db.selectFrom("team").select("id").orderBy("id").executeTakeFirstOrThrow();
  const address = more.address ?? "help@example.org";
  const server = JSON.stringify({ host: "mail.example.org", port: 993, user: "help", encryption: "tls" });
  const row: Insertable<Database["mail_address"]> = {
    ...{ address, address_key: address.toLowerCase(), team_id: team.id, incoming: server, outgoing: server },
    ...{ created_at: NOON, updated_at: NOON },
    unknown_senders: "anyone",
    way: "imap",
  };
  const made = db.insertInto("mail_address").values({ ...row, ...more });
  return (await made.returning("id").executeTakeFirstOrThrow()).id;
}

/** Inserts an email, in quarantine unless the test says otherwise. Returns its id. */
export async function aMail(
  db: Db,
  addressId: number,
  more: Partial<Insertable<Database["inbound_mail"]>> = {},
): Promise<number> {
  const row: Insertable<Database["inbound_mail"]> = {
    ...{ address_id: addressId, size: 1_000, from_address: "rita@example.org", subject: "Printer" },
    ...{ reason: "unknown_sender", received_at: NOON },
    way: "imap",
    outcome: "quarantined",
  };
  const made = db.insertInto("inbound_mail").values({ ...row, ...more });
  return (await made.returning("id").executeTakeFirstOrThrow()).id;
}

type SomeDelivery = Partial<Insertable<Database["delivery"]>> & {
  taskId: number;
  /** The reply that it copies; null for email without a message. */
  messageId?: number | null;
  kind?: string;
  address: string;
};

/** Inserts an outgoing email with one delivery, sent unless the test says otherwise. Returns the delivery's id. */
export async function aDelivery(
  db: Db,
  { taskId, messageId = null, kind = "reply", address, ...more }: SomeDelivery,
): Promise<number> {
  const mail = await db
    .insertInto("outgoing_mail")
    .values({
      ...{ address_id: null, task_id: taskId, message_id: messageId, kind, content: "{}", created_at: NOON },
      mail_id: `${crypto.randomUUID()}@example.org`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row: Insertable<Database["delivery"]> = {
    ...{ outgoing_id: mail.id, user_id: null, address, address_key: address.toLowerCase(), role: "to", state: "sent" },
    ...{ try_at: null, first_tried_at: NOON, settled_at: NOON, status: null, dismissed_at: null, created_at: NOON },
  };
  const made = db.insertInto("delivery").values({ ...row, ...more });
  return (await made.returning("id").executeTakeFirstOrThrow()).id;
}

/** Marks a message as received by email. */
export const anEmailOf = (db: Db, messageId: number, more: Partial<Insertable<Database["message_email"]>> = {}) =>
  db
    .insertInto("message_email")
    .values({ message_id: messageId, inbound_id: null, folded_html: null, sent_at: null, recipients: "{}", ...more })
    .execute();
