import { afterAll, beforeAll, expect, test } from "vitest";
import { aBucket, type TestBucket } from "../../support/bucket";
import { aKey, anAdmin, aTask } from "../../support/factories";
import { aPng } from "../../support/pictures";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

let there: TestBucket;
let server: TestServer;
let cookie: string;
let task: number;
beforeAll(async () => {
  there = await aBucket();
  server = await startServer("postgres", there.settings);
  const boss = await anAdmin(server.db);
  cookie = await cookieOf(server.db, boss);
  task = (await aTask(server.db)).id;
});
afterAll(async () => {
  await server.stop();
  await there.stop();
});

const get = (path: string) => fetch(server.origin + path, { headers: { cookie }, redirect: "manual" });

async function post(path: string, fields: Record<string, string>, file: File, name = "files", accept = "text/html") {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append(name, file);
  const headers = { cookie, accept, origin: server.origin };
  const answer = await fetch(server.origin + path, { method: "POST", body, headers, redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
}

/** Each with its own content: content that is attached already needs no storage. */
let added = 2;
const aFile = () => new File([`2 + ${added++}`], "sum.txt");
const SENTENCE = "“sum.txt” wasn't attached: file storage isn't working right now. Try again later, or tell an admin.";

const inHtml = (text: string) => text.replaceAll("'", "&#x27;");

test("a file storage outage is reported, keeps typed text and leaves everything else working", async () => {
  const place = { kind: "reply", task: String(task) };
  const upload = () => post("/uploads", place, aFile(), "files", "application/json");
  const { file } = JSON.parse((await upload()).text) as { file: { id: number } };
  expect(await (await get(`/attachments/${file.id}`)).text()).toBe("2 + 2");
  await there.takeDown();

  const download = await get(`/attachments/${file.id}`);
  expect([download.status, await download.text()]).toEqual([
    503,
    "Attached files aren't available right now. Everything else works; try again later.",
  ]);
  expect(await upload()).toEqual({ status: 503, text: JSON.stringify({ message: SENTENCE }) });
  const reply = { form: "reply", body: "Here is the sum.", after: "keep", requestKey: aKey() };
  const sent = await post(`/tasks/${task}`, reply, aFile());
  expect(sent.status).toBe(503);
  expect(sent.text).toContain(inHtml(SENTENCE));
  expect(sent.text).toContain("Here is the sum.</textarea>");
  const site = { host: "desk.example.org", name: "Harbour", colour: "#1f6feb", version: "0", requestKey: aKey() };
  const logo = () => new File([new Uint8Array(aPng(20, 20))], "logo.png");
  const saved = await post("/settings/sites/new", site, logo(), "logo");
  expect(saved.status).toBe(503);
  expect(saved.text).toContain(inHtml("File storage isn't working right now, so nothing was saved."));
  expect(saved.text).toContain('value="Harbour"');
  expect(await server.db.selectFrom("site").selectAll().execute()).toEqual([]);

  const ready = await get("/readyz");
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ files: "unreachable" })]);
  const body = new URLSearchParams({ ...reply, body: "The sum is 4.", requestKey: aKey() });
  const headers = { cookie, origin: server.origin };
  const plain = await fetch(`${server.origin}/tasks/${task}`, { method: "POST", body, headers, redirect: "manual" });
  expect(plain.status).toBe(302);

  await there.bringUp();
  expect((await get(`/attachments/${file.id}`)).status).toBe(200);
  expect((await upload()).status).toBe(200);
  expect((await post("/settings/sites/new", { ...site, requestKey: aKey() }, logo(), "logo")).status).toBe(302);
  expect(server.output()).not.toContain(there.bucket.secretAccessKey);
  expect(server.output()).toContain('"trouble":"no_files"');
  expect(server.output()).not.toContain("Unexpected error");
});
