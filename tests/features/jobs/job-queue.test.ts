import { expect } from "vitest";
import { rawOf } from "~/db/connect.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  cancelJob,
  doDueJobs,
  doNextJob,
  type JobHandlers,
  type NewJob,
  planJob,
  WAIT_FOR_FILES_MS,
  waitAfter,
} from "~/features/jobs/job-queue.server";
import { StorageAway } from "~/lib/storage-unavailable.server";
import { onEachDatabase } from "../../support/database";
import { NOON } from "../../support/factories";

const plan = (db: Db, job: NewJob) => inTransaction(db, (tx) => planJob(tx, job, NOON));
const unexpected = (error: unknown) => {
  throw error;
};

/** Handlers that record their work in the database, as real ones do. */
const noting: JobHandlers = {
  note: async (tx, { name }, now) => {
    await tx
      .insertInto("team")
      .values({ name: `${name} at ${now - NOON}`, is_default: 0 })
      .execute();
  },
};
const notes = async (db: Db) =>
  (await db.selectFrom("team").select("name").where("is_default", "=", 0).orderBy("id").execute()).map((r) => r.name);

onEachDatabase("jobs", (test) => {
  test("run once, in order, when they are due", async ({ db }) => {
    await plan(db, { kind: "note", runAt: NOON + 2, payload: { name: "second" } });
    await plan(db, { kind: "note", runAt: NOON + 1, payload: { name: "first" } });
    await plan(db, { kind: "note", runAt: NOON + 99, payload: { name: "later" } });

    expect(await doDueJobs(db, noting, NOON + 5, unexpected)).toBe(2);
    expect(await doDueJobs(db, noting, NOON + 5, unexpected)).toBe(0);
    expect(await notes(db)).toEqual(["first at 5", "second at 5"]);
  });

  test("exist once per key: planning again moves the job, cancelling removes it", async ({ db }) => {
    await plan(db, { kind: "note", key: "wake 7", runAt: NOON, payload: { name: "early" } });
    await plan(db, { kind: "note", key: "wake 7", runAt: NOON + 10, payload: { name: "late" } });
    expect(await doNextJob(db, noting, NOON + 5, unexpected)).toBe(false);
    await inTransaction(db, (tx) => cancelJob(tx, "wake 7"));
    expect(await doNextJob(db, noting, NOON + 50, unexpected)).toBe(false);
  });

  test("run once when many processes ask at the same time", async ({ db }) => {
    for (let n = 0; n < 10; n++) await plan(db, { kind: "note", runAt: NOON, payload: { name: `job ${n}` } });
    await Promise.all(Array.from({ length: 8 }, () => doDueJobs(db, noting, NOON, unexpected)));
    expect((await notes(db)).sort()).toEqual(Array.from({ length: 10 }, (_, n) => `job ${n} at 0`));
  });

  test("that fail leave nothing behind and are retried, ten times at most", async ({ db }) => {
    let fails = true;
    const handlers: JobHandlers = {
      note: async (tx, payload, now) => {
        await noting.note?.(tx, payload, now);
        if (fails) throw new Error("the disk is full");
      },
    };
    const told: string[] = [];
    await plan(db, { kind: "note", runAt: NOON, payload: { name: "stubborn" } });

    await doNextJob(db, handlers, NOON, (error, kind) => told.push(`${kind}: ${(error as Error).message}`));
    expect(told).toEqual(["note: the disk is full"]);
    expect(await notes(db)).toEqual([]);
    expect(await doNextJob(db, handlers, NOON + waitAfter(1) - 1, unexpected)).toBe(false);

    fails = false;
    expect(await doNextJob(db, handlers, NOON + waitAfter(1), unexpected)).toBe(true);
    expect(await notes(db)).toHaveLength(1);

    fails = true;
    await plan(db, { kind: "note", runAt: NOON, payload: { name: "hopeless" } });
    for (let n = 0, at = NOON; n < 12; n++, at += 4_000_000) await doNextJob(db, handlers, at, () => {});
    const kept = await db.selectFrom("job").select(["attempts", "run_at", "last_error"]).execute();
    expect(kept).toEqual([{ attempts: 10, run_at: null, last_error: "the disk is full" }]);
  });

  test("of one kind wait together while file storage is away, and the others run", async ({ db }) => {
    let asked = 0;
    const handlers: JobHandlers = {
      ...noting,
      drop: () => {
        asked++;
        return Promise.reject(new StorageAway("The bucket does not answer", false));
      },
    };
    for (const at of [1, 2, 3]) await plan(db, { kind: "drop", runAt: NOON + at });
    await plan(db, { kind: "note", runAt: NOON + 4, payload: { name: "other" } });
    const told: string[] = [];
    const tell = (error: unknown, kind: string) => told.push(`${kind}: ${(error as Error).message}`);
    expect(await doDueJobs(db, handlers, NOON + 5, tell)).toBe(2);
    expect([asked, told, await notes(db)]).toEqual([1, ["drop: The bucket does not answer"], ["other at 5"]]);

    for (let n = 1; n < 20; n++) await doDueJobs(db, handlers, NOON + 5 + n * WAIT_FOR_FILES_MS, tell);
    expect(asked).toBe(20);
    const left = await db.selectFrom("job").select(["attempts", "run_at"]).execute();
    expect(left).toEqual(Array(3).fill({ attempts: 0, run_at: NOON + 5 + 20 * WAIT_FOR_FILES_MS }));
    const back: JobHandlers = { drop: async () => void asked++ };
    expect(await doDueJobs(db, back, NOON + 5 + 20 * WAIT_FOR_FILES_MS, unexpected)).toBe(3);
  });

  test("are retried later after an unreadable folder or page, and the others run", async ({ db }) => {
    const unreadable = [
      Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", syscall: "scandir" }),
      Object.assign(new Error("EIO: i/o error"), { code: "EIO", syscall: "scandir" }),
      Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" }),
      Object.assign(new Error("invalid page in block 7"), { code: "XX001" }),
    ];
    const handlers: JobHandlers = { ...noting, sweep: (_tx, { n }) => Promise.reject(unreadable[Number(n)]) };
    for (const n of unreadable.keys()) await plan(db, { kind: "sweep", runAt: NOON, payload: { n } });
    await plan(db, { kind: "note", runAt: NOON + 1, payload: { name: "held reply" } });

    const told: string[] = [];
    const tell = (error: unknown, kind: string) => told.push(`${kind}: ${(error as Error).message}`);
    expect(await doDueJobs(db, handlers, NOON + 5, tell)).toBe(unreadable.length + 1);
    expect(await notes(db)).toEqual(["held reply at 5"]);
    expect(told).toEqual(unreadable.map(({ message }) => `sweep: ${message}`));
    const left = await db.selectFrom("job").select(["attempts", "run_at"]).execute();
    expect(left).toEqual(unreadable.map(() => ({ attempts: 1, run_at: NOON + 5 + waitAfter(1) })));
  });

  test("aren't blamed when the database can't record their failure: the queue throws", async ({ db, engine }) => {
    if (engine !== "sqlite") return;
    const raw = rawOf(db);
    if (raw.engine !== "sqlite") return;
    const { handle } = raw;
    await plan(db, { kind: "note", runAt: NOON });
    const fails: JobHandlers = {
      async note() {
        handle.pragma("query_only = on"); // as on a disk that has become read-only
        throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_WRITE" });
      },
    };
    await expect(doNextJob(db, fails, NOON, unexpected)).rejects.toMatchObject({
      code: expect.stringMatching(/^SQLITE_/),
    });
    handle.pragma("query_only = off");
    const left = await db.selectFrom("job").select(["attempts", "run_at"]).execute();
    expect(left).toEqual([{ attempts: 0, run_at: NOON }]);
  });

  test("planned again while they fail have the new time and no trace of the failure", async ({ db }) => {
    let planned: Promise<void> | undefined;
    const fails: JobHandlers = {
      note: () => {
        planned = plan(db, { kind: "note", key: "wake 7", runAt: NOON + 99 }); // waits for the end of this job
        return Promise.reject(new Error("the disk is full"));
      },
    };
    await plan(db, { kind: "note", key: "wake 7", runAt: NOON });
    await doNextJob(db, fails, NOON, () => {});
    await planned;
    const jobs = await db.selectFrom("job").select(["run_at", "attempts", "last_error"]).execute();
    expect(jobs).toEqual([{ run_at: NOON + 99, attempts: 0, last_error: null }]);
  });

  test("of an unknown kind are left to another process", async ({ db }) => {
    await plan(db, { kind: "from the future", runAt: NOON });
    expect(await doNextJob(db, noting, NOON, unexpected)).toBe(false);
    expect(await db.selectFrom("job").select("kind").execute()).toHaveLength(1);
  });
});
