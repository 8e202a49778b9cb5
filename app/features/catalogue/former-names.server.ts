import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";

/*
 * History stores statuses and types by the name they had at the time. Keeping former names lets us still match those entries,
 * and stops an admin deleting something that history mentions.
 */

type Named = { table: "status" | "task_type"; key: string };

async function formerNames(db: Db, { table, key }: Named): Promise<string[]> {
  const { former_names } = await db
    .selectFrom(table as "status")
    .select("former_names")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return JSON.parse(former_names) as string[];
}

export async function rename(tx: Tx, named: Named, from: string, to: string): Promise<void> {
  if (from === to) return;
  const names = new Set([...(await formerNames(tx, named)), from]);
  names.delete(to);
  await tx
    .updateTable(named.table as "status")
    .set({ former_names: JSON.stringify([...names]) })
    .where("key", "=", named.key)
    .execute();
}

/** Whether history records a change of one of `fields` to or from any name this had. */
export async function isInHistory(db: Db, named: Named, name: string, fields: readonly string[]): Promise<boolean> {
  const names = [name, ...(await formerNames(db, named))];
  const event = await db
    .selectFrom("event")
    .select("id")
    .where("field", "in", fields)
    .where((eb) => eb.or([eb("old_value", "in", names), eb("new_value", "in", names)]))
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}
