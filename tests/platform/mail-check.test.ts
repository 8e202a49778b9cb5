import { describe, expect, onTestFinished, test } from "vitest";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { findDovecot } from "../../build-scripts/steps/test-programs.mjs";
import { runBundledCommand } from "../support/command";
import { freshDatabase } from "../support/database";
import { startDovecot } from "../support/dovecot";
import { aMailAddress } from "../support/mail";
import { startSmtpSink } from "../support/smtp-sink";

const SECRET = "a secret of the test that is long enough";

const program = findDovecot();

/* `npm run mail -- check` while no server runs. */
describe.skipIf(!program)("checking an address from the command line", () => {
  async function aDesk(password?: string) {
    const { db, folder, drop } = await freshDatabase("sqlite");
    const dovecot = await startDovecot(program ?? "");
    const mailbox = await dovecot.client("help@example.org");
    const sink = await startSmtpSink();
    sink.faults.data = ({ source }) => {
      void mailbox.append("INBOX", `Authentication-Results: mx.example.org; dmarc=pass\r\n${source}`);
      return null;
    };
    onTestFinished(async () => {
      await Promise.all([sink.stop(), dovecot.stop()]);
      await drop();
    });
    const local = { host: "127.0.0.1", encryption: "none" };
    await aMailAddress(db, {
      incoming: JSON.stringify({ ...local, port: dovecot.ports.imap, user: "help@example.org" }),
      outgoing: JSON.stringify({ ...local, port: sink.port, user: "" }),
      secrets: encryptSecrets({ imapPassword: password ?? dovecot.password }, SECRET),
    });
    return {
      db,
      check: (...args: string[]) => runBundledCommand("mail", args, { DATA_DIR: folder, SESSION_SECRET: SECRET }),
    };
  }

  test("shows each step, and saves what it learns as the page does", async () => {
    const { db, check } = await aDesk();
    const command = await check("check", "Help@Example.org");
    expect(await command.ended, command.errors()).toBe(0);
    const lines = command
      .output()
      .split("\n")
      .map((line) => line.split(/ {2,}/).slice(0, 2).join(": "));
    expect(lines).toEqual([
      "Taskdesk isn't running, so this command checks the mailbox itself.",
      "Fetch mail: Works",
      "Send a message: Works",
      "Receive the message: Works",
      ...["Receive at a tagged address: Works", "Sender verification: Works"],
      ...["Help@Example.org works.", ""],
    ]);
    const learned = await db.selectFrom("mail_address").select(["learned_server", "plus_arrives"]).execute();
    expect(learned).toEqual([{ learned_server: "mx.example.org", plus_arrives: 1 }]);
  });

  test("exits with 1 and shows the server's error if a step fails, or why it can't test an address", async () => {
    const { db, check } = await aDesk("wrong");
    const failing = await check("check", "help@example.org");
    expect(await failing.ended).toBe(1);
    expect(failing.output()).toMatch(/^Fetch mail +Failed +.*Authentication failed/m);
    expect(failing.output()).toMatch(/^Receive the message +Skipped$/m);
    const unknown = await check("check", "no@example.org");
    expect(await unknown.ended).toBe(1);
    expect(unknown.errors()).toContain("taskdesk: no@example.org isn't an email address of this desk.");
    await db.updateTable("mail_address").set({ paused: "Ada paused this address." }).execute();
    const paused = await check("check", "help@example.org");
    expect(await paused.ended).toBe(1);
    expect(paused.errors()).toBe(
      "taskdesk: help@example.org is paused: Ada paused this address. Resume it under Settings → Email addresses first.\n",
    );
  });
});
