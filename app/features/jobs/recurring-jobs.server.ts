import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandlers, planJob } from "./job-queue.server";

/** Recurring work. Returning `true` means there is more to do, so it runs again at once. */
export type Recurring = { everyMs: number; work: (tx: Tx, now: number) => Promise<unknown> };

/** Handlers that schedule their next run in the same transaction, so exactly one is always scheduled. */
export const recurringHandlers = (recurring: Readonly<Record<string, Recurring>>): JobHandlers =>
  Object.fromEntries(
    Object.entries(recurring).map(([kind, { everyMs, work }]) => [
      kind,
      async (tx, _payload, now) => {
        const more = (await work(tx, now)) === true;
        await planJob(tx, { kind, key: kind, runAt: more ? now : now + everyMs }, now);
      },
    ]),
  );

/**
 * Schedules recurring jobs that aren't scheduled, ran out of attempts, or are more than one period ahead. The last means the
 * clock was ahead; if it is behind instead, they run once too early, which is harmless. Runs at start, hourly, and whenever
 * the clock is set back.
 */
export async function planRecurring(db: Db, recurring: Readonly<Record<string, Recurring>>, now: number) {
  for (const [kind, { everyMs }] of Object.entries(recurring)) {
    const run_at = now + everyMs;
    await db
      .insertInto("job")
      .values({ kind, key: kind, run_at, created_at: now })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet({ run_at, created_at: now, attempts: 0 })
          .where(({ eb, or }) => or([eb("job.run_at", "is", null), eb("job.run_at", ">", run_at)])),
      )
      .execute();
  }
}
