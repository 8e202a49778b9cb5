import type { Insertable } from "kysely";
import type { Database, Db } from "~/db/types";
import { NOON } from "./factories";

/** An address of the first team, past the product. Answers its id. */
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

/** A message in quarantine, unless the test says otherwise. Answers its id. */
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
