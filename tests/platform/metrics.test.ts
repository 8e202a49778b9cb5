import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Command, runCommand } from "../support/command";
import { ENGINES, freshDatabase } from "../support/database";
import { anAdmin, aRequester } from "../support/factories";
import { freePort } from "../support/free-port";
import { aMailAddress } from "../support/mail";
import { startServer } from "../support/server";
import { cookieOf } from "../support/session";

const TOKEN = "a-token-for-the-tests";
const authorization = `Bearer ${TOKEN}`;

/** The value of a series, or the sum of all series with this prefix; undefined if there are none. */
function readOf(metrics: string, series: string): number | undefined {
  const values = metrics
    .split("\n")
    .filter((line) => line.startsWith(series))
    .map((line) => Number(line.split(" ").at(-1)));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

describe("/metrics", () => {
  test("is an unknown page unless it's configured", async () => {
    const server = await startServer();
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(server.origin + path, { headers });
      return [answer.status, (await answer.text()).replaceAll(path, "")];
    };
    const json = { accept: "application/json" };
    const admin = { ...json, cookie: await cookieOf(server.db, await aRequester(server.db)) };
    for (const headers of [admin, { ...admin, authorization }, { ...admin, authorization: "Bearer null" }]) {
      expect(await ask("/metrics", headers)).toEqual(await ask("/nope", headers));
    }
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
    await server.stop();
  });

  test.each(ENGINES)("counts requests by route instead of address, and reports on the desk (%s)", async (engine) => {
    const server = await startServer(engine, { METRICS_TOKEN: TOKEN });
    const cookie = await cookieOf(server.db, await aRequester(server.db));
    const scrape = async (headers: Record<string, string> = { authorization }) =>
      fetch(`${server.origin}/metrics`, { headers });
    for (const wrong of ["", "Bearer", `Bearer ${TOKEN}x`, TOKEN, "Basic x"]) {
      expect((await scrape({ authorization: wrong })).status).toBe(401);
    }
    const stream = await fetch(`${server.origin}/events`, { headers: { cookie } });
    for (let task = 1; task <= 3; task++) await fetch(`${server.origin}/tasks/${task}`, { headers: { cookie } });
    await fetch(`${server.origin}/tasks`, { headers: { cookie } });
    const job = { kind: "hand_over", payload: "{}", attempts: 10, created_at: 1 };
    const later = { ...job, run_at: Date.now() + 3_600_000 };
    await server.db
      .insertInto("job")
      .values([{ ...job, run_at: null }, later, later])
      .execute();
    await aMailAddress(server.db, { paused: "Ada paused this address." });
    await expect.poll(() => server.output()).toContain('"path":"/tasks",'); // counted at the same moment
    const answer = await scrape();
    expect(answer.headers.get("Content-Type")).toContain("text/plain; version=0.0.4");
    const metrics = await answer.text();
    const of = (series: string) => readOf(metrics, series);
    expect(of('taskdesk_request_duration_seconds_count{route="routes/_app.tasks.$id",status="4xx"}')).toBe(3);
    expect(of('taskdesk_request_duration_seconds_count{route="routes/_app.tasks._index",status="2xx"}')).toBe(1);
    expect(of('taskdesk_request_duration_seconds_count{route="routes/metrics",status="4xx"}')).toBe(5);
    expect(of("taskdesk_sessions")).toBe(1);
    expect(of('taskdesk_jobs{kind="hand_over",state="failed"}')).toBe(1);
    expect(of('taskdesk_jobs{kind="hand_over",state="waiting"}')).toBe(2);
    expect(of('taskdesk_mail_address_up{address="help@example.org"}')).toBe(0);
    expect(of('taskdesk_mail_messages{address="help@example.org",state="received"}')).toBe(0);
    expect(of("taskdesk_event_streams")).toBe(1);
    await stream.body?.cancel();
    const again = async () => (await scrape()).text();
    await expect.poll(async () => readOf(await again(), "taskdesk_event_streams")).toBe(0);
    await expect.poll(() => server.output()).toContain('"path":"/events"'); // would be counted at the same moment
    expect(await again()).not.toContain("routes/events");
    expect(of("process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(of("taskdesk_database_connections") === undefined).toBe(engine === "sqlite");
    expect(metrics).not.toContain("/tasks/");
    expect(metrics).not.toContain(TOKEN);
    await server.stop();
  });
});

describe("METRICS_PORT", () => {
  let desk: Awaited<ReturnType<typeof freshDatabase>>;
  let started: Command | undefined;
  beforeEach(async () => {
    desk = await freshDatabase("sqlite");
    await anAdmin(desk.db); // otherwise, the start would create an account
  });
  afterEach(async () => {
    started?.process.kill("SIGKILL");
    await started?.ended;
    await desk.drop();
  });

  async function start(more: Record<string, string>) {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    started = runCommand("start", [], { ...ports, DATA_DIR: desk.folder, ...more });
    return { command: started, desk: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}` };
  }

  test.each(["1", "2"])("serves the counts of all %s processes without a token", async (workers) => {
    const { command, desk, metrics } = await start({ WORKERS: workers, METRICS_TOKEN: TOKEN });
    await command.waitForOutput("ready at");
    const scrape = async () => (await fetch(`${metrics}/metrics`)).text();
    const processes = () => scrape().then((text) => readOf(text, "nodejs_version_info"));
    await expect.poll(processes).toBeGreaterThanOrEqual(1);
    // Each on its own connection, so both processes get some.
    const asked = Array.from({ length: 12 }, () => fetch(`${desk}/login`, { headers: { connection: "close" } }));
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
    const logins = 'taskdesk_request_duration_seconds_count{route="routes/login",status="2xx"}';
    await expect.poll(async () => readOf(await scrape(), logins)).toBe(12);
    const onDesk = async () => {
      const answer = await fetch(`${desk}/metrics`, { headers: { authorization, connection: "close" } });
      return readOf(await answer.text(), logins);
    };
    expect([await onDesk(), await onDesk(), await onDesk()]).toEqual([12, 12, 12]);
    expect((await fetch(metrics)).status).toBe(404);

    command.process.kill("SIGTERM");
    expect(await command.ended).toBe(0);
  });

  test("stops the start with one sentence if the port is in use", async () => {
    const other = createServer();
    await once(other.listen(0, "127.0.0.1"), "listening");
    const { command } = await start({ METRICS_PORT: String((other.address() as AddressInfo).port) });
    expect(await command.ended).toBe(1);
    expect(command.errors()).toMatch(/^taskdesk: Taskdesk can't listen on port \d+: another .* set METRICS_PORT to/);
    other.close();
  });
});
