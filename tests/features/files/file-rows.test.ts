import { symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { dropFilesAfterwards, fileJobs, keepFile, SWEEP_EVERY_MS, sweepFiles } from "~/features/files/file-rows.server";
import type { ReceivedFile } from "~/features/files/file-store.server";
import { doDueJobs, planJob, WAIT_FOR_FILES_MS } from "~/features/jobs/job-queue.server";
import { recurringHandlers } from "~/features/jobs/recurring-jobs.server";
import { onEachDatabase } from "../../support/database";
import { aTask } from "../../support/factories";
import { aFileStore, STORES, type TestFileStore, textOf } from "../../support/files";

const HOUR = 3_600_000;
/** The sweeper compares with the disk's clock, which no test can set. */
const NOW = Date.now();

const failed = (error: unknown) => {
  throw error;
};

/** Sweeps each sixteenth of the files once. */
async function sweep(db: Db, files: TestFileStore, now: number) {
  for (let turn = 0; turn < 16; turn++) {
    await inTransaction(db, (tx) => sweepFiles(tx, files.store, files.incoming, now + turn * SWEEP_EVERY_MS));
  }
}

/** Stores file and attachment in one transaction, as a message does. */
async function attach(db: Db, { store }: TestFileStore, file: ReceivedFile, now = NOW) {
  const { id } = await aTask(db);
  const message = await db.selectFrom("message").select("id").where("task_id", "=", id).executeTakeFirstOrThrow();
  return inTransaction(db, async (tx) => {
    await keepFile(tx, store, file, now);
    const row = { task_id: id, message_id: message.id, name: "a.txt", declared_type: "", created_at: now };
    return tx
      .insertInto("attachment")
      .values({ ...row, sha256: file.sha256, size: file.size })
      .returning("id")
      .executeTakeFirstOrThrow();
  });
}

/** The time at which the sweeper next looks at the file. */
function turnOf(sha256: string, now: number) {
  const turn = Math.floor(now / SWEEP_EVERY_MS) % 16;
  return now + ((Number.parseInt(sha256[0] ?? "", 16) - turn + 16) % 16) * SWEEP_EVERY_MS;
}

onEachDatabase("an unreadable sub-folder among the files", (test) => {
  test("delays only the sweeper, while a held reply is still sent", async ({ db }) => {
    const { folder, store, incoming } = await aFileStore();
    for (const digit of "0123456789abcdef") await symlink(`${digit}0`, join(folder, `${digit}0`));
    const sent: number[] = [];
    const work = (tx: Tx, now: number) => sweepFiles(tx, store, incoming, now);
    const handlers = {
      ...recurringHandlers({ sweep_files: { everyMs: SWEEP_EVERY_MS, work } }),
      send_message: async (_tx: Tx, _payload: unknown, now: number) => void sent.push(now),
    };
    await inTransaction(db, (tx) => planJob(tx, { kind: "sweep_files", key: "sweep_files", runAt: NOW }, NOW));
    await inTransaction(db, (tx) => planJob(tx, { kind: "send_message", key: "send:1", runAt: NOW + 1 }, NOW));

    const told: unknown[] = [];
    expect(await doDueJobs(db, handlers, NOW + 1, (error) => told.push(error))).toBe(2);
    expect(sent).toEqual([NOW + 1]);
    expect(told).toEqual([expect.objectContaining({ name: "StorageAway" })]);
    const left = await db.selectFrom("job").select(["kind", "attempts", "run_at"]).execute();
    expect(left).toEqual([{ kind: "sweep_files", attempts: 0, run_at: NOW + 1 + WAIT_FOR_FILES_MS }]);
  });
});

describe.each(STORES)("files and their rows: %s", (kind) => {
  onEachDatabase("on", (test) => {
    test("the sweeper removes a stray file when the server was killed before writing its row", async ({ db }) => {
      const files = await aFileStore(kind);
      await files.store.put(await files.received("killed in the middle"));
      await attach(db, files, await files.received("finished"));
      await sweep(db, files, NOW - HOUR);
      expect(await files.stored()).toHaveLength(2); // it could still be in flight
      await sweep(db, files, NOW + 2 * HOUR);
      expect(await files.stored()).toHaveLength(1);
      expect(await db.selectFrom("file").select("size").execute()).toEqual([{ size: "finished".length }]);
    });

    test("the sweeper removes a partial file when the server was killed during an upload", async ({ db }) => {
      const files = await aFileStore(kind);
      const old = await files.received("half of somethi");
      const young = await files.received("on its way");
      await utimes(old.path, NOW / 1000 - 7_200, NOW / 1000 - 7_200);
      await sweep(db, files, NOW - HOUR);
      expect(await files.everything()).toEqual([young.path]);
    });

    test("a failed transaction leaves no row, and the sweeper removes its file", async ({ db }) => {
      const files = await aFileStore(kind);
      const file = await files.received("refused at the last moment");
      const failing = inTransaction(db, async (tx) => {
        await keepFile(tx, files.store, file, NOW);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await db.selectFrom("file").selectAll().execute()).toEqual([]);
      await sweep(db, files, NOW + 2 * HOUR);
      expect(await files.everything()).toEqual([]);
    });

    test("the sweeper removes unattached rows and their files an hour after they were last stored", async ({ db }) => {
      const files = await aFileStore(kind);
      const { id } = await attach(db, files, await files.received("attached and forgotten"));
      await db.deleteFrom("attachment").where("id", "=", id).execute();
      await sweep(db, files, NOW - HOUR);
      expect(await files.stored()).toHaveLength(1);
      await sweep(db, files, NOW + 2 * HOUR);
      expect(await files.stored()).toEqual([]);
      expect(await db.selectFrom("file").selectAll().execute()).toEqual([]);
    });

    test("removed files go after their transaction, unless another attachment has the same content", async ({ db }) => {
      const files = await aFileStore(kind);
      const mine = await attach(db, files, await files.received("mine alone"));
      const shared = await attach(db, files, await files.received("of two"));
      await attach(db, files, await files.received("of two"));
      const hashes = (await db.selectFrom("file").select("sha256").execute()).map(({ sha256 }) => sha256);
      await inTransaction(db, async (tx) => {
        await tx.deleteFrom("attachment").where("id", "in", [mine.id, shared.id]).execute();
        await dropFilesAfterwards(tx, hashes, NOW);
      });
      expect(await files.stored()).toHaveLength(2);
      await doDueJobs(db, fileJobs(files.store), NOW, failed);
      expect(await files.stored()).toHaveLength(1);
      expect((await db.selectFrom("file").select("size").execute()).map(({ size }) => size)).toEqual(["of two".length]);
    });

    test("content stored again while it is swept survives, whichever comes first", async ({ db }) => {
      const files = await aFileStore(kind);
      for (let round = 0; round < 12; round++) {
        // A stray from two hours ago, while the same content is attached again.
        const content = `again and again ${round}`;
        await files.store.put(await files.received(content));
        const file = await files.received(content);
        const later = turnOf(file.sha256, Date.now() + 2 * HOUR);
        const sweeping = inTransaction(db, (tx) => sweepFiles(tx, files.store, "/nothing/arrives/here", later));
        const attaching = attach(db, files, file, later);
        await Promise.all(round % 2 ? [attaching, sweeping] : [sweeping, attaching]);
        expect(await textOf(files.store, file.sha256), content).toBe(content);
        await db.selectFrom("file").select("size").where("sha256", "=", file.sha256).executeTakeFirstOrThrow();
      }
    });
  });
});
