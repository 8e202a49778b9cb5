import { randomInt } from "node:crypto";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { toShownQueries } from "~/features/search/query-references.server";
import type { StoredAction, TriggerKind } from "./rules";

/*
 * This process's cache of enabled rules. Every change of a task reads it, and it rarely changes. `catalogue.rules` is a
 * new random number after each change, so each number identifies one state of the data.
 */

export type LoadedRule = {
  id: number;
  name: string;
  position: number;
  trigger: TriggerKind;
  schedule: string;
  /** As stored (changed-fields.server). */
  changedFields: string;
  /** Whether it only acts on tasks that didn't meet its condition before the change. */
  newlyMet: boolean;
  /** As stored: with references in place of names. */
  query: string;
  actions: readonly StoredAction[];
  stopAfter: boolean;
  /** Whether its condition uses `channel:`. Only then does it act on automatic messages. */
  namesChannel: boolean;
};

let cached: { stamp: number; rules: readonly LoadedRule[] } | null = null;

/** Enabled rules in their order; without any, this is one small query. */
export async function loadRules(db: Db): Promise<readonly LoadedRule[]> {
  const { rules: stamp } = await db.selectFrom("catalogue").select("rules").executeTakeFirstOrThrow();
  if (stamp === 0) return [];
  // Read the number first: if the data changes before the rest is read, the next call reloads it.
  if (cached?.stamp !== stamp) cached = { stamp, rules: await readEnabled(db) };
  return cached.rules;
}

/** Makes every process reload rules. Call it in the transaction that changes them. */
export async function renewRules(tx: Tx): Promise<void> {
  const stamp = randomInt(1, 2 ** 31 - 1);
  await tx.updateTable("catalogue").set({ rules: stamp }).execute();
}

export const namesChannel = (query: string) => /(^|[\s(-])channel:/i.test(query);

async function readEnabled(db: Db): Promise<LoadedRule[]> {
  const rows = await db
    .selectFrom("rule")
    .selectAll()
    .where("enabled", "=", 1)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, position: row.position, trigger: row.trigger_kind as TriggerKind },
    ...{ schedule: row.schedule, query: row.query, stopAfter: row.stop_after === 1 },
    ...{ changedFields: row.changed_fields, newlyMet: row.newly_met === 1 },
    actions: JSON.parse(row.actions) as StoredAction[],
    namesChannel: namesChannel(row.query),
  }));
}

/** A rule's condition with current names. */
export async function shownQuery(db: Db, { query }: Pick<LoadedRule, "query">): Promise<string> {
  const [shown = ""] = query === "" ? [""] : await toShownQueries(db, [query]);
  return shown;
}
