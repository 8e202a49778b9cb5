import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { sendOne } from "~/features/mail/transport/smtp-sender.server";
import { findDovecot } from "../../build-scripts/steps/test-programs.mjs";
import { ENGINES } from "../support/database";
import { type Dovecot, startDovecot } from "../support/dovecot";
import { aKey, anAdmin, anAgent } from "../support/factories";
import { freePort } from "../support/free-port";
import { aMailAddress } from "../support/mail";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";
import { type SmtpSink, startSmtpSink } from "../support/smtp-sink";

const SECRET = "a secret of the test that is long enough";

/* The built server with a real mailbox and a real mail server, from the first email to the reply to our reply. */

const program = findDovecot();
if (!program) console.warn("Mail is not tested with a real mailbox: apt-get install dovecot-imapd dovecot-lmtpd");

describe.skipIf(!program).each(ENGINES)("a desk with an email address (%s)", (engine) => {
  let dovecot: Dovecot;
  let sink: SmtpSink;
  let server: TestServer;
  let mailPort: number;
  beforeAll(async () => {
    dovecot = await startDovecot(program ?? "");
    sink = await startSmtpSink();
    mailPort = await freePort();
    server = await startServer(engine, { SESSION_SECRET: SECRET, MAIL_LISTEN: `smtp://127.0.0.1:${mailPort}` });
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

  test("creates a task from an email, sends the reply, and adds the answer to the same task", async () => {
    const cursor = () => server.db.selectFrom("mail_address").select("cursor").executeTakeFirst();
    await expect.poll(cursor, { timeout: 30_000 }).not.toEqual({ cursor: null }); // only later email counts
    await arrives(
      "From: Priya Nair <priya@one.example>\nTo: help@example.org\nSubject: Smoke\nMessage-ID: <a@one.example>\n\nIt burns.",
    );
    await expect.poll(tasks, { timeout: 30_000 }).toEqual([{ id: 1, title: "Smoke", channel: "email" }]);

    await expect.poll(() => sink.messages.length, { timeout: 30_000 }).toBe(1);
    expect(sink.messages[0]?.source).toContain("Auto-Submitted: auto-replied");

    const ada = await anAgent(server.db, { name: "Ada" });
    await replyToTask(server.db, ada, 1, { body: "Help is coming.", requestKey: aKey() }, Date.now());
    await expect.poll(() => sink.messages.length, { timeout: 30_000 }).toBe(2);
    const sent = sink.messages[1];
    expect(sent?.to).toEqual(["priya@one.example"]);
    expect(sent?.source).toContain("References: <a@one.example>");
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

  test("tests the address from its page: the desk emails itself and shows the result", async () => {
    const { id } = await server.db.selectFrom("mail_address").select("id").executeTakeFirstOrThrow();
    const cookie = await cookieOf(server.db, await anAdmin(server.db));
    const page = `${server.origin}/settings/addresses/${id}/test`;
    const before = sink.messages.length;
    const started = await fetch(page, { method: "POST", headers: { cookie }, redirect: "manual" });
    expect(started.headers.get("location")).toBe(`/settings/addresses/${id}/test`);
    await expect.poll(() => sink.messages.length, { timeout: 30_000 }).toBe(before + 2);
    for (const { source } of sink.messages.slice(before)) {
      await arrives(`Authentication-Results: mx.example.org; dmarc=pass\n${source.replaceAll("\r\n", "\n")}`);
    }
    const shown = async () => (await fetch(page, { headers: { cookie } })).text();
    await expect.poll(shown, { timeout: 30_000 }).toContain("The address fetches and sends mail.");
    const learned = await server.db.selectFrom("mail_address").select(["learned_server", "plus_arrives"]).execute();
    expect(learned).toEqual([{ learned_server: "mx.example.org", plus_arrives: 1 }]);
    expect(await tasks()).toHaveLength(1);
  });

  test("accepts email over SMTP and over HTTP, beside an address it can't sign in to", async () => {
    const foreign = encryptSecrets({ imapPassword: "x" }, "the secret before it was changed, long enough");
    await aMailAddress(server.db, { address: "old@example.org", secrets: foreign });
    const more = {
      incoming: "{}",
      outgoing: JSON.stringify({ host: "127.0.0.1", port: 25, user: "", encryption: "none" }),
    };
    await aMailAddress(server.db, { address: "it@example.org", way: "listener", ...more });
    const secrets = encryptSecrets({ httpSecret: "the signing secret" }, SECRET);
    await aMailAddress(server.db, { address: "web@example.org", way: "http", http_key: "the-key", secrets, ...more });

    const listener = {
      host: "127.0.0.1",
      port: mailPort,
      encryption: "none",
      user: "",
      auth: { password: "" },
    } as const;
    const raw = Buffer.from("From: rita@one.example\r\nTo: it@example.org\r\nSubject: Handed over\r\n\r\nHello.\r\n");
    const handOver = () => sendOne(listener, { from: "rita@one.example", to: "it@example.org", raw });
    await expect.poll(async () => (await handOver()).outcome, { timeout: 30_000 }).toBe("sent");
    const titles = async () => (await tasks()).map(({ title }) => title);
    await expect.poll(titles, { timeout: 30_000 }).toContain("Handed over");

    const message = "From: rita@one.example\r\nTo: web@example.org\r\nSubject: Posted\r\n\r\nHello.\r\n";
    const time = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac("sha256", "the signing secret").update(`${time}.${message}`).digest("hex");
    const post = (signature: string, more = {}) =>
      fetch(`${server.origin}/api/mail/the-key`, {
        method: "POST",
        headers: { "Taskdesk-Timestamp": time, "Taskdesk-Signature": signature, ...more },
        body: message,
      });
    expect((await post("v1=00")).status).toBe(401);
    expect((await post(`v1=${"0".repeat(64)}`)).status).toBe(401);
    expect((await post(`v1=${hmac}`, { Origin: "https://elsewhere.example" })).status).toBe(202);
    await expect.poll(titles, { timeout: 30_000 }).toContain("Posted");
    const large = await fetch(`${server.origin}/api/mail/the-key`, {
      method: "POST",
      headers: { "Taskdesk-Timestamp": time, "Taskdesk-Signature": `v1=${hmac}` },
      body: Buffer.alloc(51 * 2 ** 20),
    });
    expect(large.status).toBe(413);
    const cookie = await cookieOf(server.db, await anAdmin(server.db));
    const list = await fetch(`${server.origin}/settings/addresses`, { headers: { cookie } });
    expect(await list.text()).toContain("The saved passwords can&#x27;t be read. Enter them again.");
    expect(server.output()).not.toContain('"level":"error"');
  });
});
