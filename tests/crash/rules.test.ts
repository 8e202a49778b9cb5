import { describe, expect, test } from "vitest";
import { storedAction, storeRule } from "../features/rules/desk";
import { ENGINES } from "../support/database";
import { aTask } from "../support/factories";
import { startServer } from "../support/server";
import { seededRandom } from "./desk-under-load";

/* Kills the server while rules run: each rule must have acted on each task exactly once, completely. */

const KILLS = Number(process.env.CRASH_KILLS ?? 2);
const TASKS = 15;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(ENGINES)("a server killed while rules run (%s)", (engine) => {
  test(`runs each rule exactly once per task after ${KILLS} kills`, { timeout: 60_000 + KILLS * 30_000 }, async () => {
    const server = await startServer(engine, { LOG_LEVEL: "error" });
    try {
      const { db } = server;
      const random = seededRandom(7);
      await storeRule(db, {
        trigger: "created",
        actions: [storedAction("note", "First."), storedAction("add_tag", "first")],
      });
      await storeRule(db, { trigger: "changed", query: "tag:first", actions: [storedAction("note", "Second.")] });
      for (let kill = 1; kill <= KILLS; kill++) {
        const ids: number[] = [];
        for (let n = 0; n < TASKS; n++) ids.push((await aTask(db, { title: `Task ${kill} ${n}`, at: Date.now() })).id);
        await wait(random() * 600);
        await server.kill();
        await server.restart();
        const isDone = async () => (await db.selectFrom("rule_change").select("id").limit(1).execute()).length === 0;
        for (let tries = 0; tries < 600 && !(await isDone()); tries++) await wait(100);
        for (const id of ids) {
          const notes = await db
            .selectFrom("message")
            .select("body")
            .where("task_id", "=", id)
            .where("automated", "=", 1)
            .orderBy("id")
            .execute();
          expect(notes.map(({ body }) => body)).toEqual(["First.", "Second."]);
          const runs = await db.selectFrom("rule_run").select("outcome").where("task_id", "=", id).execute();
          expect(runs).toEqual([{ outcome: "done" }, { outcome: "done" }]);
        }
      }
    } finally {
      await server.stop();
    }
  });
});
