import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandlers, planJob } from "./job-queue.server";

/** Work that comes again and again. `true` for an answer: there is more of it, so it goes on at once. */
export type Recurring = { everyMs: number; work: (tx: Tx, now: number) => Promise<unknown> };

/** Handlers that plan their own next time, in the transaction of their work: there is always exactly one planned. */
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
 * Plans recurring jobs that aren't planned, were given up after too many failures, or are planned more than one period ahead
 * because the clock was ahead. If it is behind instead, they run once too early, which does no harm. Runs when a process starts,
 * every hour, and whenever the clock is set back.
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
