import { expect } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { readFirstAnswerBy } from "~/features/service-levels/first-answer.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";
import { forAllPriorities, runClockJobs, storeCalendar, storePolicy } from "./desk";

onEachDatabase("domain B8, rule 13: the expected time of the first response", (test) => {
  test("is shown if the team shows it, until an agent answers, late or not", async ({ db }) => {
    const calendar = await storeCalendar(db, { zone: "UTC", alwaysOpen: true });
    await storePolicy(db, { calendar, targets: forAllPriorities({ first: 60, resolution: 90 }) });
    const [ada, task, late] = [await anAgent(db), await aTask(db), await aTask(db)];
    expect(await readFirstAnswerBy(db, task.id)).toBeNull();
    await db.updateTable("team").set({ shows_first_answer: 1 }).execute();
    expect(await readFirstAnswerBy(db, task.id)).toBe(NOON + HOUR_MS);

    await replyToTask(db, ada, task.id, { body: "On my way.", requestKey: aKey() }, NOON + MINUTE_MS);
    expect(await readFirstAnswerBy(db, task.id)).toBeNull(); // though its resolution is due

    await runClockJobs(db, NOON + 50 * MINUTE_MS); // warns
    expect(await readFirstAnswerBy(db, late.id)).toBe(NOON + HOUR_MS);
    await runClockJobs(db, NOON + 2 * HOUR_MS); // breaches
    expect(await readFirstAnswerBy(db, late.id)).toBe(NOON + HOUR_MS);
    await replyToTask(db, ada, late.id, { body: "At last.", requestKey: aKey() }, NOON + 2 * HOUR_MS);
    expect(await readFirstAnswerBy(db, late.id)).toBeNull();
  });

  test("isn't shown for a request that's done, late or not, and comes back when it's reopened", async ({ db }) => {
    const calendar = await storeCalendar(db, { zone: "UTC", alwaysOpen: true });
    await storePolicy(db, { calendar, targets: forAllPriorities({ first: 60 }) });
    await db.updateTable("team").set({ shows_first_answer: 1 }).execute();
    const [ada, task, late] = [await anAgent(db), await aTask(db), await aTask(db)];
    const set = async (id: number, status: "resolved" | "in_progress", at: number) => {
      const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
      const changed = await changeTask(db, ada, id, { change: { status, version }, was: {} }, at);
      expect(changed).toMatchObject({ ok: true });
    };
    await set(task.id, "resolved", NOON + MINUTE_MS);
    expect(await readFirstAnswerBy(db, task.id)).toBeNull();
    await set(task.id, "in_progress", NOON + 11 * MINUTE_MS);
    expect(await readFirstAnswerBy(db, task.id)).toBe(NOON + HOUR_MS + 10 * MINUTE_MS);
    await runClockJobs(db, NOON + 2 * HOUR_MS);
    await set(late.id, "resolved", NOON + 3 * HOUR_MS);
    expect(await readFirstAnswerBy(db, late.id)).toBeNull();
  });
});
