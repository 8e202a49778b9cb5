import { expect } from "vitest";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { doDueJobs, planJob, pullInJobs } from "~/features/jobs/job-queue.server";
import { planRecurring, type Recurring, recurringHandlers } from "~/features/jobs/recurring-jobs.server";
import { onEachDatabase } from "../../support/database";
import { NOON } from "../../support/factories";

const HOUR = 3_600_000;
const unexpected = (error: unknown) => {
  throw error;
};
const planned = (db: Db) => db.selectFrom("job").select(["kind", "run_at", "attempts"]).execute();

/** Work that adds a team an hour, of which there is `much` at first. */
function founding(much = 1): Record<string, Recurring> {
  let left = much;
  return {
    found: {
      everyMs: HOUR,
      work: async (tx, now) => {
        await tx
          .insertInto("team")
          .values({ name: `Team of ${now - NOON} ${left}`, is_default: 0 })
          .execute();
        left--;
        return left > 0;
      },
    },
  };
}
const teams = (db: Db) => db.selectFrom("team").select("name").where("is_default", "=", 0).execute();

onEachDatabase("recurring jobs", (test) => {
  test("are planned once by however many processes, and keep their time when one starts again", async ({ db }) => {
    await Promise.all([0, 1, 2].map((n) => planRecurring(db, founding(), NOON + n)));
    const [first] = await planned(db);
    await planRecurring(db, founding(), NOON + 5 * HOUR);
    expect(await planned(db)).toEqual([first]);
  });

  test("plan their next time with their work", async ({ db }) => {
    await planRecurring(db, founding(), NOON);
    const handlers = recurringHandlers(founding());
    expect(await doDueJobs(db, handlers, NOON + HOUR - 1, unexpected)).toBe(0);
    const rounds = [0, 1, 2].map(() => doDueJobs(db, handlers, NOON + HOUR, unexpected));
    expect((await Promise.all(rounds)).sort()).toEqual([0, 0, 1]);
    expect(await planned(db)).toEqual([{ kind: "found", run_at: NOON + 2 * HOUR, attempts: 0 }]);
    expect(await teams(db)).toHaveLength(1);
  });

  test("go on at once while there is more to do", async ({ db }) => {
    await planRecurring(db, founding(), NOON);
    expect(await doDueJobs(db, recurringHandlers(founding(3)), NOON + HOUR, unexpected)).toBe(3);
    expect(await planned(db)).toMatchObject([{ run_at: NOON + 2 * HOUR }]);
  });

  test("are pulled in when the clock was ahead once, as are other jobs but for those of a chosen day", async ({
    db,
  }) => {
    const AHEAD = NOON + 5 * 365 * 24 * HOUR;
    const [recurring, handlers] = [founding(), recurringHandlers(founding())];
    await planRecurring(db, recurring, AHEAD);
    await planJob(db as Tx, { kind: "send_message", key: "send:1", runAt: AHEAD + 10_000 }, AHEAD);
    await planJob(db as Tx, { kind: "bulk", runAt: AHEAD }, AHEAD);
    await planJob(db as Tx, { kind: "wake_task", runAt: AHEAD + HOUR }, AHEAD);
    await planJob(db as Tx, { kind: "failing", runAt: NOON }, NOON);
    const failing = { failing: () => Promise.reject(new Error("no")) };
    await doDueJobs(db, failing, AHEAD, () => {});

    for (const now of [NOON, NOON + 1_000]) {
      await pullInJobs(db, ["wake_task"], now); // twice changes nothing
      await planRecurring(db, recurring, now);
    }
    const rows = await db.selectFrom("job").select(["kind", "run_at"]).orderBy("kind").execute();
    expect(rows).toEqual([
      { kind: "bulk", run_at: NOON },
      { kind: "failing", run_at: NOON },
      { kind: "found", run_at: NOON + HOUR },
      { kind: "send_message", run_at: NOON + 10_000 },
      { kind: "wake_task", run_at: AHEAD + HOUR },
    ]);
    expect(await doDueJobs(db, handlers, NOON + HOUR, unexpected)).toBe(1);
  });

  test("that were given up start anew with the next process", async ({ db }) => {
    await planRecurring(db, founding(), NOON);
    await db.updateTable("job").set({ run_at: null, attempts: 10 }).execute();
    await planRecurring(db, founding(), NOON + HOUR);
    expect(await planned(db)).toEqual([{ kind: "found", run_at: NOON + 2 * HOUR, attempts: 0 }]);
  });
});
