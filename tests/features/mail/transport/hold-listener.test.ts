import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import { folderStore } from "~/features/files/folder-store.server";
import { incomingOf } from "~/features/files/receive-file.server";
import { takeLease } from "~/features/jobs/lease.server";
import { holdListener } from "~/features/mail/transport/hold-listener.server";
import { onEachDatabase } from "../../../support/database";
import { freePort } from "../../../support/free-port";
import { aMailAddress } from "../../../support/mail";

const MESSAGE = "From: rita@example.org\r\nTo: help@example.org\r\nSubject: Printer\r\n\r\nIt smokes.\r\n";

/** Runs `work` while a process listens or waits for the lease. */
async function whileListening(db: Db, holder: string, work: (port: number) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "hold-listener-"));
  const port = await freePort();
  const listener = holdListener(
    db,
    { store: folderStore(folder), incoming: incomingOf(folder) },
    holder,
    { protocol: "lmtp", host: "127.0.0.1", port },
    { name: "desk.example", folder: join(folder, "arriving"), failed: (error) => expect.fail(String(error)) },
  );
  try {
    await work(port);
  } finally {
    await listener.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hands over a message like Postfix. Resolves with the accepted recipients; rejects if there are none. */
async function handOver(port: number, to: string[], message = MESSAGE): Promise<string[]> {
  const connection = new SMTPConnection({ host: "127.0.0.1", port, lmtp: true, ignoreTLS: true });
  await new Promise<void>((resolve, reject) => {
    connection.once("error", reject);
    connection.connect(() => resolve());
  });
  try {
    return await new Promise((resolve, reject) =>
      connection.send({ from: "rita@example.org", to }, message, (error, info) =>
        error ? reject(error) : resolve(info.accepted.map(String)),
      ),
    );
  } finally {
    connection.quit();
  }
}

/** Polls, because the listener needs a moment to start. */
const arrives = (port: number, to: string[], message?: string) =>
  expect.poll(() => handOver(port, to, message).catch((error) => error.code), { timeout: 5_000 });

const stored = (db: Db) =>
  db
    .selectFrom("inbound_mail")
    .select(["way", "address_id", "envelope_from", "envelope_to", "reason", "size"])
    .orderBy("id")
    .execute();

onEachDatabase("the mail listener", (test) => {
  test("stores a message once for each desk address it is sent to, and refuses others", async ({ db }) => {
    const listener = { way: "listener", incoming: "{}" } as const;
    const [help, it] = [
      await aMailAddress(db, listener),
      await aMailAddress(db, { ...listener, address: "it@example.org", options: JSON.stringify({ largestMib: 1 }) }),
    ];
    await aMailAddress(db, { address: "fetched@example.org" });
    await aMailAddress(db, { ...listener, address: "paused@example.org", paused: "Ada paused this address." });
    const ours = ["help+1042.key@example.org", "IT@example.org"];
    const others = ["no@example.org", "fetched@example.org", "paused@example.org"];
    await whileListening(db, "a process", async (port) => {
      await arrives(port, [...ours, ...others]).toEqual(ours);
      const refused = (to: string) => handOver(port, [to]).catch((error) => error.responseCode);
      expect(await Promise.all(others.map(refused))).toEqual([550, 550, 451]);
      await handOver(port, ["it@example.org"], `${MESSAGE}${"It smokes.\r\n".repeat(100_000)}`);
    });
    const [first, second, large] = await stored(db);
    expect([first, second]).toEqual([
      {
        ...{ way: "listener", address_id: help, envelope_from: "rita@example.org" },
        ...{ envelope_to: "help+1042.key@example.org", reason: "", size: MESSAGE.length },
      },
      {
        ...{ way: "listener", address_id: it, envelope_from: "rita@example.org" },
        ...{ envelope_to: "IT@example.org", reason: "", size: MESSAGE.length },
      },
    ]);
    const { received_at } = await db
      .selectFrom("mail_address")
      .select("received_at")
      .where("id", "=", it)
      .executeTakeFirstOrThrow();
    expect(received_at).not.toBeNull();

    expect(large).toMatchObject({ address_id: it, reason: "too_large" });
    expect(large?.size).toBeGreaterThan(2 ** 20);
  });

  test("runs in one process only, and releases its lease when that process stops", async ({ db }) => {
    await aMailAddress(db, { way: "listener", incoming: "{}" });
    await takeLease(db, { name: "mail_listener", holder: "another" }, Date.now(), 60_000);
    await whileListening(db, "a process", async (port) => {
      await arrives(port, ["help@example.org"]).toBe("ESOCKET");
    });
    await db.deleteFrom("lease").execute();
    await whileListening(db, "a process", async (port) => {
      await arrives(port, ["help@example.org"]).toEqual(["help@example.org"]);
      expect(await takeLease(db, { name: "mail_listener", holder: "another" }, Date.now(), 500)).toBe(false);
    });
    expect(await takeLease(db, { name: "mail_listener", holder: "another" }, Date.now(), 500)).toBe(true);
  });
});
