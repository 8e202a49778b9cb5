import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";

/**
 * Lets one transaction at a time decide something about all people: that there is none yet, that an admin is left.
 * SQLite has one writer anyway. On PostgreSQL reading goes on; changing people waits until this transaction ends.
 */
export async function decideAboutAllPeople(tx: Tx): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`lock table "user" in share row exclusive mode`.execute(tx);
}
