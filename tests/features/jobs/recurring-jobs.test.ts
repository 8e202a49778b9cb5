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

/** Hourly work that adds a team per run, with `much` runs to do at first. */
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

onEachDatabase("jobs of a server whose clock is behind", (test) => {
  const IN_1970 = 90_000;
  /** A reply held for ten seconds, by a correct clock. */
  const holdReply = (db: Db) => planJob(db as Tx, { kind: "send_message", key: "send:1", runAt: NOON + 10_000 }, NOON);
  const pullIn = (db: Db, later: number) => pullInJobs(db, ["wake_task"], IN_1970 + later, 60_000 + later);

  function sending() {
    const sent: number[] = [];
    return { sent, handlers: { send_message: async (_tx: Tx, _: unknown, now: number) => void sent.push(now) } };
  }

  test("keep their time: a held reply isn't sent early when the clock is set", async ({ db }) => {
    const { sent, handlers } = sending();
    await holdReply(db);
    await pullIn(db, 0);
    await pullIn(db, 2_000);
    await doDueJobs(db, handlers, NOON + 5_000, unexpected);
    expect(sent).toEqual([]);
    await doDueJobs(db, handlers, NOON + 10_000, unexpected);
    expect(sent).toEqual([NOON + 10_000]);
  });

  test("still run after their delay, counted from when they were first seen", async ({ db }) => {
    const { sent, handlers } = sending();
    expect(await pullIn(db, -30_000)).toBeUndefined();
    await holdReply(db);
    expect(await pullIn(db, 0)).toBe(10_000);
    expect(await pullIn(db, 9_999)).toBe(1);
    await doDueJobs(db, handlers, IN_1970 + 9_999, unexpected);
    expect(sent).toEqual([]);
    expect(await pullIn(db, 10_000)).toBeUndefined();
    await doDueJobs(db, handlers, IN_1970 + 10_000, unexpected);
    expect(sent).toEqual([IN_1970 + 10_000]);
  });

  test("wait again when they are planned again", async ({ db }) => {
    const { sent, handlers } = sending();
    await holdReply(db);
    await pullIn(db, 0);
    await planJob(db as Tx, { kind: "send_message", key: "send:1", runAt: NOON + 15_000 }, NOON + 5_000);
    expect(await pullIn(db, 10_000)).toBe(10_000);
    await doDueJobs(db, handlers, IN_1970 + 10_000, unexpected);
    expect(sent).toEqual([]);
  });
});

onEachDatabase("recurring jobs", (test) => {
  test("are planned once by any number of processes, and keep their time across restarts", async ({ db }) => {
    await Promise.all([0, 1, 2].map((n) => planRecurring(db, founding(), NOON + n)));
    const [first] = await planned(db);
    await planRecurring(db, founding(), NOON + 5 * HOUR);
    expect(await planned(db)).toEqual([first]);
  });

  test("plan their next run together with their work", async ({ db }) => {
    await planRecurring(db, founding(), NOON);
    const handlers = recurringHandlers(founding());
    expect(await doDueJobs(db, handlers, NOON + HOUR - 1, unexpected)).toBe(0);
    const rounds = [0, 1, 2].map(() => doDueJobs(db, handlers, NOON + HOUR, unexpected));
    expect((await Promise.all(rounds)).sort()).toEqual([0, 0, 1]);
    expect(await planned(db)).toEqual([{ kind: "found", run_at: NOON + 2 * HOUR, attempts: 0 }]);
    expect(await teams(db)).toHaveLength(1);
  });

  test("run again at once while there is more to do", async ({ db }) => {
    await planRecurring(db, founding(), NOON);
    expect(await doDueJobs(db, recurringHandlers(founding(3)), NOON + HOUR, unexpected)).toBe(3);
    expect(await planned(db)).toMatchObject([{ run_at: NOON + 2 * HOUR }]);
  });

  test("are pulled in after the clock was ahead, like other jobs except those of a chosen day", async ({ db }) => {
    const AHEAD = NOON + 5 * 365 * 24 * HOUR;
    const [recurring, handlers] = [founding(), recurringHandlers(founding())];
    await planRecurring(db, recurring, AHEAD);
    await planJob(db as Tx, { kind: "send_message", key: "send:1", runAt: AHEAD + 10_000 }, AHEAD);
    await planJob(db as Tx, { kind: "bulk", runAt: AHEAD }, AHEAD);
    await planJob(db as Tx, { kind: "wake_task", runAt: AHEAD + HOUR }, AHEAD);
    await planJob(db as Tx, { kind: "failing", runAt: NOON }, NOON);
    const failing = { failing: () => Promise.reject(new Error("no")) };
    await doDueJobs(db, failing, AHEAD, () => {});

    // Planned by a process that has run for a minute, and again until all delays have passed.
    for (const later of [0, 1_000, 10_000]) {
      await planRecurring(db, recurring, NOON + later);
      await pullInJobs(db, ["wake_task"], NOON + later, 60_000 + later);
    }
    const rows = await db.selectFrom("job").select(["kind", "run_at"]).orderBy("kind").execute();
    expect(rows).toEqual([
      { kind: "bulk", run_at: NOON },
      { kind: "failing", run_at: NOON + 10_000 },
      { kind: "found", run_at: NOON + HOUR },
      { kind: "send_message", run_at: NOON + 10_000 },
      { kind: "wake_task", run_at: AHEAD + HOUR },
    ]);
    expect(await doDueJobs(db, handlers, NOON + HOUR, unexpected)).toBe(1);
  });

  test("that gave up start over with the next process", async ({ db }) => {
    await planRecurring(db, founding(), NOON);
    await db.updateTable("job").set({ run_at: null, attempts: 10 }).execute();
    await planRecurring(db, founding(), NOON + HOUR);
    expect(await planned(db)).toEqual([{ kind: "found", run_at: NOON + 2 * HOUR, attempts: 0 }]);
  });
});
