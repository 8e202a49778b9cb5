import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aKey, anAgent, aRequester, aTask } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

describe("POST /api/drafts", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  async function post(who: { id: number } | null, fields: Record<string, string>) {
    const cookie = who ? await cookieOf(server.db, who) : "";
    const body = new URLSearchParams({ person: String(who?.id ?? ""), ...fields });
    const answer = await fetch(`${server.origin}/api/drafts`, {
      method: "POST",
      body,
      headers: { cookie },
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text() };
  }

  test("saves the viewer's own draft, or says why not", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    const place = `reply ${id}`;
    const first = await post(ada, { place, body: "Hello", after: "keep", requestKey: aKey() });
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text)).toMatchObject({ draft: { updatedAt: expect.any(Number) } });
    const newer = await post(ada, { place, body: "Bye", requestKey: aKey(), draft: "" });
    expect(newer.status).toBe(409);
    expect(JSON.parse(newer.text)).toMatchObject({ why: "newer", draft: { body: "Hello" } });
    expect(JSON.parse(newer.text).draft.fields).toEqual({ after: "keep" });
    const long = await post(ada, { place: "task", body: "x".repeat(65_537) });
    expect([long.status, JSON.parse(long.text).why]).toEqual([409, "too_long"]);
    const other = await post(ada, { place, body: "Bye", person: String(ada.id + 1) });
    expect([other.status, JSON.parse(other.text).why]).toEqual([409, "not_yours"]);
  });

  test("needs a signed-in user and treats other people's tasks as missing", async () => {
    const [rita, { id }] = [await aRequester(server.db), await aTask(server.db)];
    expect((await post(null, { place: "task", body: "x" })).status).toBe(401);
    const own = await aTask(server.db, { requester: rita });
    const [others, none, note] = [
      await post(rita, { place: `reply ${id}`, body: "x" }),
      await post(rita, { place: "reply 987654", body: "x" }),
      await post(rita, { place: `note ${own.id}`, body: "x" }),
    ];
    expect(others.status).toBe(404);
    expect([none, note]).toEqual([others, others]);
    expect((await post(rita, { place: "nowhere", body: "x" })).status).toBe(400);
    expect(
      (await fetch(`${server.origin}/api/drafts`, { headers: { cookie: await cookieOf(server.db, rita) } })).status,
    ).toBe(405);
  });
});
