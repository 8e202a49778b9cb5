import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FileStore } from "~/features/files/file-store.server";
import { s3Store } from "~/features/files/s3-store.server";
import { StorageAway } from "~/lib/storage-unavailable.server";
import { aBucket } from "../../support/bucket";
import { aFileStore, textOf } from "../../support/files";

const HASH = "a".repeat(64);

async function someBucket() {
  const there = await aBucket();
  onTestFinished(there.stop);
  return there;
}

/** A storage server that answers as the test says, because a healthy one never would. */
async function aStorage(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/desk`;
  return { asked, bucket: { url, region: "r", accessKeyId: "id", secretAccessKey: "secret" } };
}

const thrownBy = (work: Promise<unknown>): Promise<StorageAway> =>
  work.then(
    () => expect.fail("nothing was thrown"),
    (error) => error,
  );

describe("S3 file store", () => {
  test("ignores objects beside its files", async () => {
    const there = await someBucket();
    const store = s3Store(there.bucket, { pageSize: 2 });
    for (const key of ["a", "aa/aa/notes.txt", "aa/aa/this & that.txt", `aa/${HASH}`, `aa/ab/${HASH}`])
      await there.putObject(key, "not ours");
    await there.putObject(`aa/aa/${HASH}`, "ours");
    const found = [];
    for await (const { sha256, changedAt } of store.list("a"))
      found.push([sha256, Math.abs(changedAt - Date.now()) < 60_000]);
    expect(found).toEqual([[HASH, true]]);
  });

  test("replaces an object of another length, and only that", async () => {
    const there = await someBucket();
    const { received } = await aFileStore();
    const store = s3Store(there.bucket);
    const file = await received("whole");
    const key = `${file.sha256.slice(0, 2)}/${file.sha256.slice(2, 4)}/${file.sha256}`;
    await there.putObject(key, "whol");
    await store.prepare(file);
    expect(await textOf(store, file.sha256)).toBe("whole");
    await there.putObject(key, "WHOLE"); // a marker: uploading again would replace it
    await store.put(file);
    expect(await textOf(store, file.sha256)).toBe("WHOLE");
  });

  test("reports what is wrong when access is refused, without its keys", async () => {
    const { bucket } = await someBucket();
    const { received } = await aFileStore();
    const store = s3Store({ ...bucket, secretAccessKey: "a wrong one" });
    const file = await received("mine");
    const works = ({ check, read, put, remove }: FileStore) => [
      check,
      () => read(HASH),
      () => put(file),
      () => remove(HASH),
    ];
    for (const work of works(store)) {
      const error = await thrownBy(work());
      expect(error).toBeInstanceOf(StorageAway);
      expect(error.refused).toBe(true);
      expect(error.message).toMatch(/^The bucket http:\S+\/desk responded to (GET|HEAD|DELETE) with 403/);
      expect(error.message).not.toContain("wrong");
    }
    const elsewhere = s3Store({ ...bucket, url: `${bucket.url}-none` });
    for (const work of works(elsewhere)) {
      expect((await thrownBy(work())).message).toContain("404 NoSuchBucket");
    }
  });

  test("retries where that may help, and gives up after four tries", async () => {
    let isWell = false;
    const { asked, bucket } = await aStorage((_, response) => {
      if (isWell) response.end("content");
      else response.writeHead(asked.length % 2 ? 503 : 429).end("<Error><Code>SlowDown</Code></Error>");
      isWell = asked.length === 2;
    });
    expect(await textOf(s3Store(bucket), HASH)).toBe("content");
    expect(asked).toHaveLength(3);
    const tired = await aStorage((_, response) => void response.writeHead(500).end());
    const error = await thrownBy(s3Store(tired.bucket).remove(HASH));
    expect([error.refused, error.message.replace(/http\S+/, "…")]).toEqual([
      false,
      "The bucket … responded to DELETE with 500",
    ]);
    expect(tired.asked).toHaveLength(4);
  });

  test("sends the whole file with each try", async () => {
    const bodies: string[] = [];
    const { bucket } = await aStorage((request, response) => {
      if (request.method === "HEAD") return void response.writeHead(404).end();
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        expect(request.headers).toMatchObject({ "content-length": "400000" });
        expect(request.headers).not.toHaveProperty("transfer-encoding");
        bodies.push(body);
        response.writeHead(bodies.length === 1 ? 503 : 200).end();
      });
    });
    const { received } = await aFileStore();
    await s3Store(bucket).prepare(await received("x".repeat(400_000)));
    expect(bodies.map(({ length }) => length)).toEqual([400_000, 400_000]);
  });

  test("times out when the bucket never answers", async () => {
    const { bucket } = await aStorage(() => {});
    const error = await thrownBy(s3Store(bucket, { patienceMs: 100 }).read(HASH));
    expect(error.message).toContain("isn't responding (GET: timed out)");
  });

  test("reports a file that breaks off", async () => {
    const { bucket } = await aStorage((_, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("half", () => response.destroy());
    });
    const error = await thrownBy(textOf(s3Store(bucket), HASH));
    expect(error).toBeInstanceOf(StorageAway);
    expect(error.message).toContain("/desk isn't responding (GET: ");
  });

  test("closes the connection when a read is abandoned", async () => {
    let close: (isWhole: boolean) => void;
    const closed = new Promise<boolean>((resolve) => {
      close = resolve;
    });
    const { bucket } = await aStorage((_, response) => {
      response.once("close", () => close(response.writableFinished));
      response.writeHead(200, { "content-length": String(2 ** 30) });
      response.write("the beginning");
    });
    (await s3Store(bucket).read(HASH))?.destroy();
    expect(await closed).toBe(false);
  });

  test("reports a refused connection", async () => {
    const there = await someBucket();
    await there.takeDown();
    const error = await thrownBy(s3Store(there.bucket).check());
    expect([error.refused, error.message]).toEqual([false, expect.stringContaining("(GET: ECONNREFUSED)")]);
  });
});
