import { readFile, writeFile } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Engine } from "~/db/engine.server";
import { waitAfterDeath } from "../../build-scripts/serve/workers";
import { ENGINES } from "../support/database";
import { aKey, anAgent, aTask } from "../support/factories";
import { cookieOf } from "../support/session";
import { startWorkers, until, type Workers } from "../support/workers";

const started: Workers[] = [];
afterEach(async () => {
  for (const desk of started.splice(0)) await desk.stop();
});

async function start(engine: Engine) {
  const desk = await startWorkers(engine);
  started.push(desk);
  return desk;
}

/** Pause between two requests of a person. Without it, processes that start would get no processor time. */
const PAUSE_MS = 40;

/** Sends requests continuously as several people on open connections, and collects what fails. */
function load({ port }: Workers, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const [failures, builds] = [[] as string[], new Set<string>()];
  let [answers, going] = [0, true];

  async function ask(path: string) {
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        get({ port, host: "127.0.0.1", path, agent, headers: { cookie } }, resolve).once("error", reject),
      );
      const said = await text(answer);
      if (answer.statusCode !== 200) failures.push(`${path} was answered ${answer.statusCode}`);
      if (path.startsWith("/builds")) builds.add((JSON.parse(said) as { id: string }).id);
      answers++;
    } catch (error) {
      failures.push(`${path}: ${String(error)}`);
    }
  }
  const paths = ["/tasks", "/builds/latest.json", "/healthz", "/tasks/_payload.json"];
  const people = Array.from({ length: 6 }, async (_, person) => {
    for (let turn = person; going; turn++) {
      await ask(paths[turn % paths.length] as string);
      await setTimeout(PAUSE_MS);
    }
  });
  return {
    failures,
    answers: () => answers,
    /** Builds that have answered since the last call. */
    takeBuilds() {
      const seen = [...builds];
      builds.clear();
      return seen;
    },
    async end() {
      going = false;
      await Promise.all(people);
      agent.destroy();
    },
  };
}

/** Replaces the serving build with another: the same files under another id. */
async function renameBuild({ folder }: Workers, id: string) {
  const file = join(folder, "build/build.json");
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), id }));
}

describe.each(ENGINES)("several processes (%s)", (engine) => {
  test("switch to a new build without refusing or cutting off a request", { timeout: 300_000 }, async () => {
    const desk = await start(engine);
    const agent = await anAgent(desk.db);
    const task = await aTask(desk.db);
    const cookie = await cookieOf(desk.db, agent);
    const people = load(desk, cookie);
    const written: string[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) {
        const note = `note ${written.length}`;
        const body = new URLSearchParams({ requestKey: aKey(), form: "note", note });
        const request = { method: "POST", body, redirect: "manual", headers: { cookie } } as const;
        const answer = await fetch(`${desk.origin}/tasks/${task.id}`, request).catch(String);
        if (typeof answer === "string") people.failures.push(`${note}: ${answer}`);
        else if (answer.status !== 302) people.failures.push(`${note} was answered ${answer.status}`);
        if (typeof answer !== "string") await answer.arrayBuffer();
        written.push(note);
        await setTimeout(PAUSE_MS);
      }
    })();
    await until(() => people.answers() > 10, desk);
    people.takeBuilds();

    for (const id of ["second", "third"]) {
      const former = desk.serving();
      await renameBuild(desk, id);
      process.kill(desk.pid, "SIGHUP");
      await until(() => !former.some((pid) => desk.serving().includes(pid)), desk);
      people.takeBuilds();
      const before = people.answers();
      await until(() => people.answers() > before + 10, desk);
      expect(people.takeBuilds()).toEqual([id]);
      expect(desk.serving()).toHaveLength(2);
    }
    writing = false;
    await Promise.all([writer, people.end()]);

    expect(people.failures).toEqual([]);
    const notes = await desk.db.selectFrom("message").select("body").where("kind", "=", "internal").execute();
    expect(notes.map(({ body }) => body).sort()).toEqual(written.sort());
    expect(desk.output()).not.toContain('"level":"error"');
    expect(await desk.end()).toBe(0);
  });
});

describe("several processes", () => {
  test("keep the current build if the new one doesn't start or can't be prepared", async () => {
    const desk = await start("sqlite");
    const former = desk.serving();
    const people = load(desk, await cookieOf(desk.db, await anAgent(desk.db)));
    const change = async (file: string, by: string | null, expected: string) => {
      const path = join(desk.folder, "build", file);
      const before = await readFile(path);
      await writeFile(path, by ?? "");
      process.kill(desk.pid, "SIGHUP");
      await until(() => desk.output().includes(expected), desk);
      await writeFile(path, before);
    };
    await change(
      "index.js",
      "throw new Error('this build is broken');",
      "a process of the new build ended before it was ready",
    );
    await change("prepare.js", "process.exit(3);", "the new build couldn't be prepared");
    await change(
      "prepare.js",
      "process.send({ trouble: 'The disk is full.' }); process.disconnect();",
      "The current build keeps serving: The disk is full.",
    );
    expect(desk.output()).toContain("this build is broken");
    const before = people.answers();
    await until(() => people.answers() > before + 10, desk);
    await people.end();
    expect(people.failures).toEqual([]);
    expect(desk.serving()).toEqual(former);

    process.kill(desk.pid, "SIGHUP"); // the next build still replaces them
    await until(() => desk.serving().length === 2 && !former.some((pid) => desk.serving().includes(pid)), desk);
  });

  test("are replaced when they die, after longer and longer waits if they keep dying, while others serve", async () => {
    const desk = await start("sqlite");
    const index = join(desk.folder, "build/index.js");
    const sound = await readFile(index);
    await writeFile(index, "throw new Error('this build is broken');");
    const [victim, other] = desk.serving() as [number, number];
    process.kill(victim, "SIGKILL");
    await until(() => desk.output().includes("(exit code 1); starting another in 1 s"), desk);
    expect(desk.serving()).toEqual([other]);
    expect((await fetch(`${desk.origin}/login`)).status).toBe(200);

    await writeFile(index, sound);
    await until(() => desk.serving().length === 2, desk);
    const waits = [...desk.output().matchAll(/starting another (now|in [\d.]+ s)/g)].map(([, wait]) => wait);
    expect(waits.slice(-2)).toEqual(["in 0.5 s", "in 1 s"]);
    expect(await desk.end()).toBe(0);
    expect(desk.serving()).toEqual([]);
  });

  test("leave no request waiting when one of them dies", async () => {
    const desk = await start("sqlite");
    const [stopped] = desk.serving() as [number, number];
    process.kill(stopped, "SIGSTOP"); // accepts nothing more, like a process on a busy processor
    let cut = 0;
    for (let n = 0; n < 4; n++) {
      const socket = connect(desk.port, "127.0.0.1");
      socket.on("error", () => {}).once("close", () => cut++);
      socket.write("GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      socket.resume();
    }
    await until(() => cut >= 3, desk); // the other process has answered its requests
    process.kill(stopped, "SIGKILL");
    await until(() => cut >= 4, desk);
    expect(cut).toBe(4);
  });
});

test("a process restarts at once, then after twice as long each time, up to 30 seconds", () => {
  expect([0, 1, 2, 3, 7, 50].map(waitAfterDeath)).toEqual([0, 500, 1_000, 2_000, 30_000, 30_000]);
});
