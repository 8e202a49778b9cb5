import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBucket, type TestBucket } from "../../../support/bucket";
import { aRequester, aTask } from "../../../support/factories";
import { aPng } from "../../../support/pictures";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

describe.each([
  ["sqlite", "folder"],
  ["postgres", "folder"],
  ["postgres", "bucket"],
] as const)("domain A18: file downloads (%s, files in a %s)", (engine, kind) => {
  let server: TestServer;
  let there: TestBucket | null;
  let cookie: string;
  let task: number;
  beforeAll(async () => {
    there = kind === "bucket" ? await aBucket() : null;
    server = await startServer(engine, there?.settings);
    const rita = await aRequester(server.db);
    cookie = await cookieOf(server.db, rita);
    task = (await aTask(server.db, { requester: rita })).id;
  });
  afterAll(async () => {
    await server.stop();
    await there?.stop();
  });

  async function upload(name: string, content: string | Uint8Array<ArrayBuffer>, kind = "reply") {
    const body = new FormData();
    body.append("kind", kind);
    body.append("task", String(task));
    body.append("files", new File([content], name));
    const headers = { cookie, accept: "application/json" };
    return fetch(`${server.origin}/uploads`, { method: "POST", body, headers, redirect: "manual" });
  }
  const idOf = async (answer: Response) => ((await answer.json()) as { file: { id: number } }).file.id;
  const get = (id: number | string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${server.origin}/attachments/${id}`, { method, headers: { cookie, ...headers }, redirect: "manual" });

  test("show pictures inline, save everything else, and run nothing", async () => {
    const picture = await get(await idOf(await upload("a.html", new Uint8Array(aPng(3, 2)))));
    expect(picture.headers.get("Content-Type")).toBe("image/png");
    expect(picture.headers.get("Content-Disposition")).toMatch(/^inline;/);
    for (const [name, content] of [
      ["x.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
      ["x.png", "<!doctype html><script>alert(1)</script>"],
    ] as const) {
      const answer = await get(await idOf(await upload(name, content)));
      expect(answer.headers.get("Content-Type")).toBe("application/octet-stream");
      expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment;/);
      expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(await answer.text()).toBe(content);
    }
  });

  test("keep file names in any script and with special characters", async () => {
    const answer = await get(await idOf(await upload('Größe "1" 図 (neu).txt', "x")));
    expect(answer.headers.get("Content-Disposition")).toBe(
      `attachment; filename="Gr__e _1_ _ (neu).txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20%E5%9B%B3%20%28neu%29.txt`,
    );
  });

  test("serve byte ranges as long as the file is the same", async () => {
    const id = await idOf(await upload("digits.txt", "0123456789"));
    const whole = await get(id);
    const etag = whole.headers.get("ETag") ?? "";
    expect([await whole.text(), whole.headers.get("Accept-Ranges")]).toEqual(["0123456789", "bytes"]);
    const part = async (range: string, more = {}) => {
      const answer = await get(id, { range, ...more });
      return [answer.status, answer.headers.get("Content-Range"), await answer.text()];
    };
    expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await part("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await part("bytes=5-99")).toEqual([206, "bytes 5-9/10", "56789"]);
    expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""]);
    for (const strange of ["bytes=4-2", "bytes=0-1,4-5", "lines=1-2", "bytes=-"]) {
      expect(await part(strange), strange).toEqual([200, null, "0123456789"]);
    }
    expect(await part("bytes=2-4", { "if-range": etag })).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await part("bytes=2-4", { "if-range": '"old"' })).toEqual([200, null, "0123456789"]);
  });

  test("answer 304 if the browser has the file, and HEAD with its size", async () => {
    const id = await idOf(await upload("kept.txt", "kept"));
    const head = await get(id, {}, "HEAD");
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, "4", ""]);
    const etag = head.headers.get("ETag") ?? "";
    const again = await get(id, { "if-none-match": `"other", W/${etag}` });
    expect([again.status, again.headers.get("Cache-Control"), await again.text()]).toEqual([
      304,
      "private, no-cache",
      "",
    ]);
  });

  test("answer 410 for a removed file, and 404 with a sentence for one missing on the server", async () => {
    const id = await idOf(await upload("lost.txt", "lost"));
    await server.db.updateTable("attachment").set({ redacted_at: 1, sha256: null }).where("id", "=", id).execute();
    expect((await get(id)).status).toBe(410);
    const gone = await idOf(await upload("gone.txt", "gone"));
    const sha256 = "0".repeat(64);
    await server.db.insertInto("file").values({ sha256, size: 4, type: "", created_at: 1 }).execute();
    await server.db.updateTable("attachment").set({ sha256 }).where("id", "=", gone).execute();
    const answer = await get(gone);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("missing on the server");
    await expect.poll(() => server.output()).toContain("A file that is attached to a message is missing");
  });

  test("a refused upload says why, and one that breaks off leaves nothing", async () => {
    expect(await (await upload("empty.txt", "")).json()).toEqual({
      message: "“empty.txt” wasn't attached: it's empty. Check the file and choose it again.",
    });
    expect((await upload("note.txt", "x", "note")).status).toBe(404); // requesters can't write notes
    expect((await upload("odd.txt", "x", "odd")).status).toBe(400);

    await new Promise<void>((resolve) => {
      const type = "multipart/form-data; boundary=b";
      const headers = { cookie, "content-type": type, "content-length": "5000000" };
      const sending = httpRequest(`${server.origin}/uploads`, { method: "POST", headers });
      sending.on("error", () => resolve());
      sending.write('--b\r\nContent-Disposition: form-data; name="files"; filename="half.bin"\r\n\r\n');
      sending.write(Buffer.alloc(1_000_000), () => setTimeout(() => sending.destroy(), 300));
    });
    const incoming = join(server.dataDir, "files", "incoming");
    await expect.poll(() => readdir(incoming), { timeout: 10_000 }).toEqual([]);
  });
});
