import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { readQuarantine } from "~/features/mail/log/mail-log.server";
import { watchMailboxes } from "~/features/mail/receiving/watch-mailboxes.server";
import { incomingServer } from "~/features/mail/transport/account-servers.server";
import { findDovecot } from "../../../../build-scripts/steps/test-programs.mjs";
import { onEachDatabase } from "../../../support/database";
import { type Dovecot, startDovecot } from "../../../support/dovecot";
import { aFileStore } from "../../../support/files";
import { aMailAddress } from "../../../support/mail";
import { flakyLine } from "../transport/flaky-line";
import { aMessage, QUICK_RETRIES } from "../transport/watched-mailbox";

const program = findDovecot();
if (!program) console.warn("Watching mailboxes is not tested: apt-get install dovecot-imapd dovecot-lmtpd");

describe.skipIf(!program)("a watched mailbox", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(program ?? "");
  });
  afterAll(() => dovecot?.stop());

  let users = 0;
  /** Watches a mailbox of its own until the test ends. */
  async function watched(db: Db, { password = dovecot.password, port = dovecot.ports.imap, ...row } = {} as Watched) {
    const user = `watched${++users}@example.org`;
    await aMailAddress(db, {
      incoming: JSON.stringify({ host: "127.0.0.1", encryption: "none", port, user }),
      secrets: encryptSecrets({ imapPassword: password }),
      ...row,
    });
    const { store, incoming } = await aFileStore();
    const failures: unknown[] = [];
    const watching = watchMailboxes(db, { store, incoming }, "test", {
      ...{ serverOf: (account) => incomingServer(db, account), failed: (error) => void failures.push(error) },
      ...{ everyMs: 500, timing: { ...QUICK_RETRIES, pollMs: 100, giveUpMs: 0 } },
    });
    onTestFinished(() => watching.stop());
    const address = () => db.selectFrom("mail_address").selectAll().executeTakeFirstOrThrow();
    const arrives = async (subject: string, body?: string) => {
      const client = await dovecot.client(user);
      await client.append("INBOX", aMessage(subject, body));
    };
    const succeeds = () => expect.poll(async () => (await address()).succeeded_at).not.toBeNull();
    return { address, arrives, succeeds, failures };
  }
  type Watched = { password?: string; port?: number; cursor?: string; options?: string };

  onEachDatabase("", (test) => {
    test("is paused after refused credentials and tried again once an admin resumes it", async ({ db }) => {
      const { address } = await watched(db, { password: "wrong" });
      const isPaused = () => expect.poll(async () => (await address()).paused).toBe("Authentication failed.");
      await isPaused();
      await db.updateTable("mail_address").set({ paused: null, paused_at: null }).execute();
      await isPaused();
    });

    test("starts again after a failed start", async ({ db }) => {
      const { succeeds, failures } = await watched(db, { cursor: "damaged" });
      await expect.poll(() => failures.length).toBe(1);
      await db.updateTable("mail_address").set({ cursor: null }).execute();
      await succeeds();
    });

    test("quarantines a message that its server can't deliver, and continues", async ({ db }) => {
      const line = await flakyLine(dovecot.ports.imap);
      onTestFinished(line.close);
      const { arrives, succeeds } = await watched(db, { port: line.port });
      await succeeds();
      line.state = { cutAfter: 50_000 };
      await arrives("bad", "x".repeat(100_000));
      await arrives("good");
      const stored = () => db.selectFrom("inbound_mail").select("outcome").orderBy("id").execute();
      await expect.poll(stored).toEqual([{ outcome: "quarantined" }, { outcome: null }]);
      expect((await readQuarantine(db)).mail).toMatchObject([
        { reason: "The mail server couldn't deliver this message. Look for it in the mailbox.", hasSource: false },
      ]);
    });

    test("reports that messages can't be moved until they are", async ({ db }) => {
      const { address, arrives, succeeds } = await watched(db, { options: JSON.stringify({ folder: "a..b" }) });
      await succeeds();
      await arrives("one");
      const failure = async () => (await address()).failure;
      await expect.poll(failure).toMatch(/can't be moved/);
      await arrives("two");
      await expect.poll(async () => JSON.parse((await address()).cursor ?? "").unsettled).toEqual([1, 2]);
      for (let n = 0; n < 10; n++) {
        expect(await failure()).toMatch(/can't be moved/);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      await db.updateTable("mail_address").set({ options: "{}" }).execute();
      await expect.poll(failure, { timeout: 5_000 }).toBeNull();
    });
  });
});
