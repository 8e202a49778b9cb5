import { sql } from "kysely";
import type { Db } from "~/db/types";

/** What /metrics tells of an address. Counts of received mail cover the log, which is kept for a while. */
export type AddressMetrics = {
  address: string;
  state: "working" | "failing" | "paused";
  /** Null before the first success. */
  succeededAt: number | null;
  /** Mail by state: `received`, `waiting` to be processed, `quarantined`, and deliveries `queued`, `sent`, `failed`. */
  mails: Record<MailState, number>;
};

export const MAIL_STATES = ["received", "waiting", "quarantined", "queued", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export async function addressMetrics(db: Db): Promise<AddressMetrics[]> {
  const addresses = await db
    .selectFrom("mail_address")
    .select(["id", "address", "paused", "failure", "succeeded_at"])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  if (addresses.length === 0) return [];
  const { rows } = await sql<{ id: number; state: MailState; n: number }>`
    select address_id as id, 'received' as state, count(*) as n from inbound_mail group by address_id
    union all
    select address_id, 'waiting', count(*) from inbound_mail where outcome is null group by address_id
    union all
    select address_id, 'quarantined', count(*) from inbound_mail
      where outcome = 'quarantined' and handled_at is null group by address_id
    union all
    select outgoing_mail.address_id,
      case when delivery.state = 'sent' then 'sent' when delivery.try_at is null then 'failed' else 'queued' end,
      count(*)
    from delivery join outgoing_mail on outgoing_mail.id = delivery.outgoing_id
    group by 1, 2`.execute(db);
  return addresses.map(({ id, address, paused, failure, succeeded_at }) => {
    const mails = Object.fromEntries(MAIL_STATES.map((state) => [state, 0])) as Record<MailState, number>;
    for (const row of rows) if (row.id === id) mails[row.state] = Number(row.n);
    const state = paused !== null ? "paused" : failure !== null ? "failing" : "working";
    return { address, state, succeededAt: succeeded_at, mails };
  });
}
