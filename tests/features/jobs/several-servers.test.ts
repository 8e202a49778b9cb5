import { afterEach, describe, expect, test } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import { ENGINES } from "../../support/database";
import { aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";

const HOW_MANY = 50;

/** Creates tasks snoozed until a moment ago: due as soon as a server looks. */
async function sleepingTasks(db: Db) {
  const requester = await aRequester(db);
  const until = Date.now() - 1000;
  for (let n = 0; n < HOW_MANY; n++) {
    const { id } = await aTask(db, { requester, status: "on_hold" });
    await inTransaction(db, async (tx) => {
      await tx.updateTable("task").set({ snoozed_until: until }).where("id", "=", id).execute();
      await planWakeUp(tx, id, until, until);
    });
  }
}

async function left(db: Db) {
  const jobs = await db.selectFrom("job").select("id").where("kind", "=", "wake_task").execute();
  return jobs.length;
}

async function expectEachWokenOnce(db: Db, howMany = HOW_MANY) {
  const rows = await db
    .selectFrom("event")
    .innerJoin("task", "task.id", "event.task_id")
    .select(["task.id", "task.status", "task.version", "task.snoozed_until"])
    .where("event.field", "=", "snooze")
    .execute();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(howMany);
  expect(rows).toHaveLength(howMany);
  const wrong = rows.filter((row) => row.status !== "in_progress" || row.version !== 2 || row.snoozed_until !== null);
  expect(wrong).toEqual([]);
}

const soon = { timeout: 20_000, interval: 20 };

describe.each(ENGINES)("jobs of servers sharing a database (%s)", (engine) => {
  const running: TestServer[] = [];
  const start = async (env: Record<string, string> = {}) => {
    const server = await startServer(engine, env);
    running.push(server);
    return server;
  };
  // The first server owns the shared database, so it stops last.
  afterEach(async () => {
    for (const server of running.splice(0).reverse()) await server.stop();
  });

  test("each run once, even if one server is killed midway, or all of them", async () => {
    const one = await start();
    const two = await start(one.sharedSettings);
    await sleepingTasks(one.db);
    await expect.poll(() => left(one.db), soon).toBeLessThan(HOW_MANY);
    two.process.kill("SIGKILL");
    await expect.poll(() => left(one.db), soon).toBe(0);
    await expectEachWokenOnce(one.db);

    const recurring = await one.db.selectFrom("job").select("kind").where("key", "=", "close_resolved").execute();
    expect(recurring).toHaveLength(1);

    await one.kill();
    await sleepingTasks(one.db);
    expect(await left(one.db)).toBe(HOW_MANY);
    await start(one.sharedSettings);
    await expect.poll(() => left(one.db), soon).toBe(0);
    await expectEachWokenOnce(one.db, 2 * HOW_MANY);
  }, 60_000);
});
