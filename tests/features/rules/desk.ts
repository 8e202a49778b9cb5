import { createHash } from "node:crypto";
import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { ruleJobs } from "~/features/rules/rule-jobs.server";
import type { StoredAction, TriggerKind } from "~/features/rules/rules";
import { renewRules } from "~/features/rules/rules-data.server";
import { toStoredQuery } from "~/features/search/query-references.server";
import { sortKey } from "~/lib/search-tokens";
import { NOON } from "../../support/factories";

type SomeRule = {
  name?: string;
  trigger?: TriggerKind;
  schedule?: string;
  changedFields?: string;
  query?: string;
  newlyMet?: boolean;
  actions: StoredAction[];
  stopAfter?: boolean;
  enabled?: boolean;
  nextAt?: number | null;
};

let made = 0;

/** Stores an enabled rule at the end of the list and returns its id. */
export async function storeRule(db: Db, { trigger = "changed", query = "", actions, ...rule }: SomeRule) {
  made++;
  const { name = `Rule ${made}`, schedule = "", stopAfter = false, enabled = true, nextAt = null } = rule;
  const { changedFields = "", newlyMet = false } = rule;
  return inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto("rule")
      .values({
        ...{ name, name_key: sortKey(name), position: made, enabled: enabled ? 1 : 0, trigger_kind: trigger },
        ...{ schedule, query: await toStoredQuery(tx, query), actions: JSON.stringify(actions), next_at: nextAt },
        ...{ changed_fields: changedFields, newly_met: newlyMet ? 1 : 0 },
        ...{ stop_after: stopAfter ? 1 : 0, created_at: NOON, updated_at: NOON },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await renewRules(tx);
    return id;
  });
}

export const storedAction = (kind: StoredAction["kind"], value: string): StoredAction => ({ kind, value });

/** Runs all rule jobs due by `now` and returns how many there were. */
export async function runRuleJobs(db: Db, now = NOON): Promise<number> {
  let jobs = 0;
  for (;;) {
    const done = await doDueJobs(db, ruleJobs, now, (error) => {
      throw error;
    });
    if (done === 0) return jobs;
    jobs += done;
  }
}

/** The run log as lines such as "Rule 1 on #1: done Priority: High". */
export const runLog = async (db: Db) =>
  (await db.selectFrom("rule_run").selectAll().orderBy("id").execute()).map(
    ({ rule_name, task_id, outcome, did }) => `${rule_name} on #${task_id}: ${outcome} ${did.replaceAll("\n", "; ")}`,
  );

/** A hash of all rows in all tables. */
export async function checksum(db: Db): Promise<string> {
  const tables =
    engineOf(db) === "sqlite"
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'
          and sql not like 'create virtual%' order by name`.execute(db)
      : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()
          order by tablename`.execute(db);
  const hash = createHash("sha256");
  for (const { name } of tables.rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    hash.update(name + JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()));
  }
  return hash.digest("hex");
}
