import type { Tx } from "~/db/transaction.server";
import { shownQuery, storedQuery } from "~/features/search/query-references.server";

/** The job `refer_in_views`, planned by an upgrade: puts references in queries that were stored as typed. */
export async function referInViews(tx: Tx): Promise<void> {
  for (const { id, query } of await tx.selectFrom("view").select(["id", "query"]).execute()) {
    const stored = await storedQuery(tx, await shownQuery(tx, query));
    if (stored === query) continue;
    await tx.updateTable("view").set({ query: stored }).where("id", "=", id).where("query", "=", query).execute();
  }
}
