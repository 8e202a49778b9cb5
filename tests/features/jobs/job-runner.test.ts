import { afterEach, expect, vi } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { type JobHandlers, planJob } from "~/features/jobs/job-queue.server";
import { runJobs } from "~/features/jobs/job-runner.server";
import { onEachDatabase } from "../../support/database";
import { NOON } from "../../support/factories";

const HOUR = 3_600_000;
const unexpected = (error: unknown) => {
  throw error;
};
/** Fakes the clock, but not the timers that the database needs. */
const turnTheClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOON });

afterEach(() => {
  vi.useRealTimers();
});

onEachDatabase("job runner", (test) => {
  test("calls begin every hour, and again after a second if it failed", async ({ db, engine }) => {
    turnTheClock();
    const begun: number[] = [];
    const failures: unknown[] = [];
    let fails = true;
    const begin = async (now: number): Promise<undefined> => {
      begun.push(now - NOON);
      if (fails) throw new Error("the database is away");
    };
    const runner = runJobs(db, {}, (error) => failures.push(error), begin);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toEqual([1_000, 2_000]);
    expect(failures).toHaveLength(1); // reported once
    fails = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual([1_000, 2_000, 3_000]);
    if (engine === "sqlite") {
      // A remote server doesn't answer while the clock is faked.
      await vi.advanceTimersByTimeAsync(2 * HOUR);
      expect(begun.slice(3)).toEqual([HOUR + 3_000, 2 * HOUR + 3_000]);
    }
    await runner.stop();
  });

  test("calls begin sooner if begin asks for it", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // a remote server doesn't answer while the clock is faked
    turnTheClock();
    const begun: number[] = [];
    const runner = runJobs(db, {}, unexpected, async (now) => {
      begun.push(now - NOON);
      return begun.length === 1 ? 10_000 : 2 * HOUR;
    });
    await vi.advanceTimersByTimeAsync(HOUR + 11_000);
    expect(begun).toEqual([1_000, 11_000, HOUR + 11_000]);
    await runner.stop();
  });

  test("calls begin again when the clock is set back", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // only this process's clock is faked; a remote server has its own
    turnTheClock();
    vi.setSystemTime(NOON + 1_000 * HOUR);
    const begun: number[] = [];
    const runner = runJobs(db, {}, unexpected, async (now) => void begun.push(now));
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(NOON);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(begun).toEqual([NOON + 1_000 * HOUR + 1_000, NOON + 1_000]);
    await runner.stop();
  });

  test("finishes the current job when it is stopped, and leaves the others", async ({ db }) => {
    for (let n = 0; n < 3; n++) await inTransaction(db, (tx) => planJob(tx, { kind: "note", runAt: 0 }, NOON));
    const left = () => db.selectFrom("job").select("id").execute();
    let stopped: Promise<void> | undefined;
    const wasStopped = new Promise<void>((resolve) => {
      const handlers: JobHandlers = {
        async note() {
          stopped ??= runner.stop();
          resolve();
        },
      };
      const runner = runJobs(db, handlers, unexpected);
    });
    await wasStopped;
    await stopped;
    expect(await left()).toHaveLength(2);
  });
});
