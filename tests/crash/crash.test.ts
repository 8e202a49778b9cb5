import { describe, expect, test } from "vitest";
import { ENGINES } from "../support/database";
import { startServer } from "../support/server";
import { startWorkers, until } from "../support/workers";
import { aDeskUnderLoad, seededRandom } from "./desk-under-load";
import { expectFiles, expectIndexInStep, expectRepliesSent, expectSound, expectWritesKept } from "./what-is-kept";

/*
 * Kills the server repeatedly while people write, and checks that everything acknowledged is there exactly once. Also
 * kills one of two processes while the other keeps running. `npm run test:crash` kills each 200 times per engine.
 */

const KILLS = Number(process.env.CRASH_KILLS ?? 2);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const WINDOW_SECONDS = 1;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(ENGINES)("a server killed while people write (%s)", (engine) => {
  test(`keeps everything it acknowledged, exactly once, after ${KILLS} kills (seed ${SEED})`, {
    timeout: 60_000 + KILLS * 10_000,
  }, async () => {
    const server = await startServer(engine, {
      LOG_LEVEL: "error",
      SENDING_WINDOW_SECONDS: String(WINDOW_SECONDS),
    });
    try {
      const random = seededRandom(SEED);
      const desk = aDeskUnderLoad(server, random);
      for (let kill = 1; kill <= KILLS; kill++) {
        const from = desk.sent.length;
        const people = await desk.people();
        const work = desk.work(people);
        await wait(20 + random() * 400);
        // Every other round waits for the first acknowledgement, which takes longer on a slow machine.
        if (kill % 2 === 0) await until(() => desk.sent.slice(from).some(({ acknowledged }) => acknowledged), server);
        await server.kill();
        await work;
        await server.restart();
        const sent = desk.sent.slice(from);
        await expectWritesKept(server.db, sent, `after kill ${kill}`);
        await desk.retry();
        await expectWritesKept(server.db, sent, `after the retry that followed kill ${kill}`);
      }
      await expectSound(server.db, engine);
      await expectFiles(server, desk.sent);
      await expectRepliesSent(server.db, desk.sent);
      expect(desk.sent.length).toBeGreaterThan(KILLS * 5); // else nobody was writing
      expect(server.output()).not.toContain('"level":"error"');
    } finally {
      await server.stop();
    }
  });
});

describe.each(ENGINES)("one of several processes killed while people write (%s)", (engine) => {
  const kills = Number(process.env.CRASH_KILLS ?? 2);
  test(`loses nothing, keeps sessions, and lets the others write on, after ${kills} kills (seed ${SEED})`, {
    timeout: 60_000 + kills * 20_000,
  }, async () => {
    const workers = await startWorkers(engine, { WORKERS: "2", SENDING_WINDOW_SECONDS: String(WINDOW_SECONDS) });
    try {
      const random = seededRandom(SEED);
      const desk = aDeskUnderLoad(workers, random);
      for (let kill = 1; kill <= kills; kill++) {
        const from = desk.sent.length;
        const people = await desk.people();
        let going = true;
        const work = desk.workOn(people, () => going);
        await wait(20 + random() * 400);
        const [longestUp] = workers.serving();
        process.kill(longestUp as number, "SIGKILL");
        await until(() => workers.serving().length === 2, workers);
        going = false;
        await work;
        await expectWritesKept(workers.db, desk.sent.slice(from), `after kill ${kill}`);
        expect(desk.sent.filter(({ acknowledged }) => !acknowledged)).toEqual([]);
        for (const { cookie } of people) {
          const home = await fetch(`${workers.origin}/`, { headers: { cookie }, redirect: "manual" });
          expect(home.status).toBe(200);
        }
      }
      await expectSound(workers.db, engine);
      await expectFiles(workers, desk.sent);
      await expectRepliesSent(workers.db, desk.sent);
      await expectIndexInStep(workers.db); // last, because a reply sent meanwhile would be on one side only
      const errors = workers
        .output()
        .split("\n")
        .filter((line) => line.includes('"level":"error"'));
      expect(errors.filter((line) => !line.includes("Server process ended (SIGKILL)"))).toEqual([]);
      expect(errors).toHaveLength(kills);
    } finally {
      await workers.stop();
    }
  });
});
