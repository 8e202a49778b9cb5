import type { Db } from "~/db/types";

/*
 * Work that one process of one machine does at a time, such as watching a mailbox. The holder renews its lease while it works;
 * after a crash another process takes over once it has expired.
 */

export type Lease = { name: string; holder: string };

/** Takes or renews a lease until `now + forMs`. False while someone else holds it. */
export async function takeLease(db: Db, { name, holder }: Lease, now: number, forMs: number): Promise<boolean> {
  const expires_at = now + forMs;
  const taken = await db
    .insertInto("lease")
    .values({ name, holder, expires_at })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, expires_at })
        .where((eb) => eb.or([eb("lease.holder", "=", holder), eb("lease.expires_at", "<=", now)])),
    )
    .returning("holder")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Lets another process take over at once; a no-op for a lease that someone else holds. */
export async function returnLease(db: Db, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
}
