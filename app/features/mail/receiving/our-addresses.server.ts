import type { Tx } from "~/db/transaction.server";

/** The addresses of this desk, by their keys. */
export async function ourAddresses(tx: Tx) {
  const rows = await tx
    .selectFrom("mail_address")
    .select(["address_key", "team_id", "unknown_senders"])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ address_key, ...address }) => [address_key, address]));
}

export type OurAddresses = Awaited<ReturnType<typeof ourAddresses>>;
