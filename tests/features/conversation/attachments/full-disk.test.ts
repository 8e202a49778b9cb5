import { execFileSync } from "node:child_process";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aKey, aRequester, aTask } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

/** Room for a test's small files and the database, but not for its large file. */
const ROOM_BYTES = 3 * 1024 * 1024;
const tooMuch = () => new Uint8Array(ROOM_BYTES + 1024 * 1024);

function works(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform !== "linux")("a full or unwritable disk", () => {
  let server: TestServer;
  let cookie: string;
  let task: number;
  let folder: string;
  let isMounted = false;
  beforeAll(async () => {
    server = await startServer();
    folder = join(server.dataDir, "files");
    await mkdir(folder, { recursive: true });
    // A separate disk where mounting is allowed; otherwise a limit on the size of the server's files.
    isMounted = works("mount", "-t", "tmpfs", "-o", `size=${ROOM_BYTES}`, "tmpfs", folder);
    if (!isMounted) execFileSync("prlimit", [`--pid=${server.process.pid}`, `--fsize=${ROOM_BYTES}`]);
    const rita = await aRequester(server.db);
    cookie = await cookieOf(server.db, rita);
    task = (await aTask(server.db, { requester: rita })).id;
  });
  afterAll(async () => {
    if (isMounted) works("umount", "-l", folder);
    await server.stop();
  });

  async function post(path: string, fields: Record<string, string>, content: Uint8Array<ArrayBuffer>, accept: string) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("files", new File([content], "film.mov"));
    const headers = { cookie, accept, origin: server.origin };
    return fetch(server.origin + path, { method: "POST", body, headers, redirect: "manual" });
  }
  const left = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const [files, attached] = [server.db.selectFrom("file"), server.db.selectFrom("attachment")];
    return [
      entries.filter((entry) => entry.isFile()).length,
      (await files.select("sha256").execute()).length,
      (await attached.select("id").execute()).length,
    ];
  };
  const SENTENCE = "“film.mov” wasn't attached: the server's disk is full. Ask an admin to free up space.";
  const UNWRITABLE =
    "“film.mov” wasn't attached: file storage isn't working right now. Try again later, or tell an admin.";
  const inHtml = (text: string) => text.replaceAll("'", "&#x27;");

  test("is reported when full; the text stays, no file is left, and a smaller one is accepted", async () => {
    const place = { kind: "reply", task: String(task) };
    const uploaded = await post("/uploads", place, tooMuch(), "application/json");
    expect([uploaded.status, await uploaded.json()]).toEqual([507, { message: SENTENCE }]);
    expect(await left()).toEqual([0, 0, 0]);

    const reply = { form: "reply", body: "See the film.", requestKey: aKey() };
    const sent = await post(`/tasks/${task}`, reply, tooMuch(), "text/html");
    const page = await sent.text();
    expect(sent.status).toBe(507);
    expect(page).toContain(inHtml(SENTENCE));
    expect(page).toContain("See the film.</textarea>");
    expect(await left()).toEqual([0, 0, 0]);
    const said = server.db.selectFrom("message").select("id").where("task_id", "=", task);
    expect(await said.execute()).toHaveLength(1);

    const small = await post("/uploads", place, new Uint8Array(1_000).fill(1), "application/json");
    expect(small.status).toBe(200);
    expect(await left()).toEqual([1, 1, 1]);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(server.output()).not.toContain('"level":50');
  });

  // Permissions don't bind root, so files take the place of folders. Where mounting is allowed, the disk also becomes
  // read-only.
  test("is reported when unwritable, by /readyz too, and the text stays", async () => {
    const place = { kind: "reply", task: String(task) };
    const small = (byte: number) => new Uint8Array(1_000).fill(byte);
    let body = 2;
    const isTold = async () => {
      const upload = await post("/uploads", place, small(body++), "application/json");
      expect([upload.status, await upload.json()]).toEqual([503, { message: UNWRITABLE }]);
      const reply = { form: "reply", body: "See the film.", requestKey: aKey() };
      const sent = await post(`/tasks/${task}`, reply, small(body++), "text/html");
      expect(sent.status).toBe(503);
      const page = await sent.text();
      expect(page).toContain(inHtml(UNWRITABLE));
      expect(page).toContain("See the film.</textarea>");
      const request = { title: "Camera", body: "See the film.", type: "incident", requestKey: aKey() };
      const created = await post("/tasks/new", request, small(body++), "text/html");
      expect(created.status).toBe(503);
      expect(await created.text()).toContain("See the film.</textarea>");
    };
    const readyz = () => fetch(`${server.origin}/readyz`).then((answer) => answer.json());

    const [arrivals, aside] = [join(folder, "incoming"), join(folder, "aside")];
    await rename(arrivals, aside);
    await writeFile(arrivals, "");
    await isTold();
    expect(await readyz()).toMatchObject({ status: "not ready", disk: "unwritable" });
    await rm(arrivals);
    await rename(aside, arrivals);

    for (const first of "0123456789abcdef") {
      for (const second of "0123456789abcdef") {
        const name = join(folder, first + second);
        await writeFile(name, "", { flag: "wx" }).catch(() => {}); // a folder that already exists
      }
    }
    await isTold();
    for (const name of await readdir(folder)) {
      if (name.length === 2 && (await stat(join(folder, name))).isFile()) await rm(join(folder, name));
    }

    if (isMounted) {
      execFileSync("mount", ["-o", "remount,ro", folder]);
      await isTold();
      execFileSync("mount", ["-o", "remount,rw", folder]);
    }
    expect((await post("/uploads", place, small(1), "application/json")).status).toBe(200);
    expect(server.output()).not.toContain("Unexpected error");
  });

  test("is reported as full when it has no inodes left", async (context) => {
    if (!isMounted) return context.skip();
    const names = execFileSync("stat", ["-f", "-c", "%c %d", folder], { encoding: "utf8" })
      .trim()
      .split(" ")
      .map(Number);
    const [all = 0, free = 0] = names;
    execFileSync("mount", ["-o", `remount,nr_inodes=${all - free}`, folder]);
    const answer = await post(
      "/uploads",
      { kind: "reply", task: String(task) },
      new Uint8Array(10),
      "application/json",
    );
    expect([answer.status, await answer.json()]).toEqual([507, { message: SENTENCE }]);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  });
});
