import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeInvitation } from "~/features/auth/invitations.server";
import { UPLOAD_BYTES } from "~/http/body-limit.server";
import { findNginx } from "../../build-scripts/steps/test-programs.mjs";
import { aDeskUnderLoad, seededRandom } from "../crash/desk-under-load";
import { expectFiles, expectIndexInStep, expectRepliesSent, expectWritesKept } from "../crash/what-is-kept";
import { aUser, PASSWORD } from "../features/auth/visitor";
import { openBrowser } from "../support/browser";
import { waitForScripts } from "../support/desk";
import { aKey, anAdmin, anAgent, aRequester, aTask } from "../support/factories";
import { freePort } from "../support/free-port";
import { connectHttp2, type Http2Client } from "../support/http2";
import { type Nginx, startNginx } from "../support/nginx";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

const METRICS_TOKEN = "a-token-for-the-tests";
const MIB = 1024 * 1024;
const program = findNginx();
if (!program) console.warn("nginx is not tested: apt-get install nginx openssl");

/** Headers with which a browser might pose as another client or host. */
const LIES = {
  ...{ "x-forwarded-host": "desk.example", "x-forwarded-proto": "http", "x-forwarded-for": "203.0.113.9" },
  forwarded: "host=desk.example;for=203.0.113.9",
};

const portOf = ({ origin }: { origin: string }) => Number(new URL(origin).port);

/** The URL of a page's style sheet. */
const sheetOf = (page: string) => /"(\/build\/[^"]+\.css)"/.exec(page)?.[1] ?? "";

