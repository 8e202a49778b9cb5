import { sql } from "kysely";
import type { Db } from "~/db/types";
import { DAY_MS } from "~/lib/durations";

/** An address's metrics for /metrics. */
export type AddressMetrics = {
  address: string;
  state: "working" | "failing" | "paused";
  /** Null before the first success. */
  succeededAt: number | null;
  /**
   * Mail that is `waiting` to be processed or in quarantine, and deliveries that are `queued`. Of the last day: mail
   * `received`, and deliveries `sent` and `failed`.
   */
  mails: Record<MailState, number>;
};

const MAIL_STATES = ["received", "waiting", "quarantined", "queued", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export async function addressMetrics(db: Db, now: number): Promise<AddressMetrics[]> {
  const addresses = await db
    .selectFrom("mail_address")
    .select(["id", "address", "paused", "failure", "succeeded_at"])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  if (addresses.length === 0) return [];
  const since = now - DAY_MS;
  const { rows } = await sql<{ id: number; state: MailState; n: number }>`
    select address_id as id, 'received' as state, count(*) as n
      from inbound_mail where received_at > ${since} group by address_id
    union all
    select address_id, 'waiting', count(*) from inbound_mail where outcome is null group by address_id
    union all
    select address_id, 'quarantined', count(*) from inbound_mail
      where outcome = 'quarantined' and handled_at is null group by address_id
    union all
    select outgoing_mail.address_id, 'queued', count(*)
      from delivery join outgoing_mail on outgoing_mail.id = delivery.outgoing_id
      where delivery.try_at is not null group by outgoing_mail.address_id
    union all
    select outgoing_mail.address_id, case when delivery.state = 'sent' then 'sent' else 'failed' end, count(*)
      from outgoing_mail join delivery on delivery.outgoing_id = outgoing_mail.id
      where outgoing_mail.created_at > ${since} and delivery.try_at is null group by 1, 2`.execute(db);
  return addresses.map(({ id, address, paused, failure, succeeded_at }) => {
    const mails = Object.fromEntries(MAIL_STATES.map((state) => [state, 0])) as Record<MailState, number>;
    for (const row of rows) if (row.id === id) mails[row.state] = Number(row.n);
    const state = paused !== null ? "paused" : failure !== null ? "failing" : "working";
    return { address, state, succeededAt: succeeded_at, mails };
  });
}
