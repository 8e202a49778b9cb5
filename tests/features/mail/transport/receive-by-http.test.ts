import { createHmac } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import { folderStore } from "~/features/files/folder-store.server";
import { incomingOf } from "~/features/files/receive-file.server";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { processWaiting } from "~/features/mail/receiving/process-waiting.server";
import { type PostedMail, receiveByHttp } from "~/features/mail/transport/receive-by-http.server";
import { MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { NOON } from "../../../support/factories";
import { aMailAddress } from "../../../support/mail";

const SECRET = "the signing secret of an address";
const MESSAGE = "From: rita@example.org\r\nTo: help@example.org\r\nSubject: Printer\r\n\r\nIt smokes.\r\n";

async function anAddress(db: Db, more = {}) {
  const secrets = encryptSecrets({ httpSecret: SECRET });
  const id = await aMailAddress(db, { way: "http", http_key: "key-one", incoming: "{}", secrets, ...more });
  const folder = await mkdtemp(join(tmpdir(), "mail-by-http-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { id, files: { store: folderStore(folder), incoming: incomingOf(folder) } };
}

async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += 40) yield Buffer.from(text.slice(at, at + 40));
}

/** A request as a mail system sends it at noon, signed with `secret`. */
function posted(
  message: string,
  { secret = SECRET, ...more }: Partial<PostedMail> & { secret?: string } = {},
): PostedMail {
  const timestamp = more.timestamp ?? String(NOON / 1_000);
  const hmac = createHmac("sha256", secret).update(`${timestamp}.${message}`).digest("hex");
  return { key: "key-one", timestamp, signature: `v1=${hmac}`, length: null, body: inPieces(message), ...more };
}

const stored = (db: Db) => db.selectFrom("inbound_mail").select(["way", "outcome"]).orderBy("id").execute();

onEachDatabase("mail by HTTP", (test) => {
  test("is stored and processed, and makes no second task when repeated", async ({ db }) => {
    const { files } = await anAddress(db);
    for (let turn = 0; turn < 2; turn++)
      expect(await receiveByHttp(db, files, posted(MESSAGE), NOON)).toEqual({ ok: true });
    await processWaiting(db, files, "a test", { failed: (error) => expect.fail(String(error)) });
    expect(await stored(db)).toEqual([
      { way: "http", outcome: "task" },
      { way: "http", outcome: "duplicate" },
    ]);
    expect(await db.selectFrom("task").select("title").execute()).toEqual([{ title: "Printer" }]);
    const address = await db.selectFrom("mail_address").select("received_at").executeTakeFirst();
    expect(address).toEqual({ received_at: NOON });
  });

  test("is refused without a trace unless it is signed, recent and small enough", async ({ db }) => {
    const { files } = await anAddress(db, { options: JSON.stringify({ largestMib: 1 }) });
    const at = (ms: number) => posted(MESSAGE, { timestamp: String((NOON + ms) / 1_000) });
    const large = "x".repeat(2 ** 20 + 1);
    const cases: [why: string, mail: PostedMail][] = [
      ["unsigned", posted(MESSAGE, { signature: null })],
      ["unsigned", posted(MESSAGE, { signature: "v1=abc" })],
      ["unsigned", posted(MESSAGE, { secret: "another" })],
      ["unsigned", { ...posted(MESSAGE), body: inPieces(`${MESSAGE}more`) }],
      ["unsigned", { ...posted(MESSAGE), timestamp: String(NOON / 1_000 + 1) }],
      ["unsigned", posted(MESSAGE, { key: "no-such-key" })],
      ["unsigned", posted(MESSAGE, { key: "key-one\u0000" })],
      ["unsigned", posted(MESSAGE, { timestamp: "soon" })],
      ["unsigned", at(-5 * MINUTE_MS - 1_000)],
      ["unsigned", at(5 * MINUTE_MS + 1_000)],
      ["too_large", posted(large)],
      ["too_large", posted(MESSAGE, { length: 2 ** 20 + 1 })],
      ["empty", posted("")],
    ];
    for (const [why, mail] of cases) expect(await receiveByHttp(db, files, mail, NOON)).toEqual({ ok: false, why });
    expect(await stored(db)).toEqual([]);
    expect(await readdir(files.incoming).catch(() => [])).toEqual([]);
    expect(await receiveByHttp(db, files, at(-5 * MINUTE_MS), NOON)).toEqual({ ok: true });
  });

  test("is refused for now while the address is paused or its secret can't be read", async ({ db }) => {
    const { id, files } = await anAddress(db, { paused: "Ada paused this address." });
    const change = (values: object) => db.updateTable("mail_address").set(values).where("id", "=", id).execute();
    const refused = { ok: false, why: "not_now" };
    expect(await receiveByHttp(db, files, posted(MESSAGE), NOON)).toEqual(refused);
    const foreign = encryptSecrets({ httpSecret: SECRET }, "the secret of another desk, long enough");
    await change({ paused: null, secrets: foreign });
    expect(await receiveByHttp(db, files, posted(MESSAGE), NOON)).toEqual(refused);
  });

  test("is dropped without a trace if it takes too long", async ({ db }) => {
    const { files } = await anAddress(db);
    async function* stalled() {
      yield Buffer.from(MESSAGE);
      await new Promise(() => {});
    }
    const stall = () => receiveByHttp(db, files, posted(MESSAGE, { body: stalled() }), NOON, 50);
    const slow = { ok: false, why: "too_slow" };
    expect(await Promise.all([stall(), stall()])).toEqual([slow, slow]);
    expect(await receiveByHttp(db, files, posted(MESSAGE), NOON)).toEqual({ ok: true });
    expect(await stored(db)).toHaveLength(1);
  });

  test("is limited to two messages at a time for each key", async ({ db }) => {
    const { files } = await anAddress(db);
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* slowly() {
      yield Buffer.from(MESSAGE);
      await held;
    }
    const slow = [1, 2].map(() => receiveByHttp(db, files, posted(MESSAGE, { body: slowly() }), NOON));
    await expect.poll(() => readdir(files.incoming).catch(() => [])).toHaveLength(2);
    expect(await receiveByHttp(db, files, posted(MESSAGE), NOON)).toEqual({ ok: false, why: "too_many" });
    finish();
    expect(await Promise.all(slow)).toEqual([{ ok: true }, { ok: true }]);
    expect(await receiveByHttp(db, files, posted(MESSAGE), NOON)).toEqual({ ok: true });
  });
});
