import { createHash } from "node:crypto";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clearIncoming, discard, receiveFile } from "~/features/files/receive-file.server";
import { aFileStore, inChunks, STORES, textOf } from "../../support/files";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe.each(STORES)("domain B2: file store (%s)", (kind) => {
  test("stores a file under its hash, and reads all or part of it", async () => {
    const { store, received, everything } = await aFileStore(kind);
    const file = await received("Hello, printer.");
    expect(file).toMatchObject({ sha256: sha256("Hello, printer."), size: 15, type: "application/octet-stream" });
    await store.put(file);
    expect(await textOf(store, file.sha256)).toBe("Hello, printer.");
    expect(await textOf(store, file.sha256, { start: 7, end: 9 })).toBe("pri");
    expect(await everything()).toEqual([expect.stringMatching(/\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}$/)]);
  });

  test("stores equal content once, however often and concurrently it is put", async () => {
    const { store, received, everything } = await aFileStore(kind);
    const files = await Promise.all(["same", "same", "same", "other"].map(received));
    await Promise.all(files.map((file) => store.put(file)));
    expect(await everything()).toHaveLength(2);
    expect(await textOf(store, sha256("same"))).toBe("same");
  });

  test("reads null for an unknown hash, and removes files without complaint", async () => {
    const { store, received, stored } = await aFileStore(kind);
    expect(await store.read(sha256("nothing"))).toBeNull();
    await store.remove(sha256("nothing"));
    const file = await received("for a moment");
    await store.put(file);
    await store.remove(file.sha256);
    expect(await stored()).toEqual([]);
  });

  test("takes a file that was prepared before, and leaves nothing in the incoming folder", async () => {
    const { store, received, incoming } = await aFileStore(kind);
    const file = await received("on its way");
    await store.prepare(file);
    await store.prepare(file);
    await store.put(file);
    expect(await textOf(store, file.sha256)).toBe("on its way");
    expect(await readdir(incoming)).toEqual([]);
    await store.check();
  });

  test("lists its files by first digit, without files still arriving", async () => {
    const { store, received, stored } = await aFileStore(kind);
    const contents = Array.from({ length: 40 }, (_, n) => `content ${n}`); // more than a bucket lists at once
    await Promise.all(contents.map(async (content) => store.put(await received(content))));
    await received("still arriving");
    expect((await stored()).sort()).toEqual(contents.map(sha256).sort());
  });
});

test("an unreadable folder counts as unavailable storage", async () => {
  const { folder, incoming, received, stored } = await aFileStore();
  await received("on its way");
  await symlink("aa", join(folder, "aa"));
  await expect(stored()).rejects.toMatchObject({ name: "StorageAway", message: expect.stringContaining("ELOOP") });
  await symlink("round", join(incoming, "round"));
  await expect(clearIncoming(incoming, 0)).rejects.toMatchObject({ name: "StorageAway" });
});

test("a bucket keeps the stored file even if the received copy can't be removed", async () => {
  const { store, folder, received } = await aFileStore("bucket");
  const file = await received("Hello, printer.");
  await store.prepare(file);
  await symlink("round", join(folder, "round"));
  await store.put({ ...file, path: join(folder, "round", "file") });
  expect(await textOf(store, file.sha256)).toBe("Hello, printer.");
});

describe("an incoming file", () => {
  test("is refused if too large, read to its end, and leaves nothing behind", async () => {
    const { incoming } = await aFileStore();
    let pieces = 0;
    async function* large() {
      for (; pieces < 100; pieces++) yield Buffer.alloc(1_000);
    }
    expect(await receiveFile(incoming, large(), 50_000)).toEqual({ ok: false, why: "too_large" });
    expect(pieces).toBe(100);
    expect(await readdir(incoming)).toEqual([]);
    expect(await receiveFile(incoming, inChunks(Buffer.alloc(50_000)), 50_000)).toMatchObject({ ok: true });
  });

  test("is refused if empty", async () => {
    const { incoming } = await aFileStore();
    expect(await receiveFile(incoming, inChunks(Buffer.alloc(0)), 50)).toEqual({ ok: false, why: "empty" });
    expect(await readdir(incoming)).toEqual([]);
  });

  test("leaves nothing behind when it breaks off or is discarded", async () => {
    const { incoming, received } = await aFileStore();
    async function* broken() {
      yield Buffer.from("half of a ");
      throw new Error("the network is gone");
    }
    await expect(receiveFile(incoming, broken(), 50)).rejects.toThrow("the network is gone");
    expect(await readdir(incoming)).toEqual([]);
    await discard(await received("not wanted after all"));
    expect(await readdir(incoming)).toEqual([]);
  });

  test("is removed long after a crash; an unreadable folder throws, a missing one is ignored", async () => {
    const { folder, incoming, received } = await aFileStore();
    await received("half of somethi");
    await clearIncoming(incoming, Date.now() + 60_000);
    expect(await readdir(incoming)).toEqual([]);
    await clearIncoming(join(folder, "never made"), 0);
    await symlink("round", join(folder, "round"));
    await expect(clearIncoming(join(folder, "round"), 0)).rejects.toThrow("ELOOP");
    await symlink("about", join(incoming, "about"));
    await expect(clearIncoming(incoming, 0)).rejects.toThrow("ELOOP");
  });
});
