import type { Tx } from "~/db/transaction.server";

/** Gives a team that has addresses but no sender one: its oldest address. */
export async function settleSender(tx: Tx, teamId: number): Promise<void> {
  const addresses = await tx
    .selectFrom("mail_address")
    .select(["id", "is_sender"])
    .where("team_id", "=", teamId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const [oldest] = addresses;
  if (!oldest || addresses.some(({ is_sender }) => is_sender === 1)) return;
  await tx.updateTable("mail_address").set({ is_sender: 1 }).where("id", "=", oldest.id).execute();
}

/** Makes an address the only sender of its team. Returns the previous sender; null for none. */
export async function setSender(tx: Tx, { id, teamId }: { id: number; teamId: number }): Promise<number | null> {
  const previous = await tx
    .updateTable("mail_address")
    .set({ is_sender: 0 })
    .where("team_id", "=", teamId)
    .where("is_sender", "=", 1)
    .where("id", "!=", id)
    .where("deleted_at", "is", null) // a removed one becomes the sender again if restored
    .returning("id")
    .execute();
  await tx.updateTable("mail_address").set({ is_sender: 1 }).where("id", "=", id).execute();
  return previous[0]?.id ?? null;
}
