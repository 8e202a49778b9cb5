import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { aKey, anAgent, aRequester, aTask } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

describe("files sent with a form that takes none", () => {
  let server: TestServer;
  let [ada, rita]: Viewer[] = [];
  let task = 0;
  beforeAll(async () => {
    server = await startServer();
    ada = await anAgent(server.db);
    rita = await aRequester(server.db);
    task = (await aTask(server.db, { requester: rita })).id;
  });
  afterAll(() => server.stop());

  test.each([
    ["an unknown form", () => rita, () => task, { form: "nope" }],
    ["a missing task", () => rita, () => 999_999, { form: "fields", version: "1" }],
    ["an agent's form sent by a requester", () => rita, () => task, { form: "note", note: "Hello" }],
    ["a requester's form of fields", () => rita, () => task, { form: "own_fields", show: "1" }],
    ["a discarded draft", () => rita, () => task, { form: "reply", do: "discard" }],
    ["an agent's form of fields", () => ada, () => task, { form: "fields", version: "1", show: "1" }],
  ])("aren't kept: %s", async (_, who, id, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, requestKey: aKey() })) form.set(name, value);
    form.set("files", new File([new Uint8Array(100_000)], "a.bin"));
    const answer = await fetch(`${server.origin}/tasks/${id()}`, {
      method: "POST",
      body: form,
      headers: { cookie: await cookieOf(server.db, who() as Viewer), accept: "text/html" },
      redirect: "manual",
    });
    expect(answer.status).toBeLessThan(500);
    expect(await readdir(join(server.dataDir, "files", "incoming"))).toEqual([]);
  });

  test("a cancelled upload leaves nothing and isn't logged as a database failure", async () => {
    const incoming = () => readdir(join(server.dataDir, "files", "incoming"));
    const cookie = await cookieOf(server.db, rita as Viewer);
    const begun =
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\nContent-Type: text/plain\r\n\r\nSome of it';
    const headers = { cookie, accept: "application/json", "Content-Type": "multipart/form-data; boundary=x" };
    const upload = request(`${server.origin}/uploads`, { method: "POST", headers });
    upload.on("error", () => {});
    upload.write(begun);
    await expect.poll(incoming).toHaveLength(1);
    upload.destroy();
    await expect.poll(incoming).toEqual([]);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect(server.output()).not.toMatch(/couldn't be used|"level":"(error|warn)"/);
  });
});
