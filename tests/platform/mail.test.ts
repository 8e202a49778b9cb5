import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { findDovecot } from "../../build-scripts/steps/test-programs.mjs";
import { ENGINES } from "../support/database";
import { type Dovecot, startDovecot } from "../support/dovecot";
import { aKey, anAgent } from "../support/factories";
import { aMailAddress } from "../support/mail";
import { startServer, type TestServer } from "../support/server";
import { type SmtpSink, startSmtpSink } from "../support/smtp-sink";

const SECRET = "a secret of the test that is long enough";

/* The built server beside a real mailbox and a real mail server, from the first mail to the answer to the answer. */

const program = findDovecot();
if (!program) console.warn("Mail is not tested with a real mailbox: apt-get install dovecot-imapd dovecot-lmtpd");

describe.skipIf(!program).each(ENGINES)("a desk with an email address (%s)", (engine) => {
  let dovecot: Dovecot;
  let sink: SmtpSink;
  let server: TestServer;
  beforeAll(async () => {
    dovecot = await startDovecot(program ?? "");
    sink = await startSmtpSink();
    server = await startServer(engine, { SESSION_SECRET: SECRET });
    const local = { host: "127.0.0.1", encryption: "none" };
    await aMailAddress(server.db, {
      incoming: JSON.stringify({ ...local, port: dovecot.ports.imap, user: "help@example.org" }),
      outgoing: JSON.stringify({ ...local, port: sink.port, user: "" }),
      secrets: encryptSecrets({ imapPassword: dovecot.password }, SECRET),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await sink?.stop();
    await dovecot?.stop();
  });

  const arrives = async (source: string) => {
    const client = await dovecot.client("help@example.org");
    await client.append("INBOX", source.replaceAll("\n", "\r\n"));
  };
  const tasks = () => server.db.selectFrom("task").select(["id", "title", "channel"]).execute();
  const messages = () => server.db.selectFrom("message").select(["body", "side"]).orderBy("id").execute();

  test("makes a task of mail, sends the reply, and puts the answer on the same task", async () => {
    const cursor = () => server.db.selectFrom("mail_address").select("cursor").executeTakeFirst();
    await expect.poll(cursor, { timeout: 30_000 }).not.toEqual({ cursor: null }); // it takes only what comes from now on
    await arrives(
      "From: Priya Nair <priya@one.example>\nTo: help@example.org\nSubject: Smoke\nMessage-ID: <a@one.example>\n\nIt burns.",
    );
    await expect.poll(tasks, { timeout: 30_000 }).toEqual([{ id: 1, title: "Smoke", channel: "email" }]);

    const ada = await anAgent(server.db, { name: "Ada" });
    await replyToTask(server.db, ada, 1, { body: "Help is coming.", requestKey: aKey() }, Date.now());
    await expect.poll(() => sink.messages.length, { timeout: 30_000 }).toBe(1);
    const [sent] = sink.messages;
    expect(sent?.to).toEqual(["priya@one.example"]);
    expect(sent?.source).toContain("In-Reply-To: <a@one.example>");
    const replyTo = /^Reply-To: (.*)$/im.exec(sent?.source ?? "")?.[1]?.trim();

    await arrives(
      `From: priya@one.example\nTo: ${replyTo}\nSubject: Re: Smoke\nMessage-ID: <b@one.example>\n\nThank you.\n\nOn Monday, Ada wrote:\n> Help is coming.`,
    );
    await expect.poll(messages, { timeout: 30_000 }).toEqual([
      { body: "It burns.", side: "requester" },
      { body: "Help is coming.", side: "agent" },
      { body: "Thank you.", side: "requester" },
    ]);
    expect(await tasks()).toHaveLength(1);
  });
});
