import type { Tx } from "~/db/transaction.server";

/** The teams of this desk's addresses, by their keys. */
export async function ourAddresses(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("mail_address")
    .select(["address_key", "team_id"])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ address_key, team_id }) => [address_key, team_id]));
}
