import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

describe.each(ENGINES)("domain B4: the sending window over HTTP (%s)", (engine) => {
  let server: TestServer;
  let [ada, rita]: Viewer[] = [];
  const cookies = new Map<number | undefined, string>();
  beforeAll(async () => {
    server = await startServer(engine, { SENDING_WINDOW_SECONDS: "60" });
    ada = await anAgent(server.db, { name: "Ada" });
    rita = await aRequester(server.db, { name: "Rita" });
    for (const each of [ada, rita]) cookies.set(each.id, await cookieOf(server.db, each));
  });
  afterAll(() => server.stop());

  async function ask(who: Viewer | undefined, path: string, fields?: Record<string, string>, signal?: AbortSignal) {
    const answer = await fetch(server.origin + path, {
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      headers: { cookie: cookies.get(who?.id) ?? "", accept: "text/html" },
      redirect: "manual",
      ...(signal && { signal }),
    });
    return { status: answer.status, text: await answer.text(), cookie: answer.headers.get("Set-Cookie") ?? "" };
  }

  const task = () => aTask(server.db, rita && { requester: rita });
  const reply = (body: string) => ({ form: "reply", body, after: "resolved", requestKey: aKey() });
  const messages = (id: number) =>
    server.db.selectFrom("message").selectAll().where("task_id", "=", id).orderBy("id").execute();
  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  /** Makes every held reply due and waits until the server has sent it. */
  async function windowEnds() {
    await server.db.updateTable("job").set({ run_at: 1 }).where("kind", "=", "send_message").execute();
    const held = server.db.selectFrom("message").select("id").where("send_after", "is not", null);
    await expect.poll(() => held.execute(), { timeout: 15_000 }).toEqual([]);
  }

  test("domain B18, 2: a form sent in parallel, again and after a lost response is one message", async () => {
    const { id } = await task();
    const mine = reply("Only once");
    const path = `/tasks/${id}`;
    const answers = await Promise.all([1, 2, 3].map(() => ask(ada, path, mine)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await messages(id)).toHaveLength(2);

    const lost = reply("The answer is lost");
    const abort = new AbortController();
    const sending = ask(ada, path, lost, abort.signal).catch(() => null);
    await pause(5);
    abort.abort();
    await sending;
    expect((await ask(ada, path, lost)).status).toBe(302);
    expect((await ask(ada, path, lost)).status).toBe(302); // Back, and sent again
    await windowEnds();
    expect((await ask(ada, path, lost)).status).toBe(302);
    expect((await messages(id)).map(({ body }) => body)).toEqual(["It burns.", "Only once", "The answer is lost"]);
  });

  test("a held reply leaves the requester's pages byte-identical until it is sent", async () => {
    const { id } = await task();
    const paths = [`/tasks/${id}`, `/tasks/${id}/_payload.json`, `/tasks/${id}.data`, "/", "/tasks", "/search?q=gnu"];
    const plain = (text: string) => text.replace(/nonce="[^"]*"|[0-9a-f]{64}|[\w-]{22,}|\d{13}/g, "");
    // In sequence: the task page marks the task as read, and the other pages show what is unread.
    async function readAll() {
      const read: string[] = [];
      for (const path of paths) read.push(plain((await ask(rita, path)).text));
      return read;
    }
    const before = await readAll();
    await ask(ada, `/tasks/${id}`, reply("A gnu, held"));
    expect(await readAll()).toEqual(before);
    expect((await ask(ada, `/tasks/${id}`)).text).toContain("A gnu, held");
    await windowEnds();
    expect((await ask(rita, `/tasks/${id}`)).text).toContain("A gnu, held");
  });

  test("withdrawing a reply that was sent saves the typed text, or shows it if too long for a draft", async () => {
    const { id } = await task();
    await ask(ada, `/tasks/${id}`, reply("Said"));
    await windowEnds();
    const [, said] = await messages(id);
    const path = `/tasks/${id}/messages/${said?.id}/withdrawal`;
    const long = "okapi ".repeat(11_000);
    const { status, text } = await ask(ada, path, { body: long, requestKey: aKey() });
    expect(status).toBe(413);
    expect(text).toContain("That reply was already sent. Your text is too long to save as a draft.");
    expect(text).toContain(`${long}</textarea>`);
    expect((await ask(ada, path, { body: "And short", requestKey: aKey() })).status).toBe(302);
    expect((await ask(ada, `/tasks/${id}`)).text).toContain("And short</textarea>");
  });

  test("a reply held when the server is killed is sent once after the restart", async () => {
    const { id } = await task();
    await ask(ada, `/tasks/${id}`, reply("Held over the end"));
    await server.kill();
    expect((await messages(id)).at(-1)).toMatchObject({ send_after: expect.any(Number) });
    expect(await row(id)).toMatchObject({ status: "new", version: 1 });
    await server.db.updateTable("job").set({ run_at: 1 }).where("kind", "=", "send_message").execute();
    await server.restart();
    await windowEnds();
    expect(await row(id)).toMatchObject({ status: "resolved", version: 2 });
    const told = server.db.selectFrom("event").select("id").where("task_id", "=", id).where("kind", "=", "replied");
    expect(await told.execute()).toHaveLength(1);
    const jobs = server.db.selectFrom("job").select("id").where("kind", "=", "send_message");
    expect(await jobs.execute()).toEqual([]);
  });

  test("only agents can withdraw a reply, and only by POST to a valid address", async () => {
    const { id } = await task();
    await ask(ada, `/tasks/${id}`, reply("Mine"));
    const messageId = (await messages(id)).at(-1)?.id;
    const path = `/tasks/${id}/messages/${messageId}/withdrawal`;
    expect((await ask(rita, path, {})).status).toBe(403);
    expect((await ask(ada, path)).status).toBe(405);
    expect((await ask(ada, `/tasks/${id}/messages/x/withdrawal`, {})).status).toBe(404);
    expect((await ask(ada, path, {})).status).toBe(302);
    expect(await messages(id)).toHaveLength(1);
  });
});
