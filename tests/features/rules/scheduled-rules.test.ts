import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { applyActions } from "~/features/actions/apply-actions.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { runSchedules } from "~/features/rules/scheduled-rules.server";
import { wakeTask } from "~/features/tasks/status/wake-task.server";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAgent, aTask, NOON } from "../../support/factories";
import { forAllPriorities, runClockJobs, storeCalendar, storePolicy } from "../service-levels/desk";
import { runLog, runRuleJobs, storedAction, storeRule } from "./desk";

const tagsOf = async (db: Db, id: number) =>
  (await db.selectFrom("task_tag").select("tag").where("task_id", "=", id).orderBy("tag").execute()).map(
    ({ tag }) => tag,
  );

async function runAll(db: Db, now: number) {
  while (await inTransaction(db, (tx) => runSchedules(tx, now)));
  await runRuleJobs(db, now);
}

onEachDatabase("rules on schedules and clocks (service-levels 4.3)", (test) => {
  test("create a task at each scheduled time, and only one for all missed times", async ({ db }) => {
    await storeRule(db, {
      ...{ name: "Backup", trigger: "schedule", schedule: "daily at 13:00", nextAt: NOON + HOUR_MS },
      actions: [storedAction("create", "Check the backup")],
    });
    const count = async () => (await db.selectFrom("task").select("title").execute()).length;
    await runAll(db, NOON);
    expect(await count()).toBe(0);
    await runAll(db, NOON + HOUR_MS);
    await runAll(db, NOON + HOUR_MS);
    expect(await count()).toBe(1);
    await runAll(db, NOON + 4 * DAY_MS); // after three days of downtime
    await runAll(db, NOON + 4 * DAY_MS);
    expect(await count()).toBe(2);
    const [task] = await db.selectFrom("task").select(["id", "title"]).execute();
    expect(task?.title).toBe("Check the backup");
    expect((await runLog(db))[0]).toBe(`Backup on #${task?.id}: done Created #${task?.id}`);
  });

  test("act on tasks that meet their condition and schedule the next run", { timeout: 60_000 }, async ({ db }) => {
    const ada = await anAgent(db);
    const waiting = await aTask(db, { assignee: ada, status: "waiting_requester" });
    const other = await aTask(db);
    await storeRule(db, {
      ...{ trigger: "schedule", schedule: "every 10 minutes", nextAt: NOON },
      ...{ query: "status:waiting", actions: [storedAction("status", "resolved"), storedAction("note", "No answer.")] },
    });
    await runAll(db, NOON);
    const statuses = await db.selectFrom("task").select(["id", "status"]).orderBy("id").execute();
    expect(statuses).toEqual([
      { id: waiting.id, status: "resolved" },
      { id: other.id, status: "new" },
    ]);
    const { next_at } = await db
      .selectFrom("rule")
      .select("next_at")
      .where("enabled", "=", 1)
      .executeTakeFirstOrThrow();
    expect(next_at).toBe(NOON + HOUR_MS / 6);
  });

  test("act when a snooze ends", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { assignee: ada });
    await storeRule(db, { trigger: "snooze_ended", actions: [storedAction("add_tag", "awake")] });
    await inTransaction(db, (tx) =>
      applyActions(tx, ada, { taskId: id }, { status: "waiting_requester", snoozeIn: "4h" }, NOON),
    );
    const wake = async (now: number) => {
      await doDueJobs(db, { wake_task: wakeTask }, now, (error) => {
        throw error;
      });
      await runRuleJobs(db, now);
    };
    await wake(NOON + 4 * HOUR_MS - 1);
    expect(await tagsOf(db, id)).toEqual([]);
    await wake(NOON + 4 * HOUR_MS);
    expect(await tagsOf(db, id)).toEqual(["awake"]);
  });

  test("act when a clock reaches its warning and its breach", async ({ db }) => {
    const calendar = await storeCalendar(db, { zone: "UTC", alwaysOpen: true });
    await storePolicy(db, { calendar, targets: forAllPriorities({ first: 60 }) });
    await storeRule(db, { trigger: "clock_warning", actions: [storedAction("add_tag", "warned")] });
    await storeRule(db, { trigger: "clock_breached", actions: [storedAction("add_tag", "missed")] });
    const { id } = await aTask(db);
    for (const now of [NOON + 45 * 60_000, NOON + HOUR_MS]) {
      await runClockJobs(db, now);
      await runRuleJobs(db, now);
    }
    expect(await tagsOf(db, id)).toEqual(["missed", "warned"]);
  });
});
