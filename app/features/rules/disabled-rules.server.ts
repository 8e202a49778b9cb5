import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { RULE_LIMITS } from "./rules";

/** Rules that failures disabled, unless an admin dismissed the notice. */
export const listDisabledByFailures = (db: Db) =>
  db
    .selectFrom("rule")
    .select(["id", "name"])
    .where("enabled", "=", 0)
    .where("failures", ">=", RULE_LIMITS.failures)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();

/** Resets the count of failures, as enabling would; a no-op for an enabled rule. Null if there's no such rule. */
export async function dismissNotice(tx: Tx, id: number): Promise<{ ok: true; name: string } | null> {
  const rule = tx.selectFrom("rule").select("name").where("id", "=", id).where("deleted_at", "is", null);
  const found = await rule.executeTakeFirst();
  if (!found) return null;
  await tx.updateTable("rule").set({ failures: 0 }).where("id", "=", id).where("enabled", "=", 0).execute();
  return { ok: true, name: found.name };
}
