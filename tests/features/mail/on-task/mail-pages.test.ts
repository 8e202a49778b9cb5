import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { anAgent, aRequester, aTask } from "../../../support/factories";
import { fastFetch } from "../../../support/fast-fetch";
import { aStoredFile } from "../../../support/files";
import { aDelivery, aMail, aMailAddress, anEmailOf } from "../../../support/mail";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

const PICTURE = '<img data-remote-src="https://pictures.example/a.png" alt="A label">';

let server: TestServer;
let ada: Viewer;
let rita: Viewer;
let id: number;
let messageId: number;

beforeAll(async () => {
  server = await startServer("sqlite", { LOG_LEVEL: "error" });
  const { db, dataDir } = server;
  [ada, rita] = [await anAgent(db), await aRequester(db, { email: "rita@one.example" })];
  ({ id } = await aTask(db, { requester: rita, at: Date.now() }));
  const description = db.selectFrom("message").select("id").where("task_id", "=", id);
  messageId = (await description.executeTakeFirstOrThrow()).id;
  await db.updateTable("message").set({ body_html: PICTURE }).where("id", "=", messageId).execute();
  const { sha256 } = await aStoredFile(db, dataDir, gzipSync("Subject: Blank labels\r\n\r\n<b>Hello</b>"));
  const mail = await aMail(db, await aMailAddress(db), { outcome: "task", message_id: messageId, sha256 });
  await anEmailOf(db, messageId, { inbound_id: mail, flags: "remote_images", folded_html: PICTURE });
});
afterAll(() => server.stop());

const pageFor = async (viewer: Viewer, path: string, form?: Record<string, string>) => {
  const headers = { cookie: await cookieOf(server.db, viewer), accept: "text/html" };
  return fastFetch(`${server.origin}/tasks/${id}${path}`, {
    headers,
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
};

test("remote pictures load only on a page that asks for them, for agents and requesters", async () => {
  for (const viewer of [ada, rita]) {
    for (const path of ["", "?pictures=999", ...(viewer === ada ? [`/messages/${messageId}/original`] : [])]) {
      const { status, headers, text } = await pageFor(viewer, path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/ src="https:/);
      expect(headers["content-security-policy"]).toContain("img-src 'self' data:;");
    }
    const asked = await pageFor(viewer, `?pictures=${messageId}`);
    const shown =
      '<img referrerpolicy="no-referrer" loading="lazy" src="https://pictures.example/a.png" alt="A label">';
    expect(asked.text.split(shown)).toHaveLength(3); // in the text and in its quotation
    expect(asked.headers["content-security-policy"]).toContain("img-src 'self' data: https:;");
  }
});

test("agents can read the original and download its source; requesters can't", async () => {
  const original = await pageFor(ada, `/messages/${messageId}/original`);
  expect(original.text).toContain("Download source");
  const source = await pageFor(ada, `/messages/${messageId}/source`);
  expect(source.text).toBe("Subject: Blank labels\r\n\r\n<b>Hello</b>");
  expect(source.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment;/),
    "x-content-type-options": "nosniff",
  });
  for (const page of ["original", "source"]) {
    expect((await pageFor(rita, `/messages/${messageId}/${page}`)).status).toBe(403);
    expect((await pageFor(ada, `/messages/${messageId + 1}/${page}`)).status).toBe(404);
  }
});

test("the page warns agents of undelivered mail until one dismisses it, and undo brings it back", async () => {
  const address = "rita@one.example";
  const delivery = await aDelivery(server.db, { taskId: id, messageId, address, state: "bounced", status: "5.2.2" });
  const warning = "Not delivered to rita@one.example: mailbox full";
  expect((await pageFor(ada, "")).text).toMatch(new RegExp(`<div role="alert"><p>${warning}`));
  expect((await pageFor(rita, "")).text).not.toMatch(/Not delivered|mailbox full/);
  expect((await pageFor(rita, `/deliveries/${delivery}/dismissal`, {})).status).toBe(403);
  expect((await pageFor(ada, `/deliveries/${delivery + 1}/dismissal`, {})).status).toBe(404);
  expect((await pageFor(ada, `/deliveries/${delivery}/dismissal`, {})).status).toBe(302);
  const dismissed = await pageFor(ada, "");
  expect(dismissed.text).not.toContain(warning);
  expect(dismissed.text).toContain(`dismissed the failed delivery to ${address}`);
  const undo = /action="(\/tasks\/\d+)(\/undo\/\d+)"/.exec(dismissed.text)?.[2] ?? "";
  expect((await pageFor(ada, undo, {})).status).toBe(302);
  expect((await pageFor(ada, "")).text).toContain(warning);
  expect((await pageFor(ada, `/deliveries/${delivery}/retry`, {})).status).toBe(302);
  expect((await pageFor(ada, "")).text).toContain("retried the delivery to rita@one.example");
});
