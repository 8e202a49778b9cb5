import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openSource } from "~/features/mail/log/mail-source.server";
import { aFileStore } from "../../../support/files";

test("openSource returns the stored bytes unchanged, and null for an unknown file", async () => {
  const files = await aFileStore();
  const source = Buffer.from(`Subject: a\r\n\r\n${"x".repeat(200_000)}\u00e9`, "latin1");
  const file = await files.received(gzipSync(source));
  await files.store.put(file);
  const chunks: Buffer[] = [];
  for await (const chunk of (await openSource(files.store, file.sha256)) ?? []) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).equals(source)).toBe(true);
  expect(await openSource(files.store, "0".repeat(64))).toBeNull();
});