/* docs/examples/nginx.conf with two servers on two addresses, which share a database and a folder. */
describe.skipIf(!program)("two servers behind nginx", () => {
  const newPage = openBrowser();
  let first: TestServer;
  let second: TestServer;
  let nginx: Nginx;
  let browser: Http2Client;

  beforeAll(async () => {
    const port = await freePort();
    const settings = {
      ...{ AUTH_ORIGIN: `https://localhost:${port}`, AUTH_TRUST_HOST: "1", ATTACHMENT_MIB: "3", METRICS_TOKEN },
      SITE_NAMES: "localhost=Behind nginx,desk.example=Somewhere else",
    };
    first = await startServer("postgres", settings);
    second = await startServer("postgres", { ...settings, ...first.sharedSettings });
    nginx = await startNginx(program as string, port, [portOf(first), portOf(second)]);
    browser = connectHttp2(nginx.origin, nginx.ca);
  });
  afterAll(async () => {
    browser?.close();
    await nginx?.stop();
    await second?.stop();
    await first?.stop();
  });

  const ask: typeof fetch = (...request) => browser.ask(...request);
  const cookieFor = (who: { id: number }) => cookieOf(first.db, who, nginx.origin);
  const directly = ({ origin }: TestServer, path: string, cookie: string) =>
    fetch(origin + path, { headers: { cookie }, redirect: "manual" });

  const metricsOf = async ({ origin }: TestServer) =>
    (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();

  /** Adds a note through one of the two servers, or through nginx. */
  async function say(at: { origin: string; ask?: typeof fetch }, cookie: string, task: number, note: string) {
    const body = new URLSearchParams({ requestKey: aKey(), form: "note", note });
    const request = { method: "POST", body, headers: { cookie }, redirect: "manual" } as const;
    expect((await (at.ask ?? fetch)(`${at.origin}/tasks/${task}`, request)).status).toBe(302);
  }

  test("plain http redirects to https, and browsers get everything over HTTP/2, compressed by Taskdesk", async () => {
    const plain = await fetch(`${nginx.plainOrigin}/tasks?page=2`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("Location")]).toEqual([301, "https://localhost/tasks?page=2"]);

    const headers = { "accept-encoding": "gzip, br" };
    const page = await ask(`${nginx.origin}/login`, { headers: { ...headers, "accept-encoding": "identity" } });
    expect(browser.session().alpnProtocol).toBe("h2");
    expect(page.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    const sheet = await ask(nginx.origin + sheetOf(await page.text()), { headers });
    expect([sheet.status, sheet.headers.get("Content-Encoding")]).toEqual([200, "br"]);
    expect(sheet.headers.get("Cache-Control")).toContain("immutable");
    const list = await ask(`${nginx.origin}/tasks`, {
      headers: { ...headers, cookie: await cookieFor(await anAgent(first.db)) },
    });
    expect([list.status, list.headers.get("Content-Encoding")]).toEqual([200, "br"]);
  });

  test("forwarded headers from a browser are ignored; its address and the host come from nginx", async () => {
    const address = process.platform === "linux" ? "127.0.0.2" : "127.0.0.1";
    const other = connectHttp2(nginx.origin, nginx.ca, address);
    const page = await other.ask(`${nginx.origin}/login`, { headers: LIES });
    expect(await page.text()).toContain("Behind nginx");
    const token = await other.ask(`${nginx.origin}/api/auth/csrf`, { headers: LIES });
    const cookie = token.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    expect(cookie).toContain("__Host-next-auth.csrf-token=");
    const { csrfToken } = (await token.json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, email: "nobody@example.org", password: "wrong", json: "true" });
    await other.ask(`${nginx.origin}/api/auth/callback/credentials`, {
      method: "POST",
      body,
      headers: { ...LIES, cookie },
    });
    other.close();
    const events = await first.db.selectFrom("security_event").select(["kind", "ip"]).execute();
    expect(events).toContainEqual({ kind: "sign_in_failed", ip: address });
    expect(events.filter(({ ip }) => ip !== address)).toEqual([]);
  });

  test("the key of an invitation appears in no Referer and in no log, of nginx or ours", async () => {
    const boss = await anAdmin(first.db, { name: "Boss" });
    const rita = await aRequester(first.db, { name: "Rita", email: "rita@example.org" });
    const made = await makeInvitation(first.db, boss, rita.id, Date.now());
    const key = made.ok ? made.key : "";
    const plain = await fetch(`${nginx.plainOrigin}/login?key=${key}`, { redirect: "manual" });
    expect(plain.status).toBe(301);
    const page = await newPage({ baseURL: nginx.origin, ignoreHTTPSErrors: true, javaScriptEnabled: false });
    const told: string[] = [];
    page.on("request", (request) => void request.allHeaders().then(({ referer = "" }) => told.push(referer)));
    await page.goto(`/login?key=${key}`);
    await page.getByText("Welcome, Rita.").waitFor();
    expect(page.url()).toBe(`${nginx.origin}/login?invitation=open`);
    await page.getByLabel("New password").fill("correct horse battery");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${nginx.origin}/`);
    await page.getByLabel("Account: Rita").waitFor(); // signed in

    await expect.poll(nginx.logs).toContain('"POST /login HTTP/2.0" 302');
    const logs = [await nginx.logs(), first.output(), second.output()].join("");
    expect([logs.includes(key), told.join().includes(key)]).toEqual([false, false]);
    expect(logs).toMatch(/"GET \/login HTTP\/2.0" 302/);
  });

  test("signing in works for both servers, and signing out ends the session on both", async () => {
    await aUser(first.db);
    const page = await newPage({ baseURL: nginx.origin, ignoreHTTPSErrors: true, serviceWorkers: "block" });
    await page.goto("/tasks");
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${nginx.origin}/tasks`);
    const cookies = await page.context().cookies();
    expect(cookies.every(({ secure }) => secure)).toBe(true);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const statuses = async () =>
      Promise.all([first, second].map(async (server) => (await directly(server, "/tasks", cookie)).status));
    expect(await statuses()).toEqual([200, 200]);
    await page.getByLabel(/^Account: /).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${nginx.origin}/login`);
    expect(await statuses()).toEqual([302, 302]);
  });

  test("an open page shows notes from either server at once, and continues when its server dies", async () => {
    const [ada, ben] = [
      await anAgent(first.db, { name: "Ada" }),
      await cookieFor(await anAgent(first.db, { name: "Ben" })),
    ];
    const { id } = await aTask(first.db, { title: "The bell rings" });
    const page = await newPage({ baseURL: nginx.origin, ignoreHTTPSErrors: true, serviceWorkers: "block" });
    const [name = "", value = ""] = (await cookieFor(ada)).split("=");
    await page.context().addCookies([{ name, value, url: nginx.origin }]);
    await page.clock.install();
    await page.goto(`/tasks/${id}`);
    await waitForScripts(page);
    const stream = page.waitForResponse(/\/events\?/);
    await page.clock.fastForward(5_000); // the page is idle and listens
    await stream;
    await say(first, ben, id, "Said at the first.");
    await page.getByText("Said at the first.").waitFor();
    await say(second, ben, id, "Said at the second.");
    await page.getByText("Said at the second.").waitFor();

    const its = /^taskdesk_event_streams 1$/m.test(await metricsOf(first)) ? first : second;
    const again = page.waitForResponse(/\/events\?last=/);
    await its.kill();
    await say({ origin: nginx.origin, ask }, ben, id, "Said while it was gone.");
    await page.getByText("Said while it was gone.").waitFor();
    expect((await again).status()).toBe(200);
    await its.restart();
  });

  test("killing one while people write loses no acknowledged write and keeps everyone signed in", async () => {
    const desk = aDeskUnderLoad({ db: first.db, origin: nginx.origin, ask }, seededRandom(11));
    const acknowledged = () => desk.sent.filter((one) => one.acknowledged).length;
    const moreIsWritten = () => expect.poll(acknowledged).toBeGreaterThan(acknowledged() + 10);
    for (const server of [second, first]) {
      const people = await desk.people();
      let going = true;
      const work = desk.workOn(people, () => going);
      await moreIsWritten();
      await server.kill();
      const homes = people.map(({ cookie }) => ask(`${nginx.origin}/`, { headers: { cookie } }));
      // At once: nginx hasn't noticed yet, and the other server has only just started.
      expect((await Promise.all(homes)).map(({ status }) => status)).toEqual(people.map(() => 200));
      await moreIsWritten();
      going = false;
      await work;
      await server.restart();
    }
    expect(desk.sent.filter((one) => !one.acknowledged)).toEqual([]);
    await expectWritesKept(first.db, desk.sent, "after both were killed");
    await expectFiles(first, desk.sent);
    await expectRepliesSent(first.db, desk.sent);
    await expectIndexInStep(first.db);
  });

  test("uploads stream through, past nginx's default limit, and our own limit keeps what was typed", async () => {
    const agent = await anAgent(first.db);
    const cookie = await cookieFor(agent);
    const { id } = await aTask(first.db);
    const send = (note: string, bytes: number) => {
      const body = new FormData();
      for (const [field, text] of Object.entries({ requestKey: aKey(), form: "note", note })) body.append(field, text);
      body.append("files", new File([new Uint8Array(bytes).fill(7)], "scan.bin"));
      return ask(`${nginx.origin}/tasks/${id}`, { method: "POST", body, headers: { cookie } });
    };
    expect((await send("With a file", 2.5 * MIB)).status).toBe(302);
    const file = await first.db
      .selectFrom("attachment")
      .select(["id", "size"])
      .where("name", "=", "scan.bin")
      .executeTakeFirstOrThrow();
    expect(file.size).toBe(2.5 * MIB);
    const back = await ask(`${nginx.origin}/attachments/${file.id}`, { headers: { cookie } });
    expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.alloc(2.5 * MIB, 7))).toBe(true);

    const refused = await send("What I typed", 4 * MIB);
    const said = await refused.text();
    expect([refused.status, said.includes("Files can be up to 3 MiB each."), said.includes("What I typed")]).toEqual([
      413,
      true,
      true,
    ]);

    // Half of a form that never ends: what has arrived of the file is already in the folder.
    const head = `--x\r\nContent-Disposition: form-data; name="requestKey"\r\n\r\n${aKey()}\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="half.bin"\r\n\r\n`;
    const half = browser.session().request({
      ...{ ":method": "POST", ":path": `/tasks/${id}`, "content-type": "multipart/form-data; boundary=x", cookie },
      "content-length": 3 * MIB,
    });
    half.on("error", () => {});
    half.write(head + "7".repeat(MIB));
    const arriving = join(first.dataDir, "files", "incoming");
    await expect.poll(() => readdir(arriving)).toHaveLength(1);
    expect(await nginx.bufferedBodies()).toEqual([]);
    half.destroy();
    await expect.poll(() => readdir(arriving)).toEqual([]);

    const example = await readFile("docs/examples/nginx.conf", "utf8");
    expect(example).toContain(`client_max_body_size ${UPLOAD_BYTES / MIB}m;`);
  });

  test("with different builds, files of either are found, and requests carry only nginx's own headers", async () => {
    const asked: IncomingHttpHeaders[] = [];
    const other = createServer(({ headers }, response) => {
      asked.push(headers);
      response.writeHead(404).end();
    }).listen(0, "127.0.0.1");
    const port = await freePort();
    const mixed = await startNginx(program as string, port, [(other.address() as AddressInfo).port, portOf(first)]);
    onTestFinished(() => mixed.stop());
    const { ask, close } = connectHttp2(mixed.origin, mixed.ca);
    const file = sheetOf(await (await fetch(`${first.origin}/login`)).text());
    const statusOf = async (path: string) => (await ask(mixed.origin + path, { headers: LIES })).status;
    for (let turn = 0; turn < 4; turn++) expect(await statusOf(file)).toBe(200);
    expect(await statusOf("/build/none.js")).toBe(404);
    close();
    other.close();
    expect(asked[0]).toMatchObject({
      ...{ host: "localhost", "x-forwarded-host": "localhost", "x-forwarded-proto": "https" },
      ...{ "x-forwarded-for": "127.0.0.1" },
    });
    expect(asked[0]).not.toHaveProperty("connection", "close"); // nginx keeps it open
  });

  test("with both servers down, a page says what to do, and it works again once one is back", async () => {
    await first.kill();
    await second.kill();
    const cookie = await cookieFor(await anAgent(first.db));
    expect((await ask(`${nginx.origin}/login?key=a-secret`)).status).toBe(502);
    expect(await nginx.logs()).not.toContain("a-secret");
    for (const method of ["GET", "POST"]) {
      const answer = await ask(`${nginx.origin}/tasks`, { method, headers: { cookie } });
      expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Retry-After")]).toEqual([
        502,
        "text/html; charset=utf-8",
        "5",
      ]);
      expect(await answer.text()).toContain("Reload this page in a few seconds.");
    }
    await first.restart();
    expect((await ask(`${nginx.origin}/tasks`, { headers: { cookie } })).status).toBe(200);
  });
});
