import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { ENGINES } from "../../support/database";
import { aKey, anAgent, aTask } from "../../support/factories";
import { readEventStream } from "../../support/listen";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("/events (%s)", (engine) => {
  let server: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    server = await startServer(engine);
    other = await startServer(engine, server.sharedSettings);
  });
  afterAll(() => Promise.all([other?.stop(), server?.stop()]));

  const ask = (cookie: string | null, { origin }: TestServer = server, address = "/events", init: RequestInit = {}) =>
    fetch(origin + address, {
      ...init,
      headers: { "accept-encoding": "gzip, br", ...init.headers, ...(cookie && { cookie }) },
      redirect: "manual",
    });

  test("requires a session", async () => {
    const answer = await ask(null);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
    expect((await ask(await cookieOf(server.db, await anAgent(server.db)), server, "/events.data")).status).toBe(404);
  });

  test("streams changes from any process, uncached, uncompressed and unbuffered", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const cookie = await cookieOf(server.db, ada);
    const answer = await ask(cookie);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(answer.headers.has("content-encoding")).toBe(false);
    const heard = readEventStream(answer.body as ReadableStream<Uint8Array>);
    await heard.opened;

    const body = new URLSearchParams({ form: "note", note: "Seen it.", requestKey: aKey() });
    const page = await ask(cookie, other, `/tasks/${id}`, { method: "POST", body });
    expect(page.status).toBeLessThan(400);
    await expect.poll(() => heard.words).toContainEqual(expect.objectContaining({ kind: "message", task: id }));
    expect(JSON.stringify(heard.words)).not.toContain("Seen");

    // A client continues on another process from its last position.
    const position = heard.last();
    await addNote(server.db, ada, id, { body: "And this.", requestKey: aKey() }, Date.now());
    for (const [address, headers] of [
      ["/events", { "Last-Event-ID": String(position) }],
      [`/events?last=${position}`, {}],
      ["/events?age=0", {}],
      ["/events?last=nothing&age=60000", {}],
    ] as const) {
      const again = readEventStream(
        (await ask(cookie, other, address, { headers })).body as ReadableStream<Uint8Array>,
      );
      await expect.poll(() => again.words).toContainEqual(expect.objectContaining({ kind: "message", task: id }));
    }
    // An unknown position doesn't tell what was missed, so the client has to reload.
    for (const [address, headers] of [
      ["/events", { "Last-Event-ID": "999999999999999" }],
      ["/events", { "Last-Event-ID": "9".repeat(20) }],
      ["/events?last=2147483648", {}],
      ["/events?last=nothing", {}],
    ] as const) {
      const again = readEventStream(
        (await ask(cookie, other, address, { headers })).body as ReadableStream<Uint8Array>,
      );
      await expect.poll(() => again.words).toContainEqual({ kind: "anew" });
      expect(again.isOver()).toBe(false);
    }
    expect((await ask(cookie, server, "/events", { method: "HEAD" })).status).toBe(200);
    expect((await ask(cookie, server, "/events", { method: "POST" })).status).toBe(405);
  });

  test("doesn't keep a process from shutting down", async () => {
    const ada = await anAgent(server.db);
    const cookie = await cookieOf(server.db, ada);
    const streams = await Promise.all([1, 2, 3].map(() => ask(cookie)));
    const heard = streams.map(({ body }) => readEventStream(body as ReadableStream<Uint8Array>));
    await Promise.all(heard.map(({ opened }) => opened));
    const gone = new Promise<string | number | null>((resolve) => {
      server.process.once("close", (code, signal) => resolve(code ?? signal));
    });
    server.process.kill("SIGTERM");
    expect(await gone).toBe(0);
    expect(heard.every(({ isOver }) => isOver())).toBe(true);
    await server.restart();
  });
});
