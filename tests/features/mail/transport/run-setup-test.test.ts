import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { SETUP_STEPS } from "~/features/mail/addresses/setup-test";
import { beginTest, readSetupTest, takeTestMail } from "~/features/mail/addresses/setup-test.server";
import { headerLines } from "~/features/mail/parsing/header-lines";
import { runSetupTests } from "~/features/mail/transport/run-setup-test.server";
import { MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { NOON } from "../../../support/factories";
import { aMailAddress } from "../../../support/mail";
import { type SmtpSink, startSmtpSink } from "../../../support/smtp-sink";

onEachDatabase("the setup test of an address", (test) => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  beforeEach(() => {
    sink.messages.length = 0;
    sink.faults = {};
  });
  afterAll(() => sink.stop());

  async function anAddress(db: Db, more = {}) {
    const outgoing = JSON.stringify({ host: "127.0.0.1", port: sink.port, user: "", encryption: "none" });
    const id = await aMailAddress(db, { way: "listener", incoming: "{}", outgoing, ...more });
    await inTransaction(db, (tx) => beginTest(tx, id, NOON));
    return id;
  }
  const run = async (db: Db, ...times: number[]) => {
    for (const now of times) await runSetupTests(db, { holder: "a process" }, now);
  };
  const states = async (db: Db, id: number) => {
    const found = await readSetupTest(db, id);
    return found && SETUP_STEPS.map((step) => found.test.steps[step].state).join(" ");
  };
  const row = (db: Db) =>
    db.selectFrom("mail_address").select(["learned_server", "plus_arrives", "testing_until"]).executeTakeFirst();
  /** The header that the receiving server adds, and those of a message in the sink. */
  const received = (verdict: string, index: number) =>
    headerLines(Buffer.from(`${verdict}${sink.messages[index]?.source.split("\r\n\r\n")[0]}`));
  const take = (db: Db, id: number, headers: [string, string][]) =>
    inTransaction(db, (tx) => takeTestMail(tx, id, headers, NOON + 1_000));

  test("mails its own address twice and learns the trusted server and plus addressing", async ({ db }) => {
    const id = await anAddress(db);
    expect(await states(db, id)).toBe("waiting waiting waiting waiting waiting");
    await run(db, NOON, NOON);
    expect(await states(db, id)).toBe("done done waiting waiting waiting");
    expect(sink.messages.map(({ to }) => to)).toEqual([["help@example.org"], ["help+test@example.org"]]);

    expect(await take(db, id, received("Authentication-Results: MX.example.org 1; dmarc=pass\r\n", 0))).toBe(true);
    expect(await take(db, id, received("", 1))).toBe(true);
    expect(await states(db, id)).toBe("done done done done done");
    expect(await row(db)).toEqual({ learned_server: "mx.example.org", plus_arrives: 1, testing_until: null });
    expect(await take(db, id, received("", 0))).toBe(false); // that test is over
  });

  test.for<[verdict: string, options: object, learned: string | null, state: string]>([
    ["", {}, null, "absent"],
    ["Authentication-Results: spf=pass smtp.mailfrom=x.example; dmarc=pass\r\n", {}, null, "absent"],
    ["Authentication-Results: spf=pass (ip) smtp.mailfrom=x.example\r\n", { signIn: "microsoft" }, "*", "done"],
  ])(
    "finishes without tags or verdicts that the server doesn't offer: %j %j",
    async ([verdict, options, learned, state], { db }) => {
      const id = await anAddress(db);
      await run(db, NOON, NOON);
      await db
        .updateTable("mail_address")
        .set({ options: JSON.stringify(options) })
        .execute();
      await take(db, id, received(verdict, 0));
      await run(db, NOON + MINUTE_MS);
      expect(await states(db, id)).toBe(`done done done waiting ${state}`);
      await run(db, NOON + MINUTE_MS + 1_001);
      expect(await states(db, id)).toBe(`done done done absent ${state}`);
      expect(await row(db)).toEqual({ learned_server: learned, plus_arrives: 0, testing_until: null });
    },
  );

  test("reports the failed step in the server's words", async ({ db }) => {
    sink.faults = { rcpt: () => "550 5.7.1 Relaying denied" };
    const id = await anAddress(db);
    await run(db, NOON, NOON);
    expect(await states(db, id)).toBe("done failed skipped skipped skipped");
    expect((await readSetupTest(db, id))?.test.steps.send.words).toBe("550 5.7.1 Relaying denied");

    const secrets = encryptSecrets({ imapPassword: "x" });
    const incoming = JSON.stringify({ host: "127.0.0.1", port: 1, user: "help", encryption: "none" });
    const unreachable = await anAddress(db, { address: "b@example.org", way: "imap", incoming, secrets });
    sink.faults = {};
    await run(db, NOON, NOON);
    expect(await states(db, unreachable)).toBe("failed done skipped skipped skipped");
    expect((await readSetupTest(db, unreachable))?.test.steps.fetch.words).toContain("refused the connection");
  });

  test("ends after four minutes without the message, and can't start while the address is paused", async ({ db }) => {
    const id = await anAddress(db);
    await run(db, NOON, NOON, NOON + 4 * MINUTE_MS);
    expect(await states(db, id)).toBe("done done waiting waiting waiting");
    await run(db, NOON + 4 * MINUTE_MS + 1);
    expect(await states(db, id)).toBe("done done failed skipped skipped");
    await db.updateTable("mail_address").set({ paused: "Ada paused this address." }).execute();
    expect(await inTransaction(db, (tx) => beginTest(tx, id, NOON))).toEqual({ ok: false, why: "paused" });
  });
});
