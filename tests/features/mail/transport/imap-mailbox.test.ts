import type { ImapFlow } from "imapflow";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { MailboxConfig, MailboxTiming } from "~/features/mail/transport/imap-mailbox.server";
import type { MailServer } from "~/features/mail/transport/mail-server";
import { OAuthRefused } from "~/features/mail/transport/oauth-tokens.server";
import { findDovecot } from "../../../../build-scripts/steps/test-programs.mjs";
import { type Dovecot, startDovecot } from "../../../support/dovecot";
import { freePort } from "../../../support/free-port";
import { type OAuthServer, startOAuthServer } from "../../../support/oauth-server";
import { startRudeServer } from "../../../support/smtp-sink";
import { flakyLine } from "./flaky-line";
import { aMessage, QUICK_RETRIES, type WatchedMailbox, watch } from "./watched-mailbox";

const program = findDovecot();
if (!program) console.warn("Reading mailboxes is not tested: apt-get install dovecot-imapd dovecot-lmtpd");

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

let users = 0;
/** A new mailbox name for each test: Dovecot accepts any. */
const aUser = () => `user${++users}@desk.example`;

describe.skipIf(!program)("a mailbox", () => {
  let dovecot: Dovecot;
  let provider: OAuthServer;

  beforeAll(async () => {
    provider = await startOAuthServer();
    dovecot = await startDovecot(program ?? "", { introspectionUrl: provider.introspectionUrl });
  });
  afterAll(async () => {
    await dovecot?.stop();
    await provider?.stop();
  });

  const serverOf = (user: string, more: Partial<MailServer> = {}): MailServer => ({
    host: "127.0.0.1",
    port: dovecot.ports.imap,
    encryption: "none",
    user,
    auth: { password: dovecot.password },
    ca: dovecot.certificate.certificate,
    ...more,
  });
  const configOf = (user: string, more: Partial<MailboxConfig> = {}): MailboxConfig => ({
    server: serverOf(user),
    folder: "INBOX",
    after: { action: "leave" },
    maxBytes: 5 * MIB,
    firstDays: 0,
    timing: QUICK_RETRIES,
    ...more,
  });
  const append = (client: ImapFlow, subject: string, received?: number, body?: string) =>
    client.append("INBOX", aMessage(subject, body), [], received === undefined ? undefined : new Date(received));
  async function subjectsIn(client: ImapFlow, folder: string): Promise<string[]> {
    const opened = await client.mailboxOpen(folder);
    if (opened.exists === 0) return [];
    const found = await client.fetchAll("1:*", { envelope: true });
    return found.map(({ envelope }) => envelope?.subject ?? "");
  }
  const ready = (mailbox: ReturnType<typeof watch>) => expect.poll(mailbox.successes).toBeGreaterThan(0);

  describe("read for the first time", () => {
    test("yields only mail that arrives from then on", async () => {
      const user = aUser();
      const client = await dovecot.client(user);
      await append(client, "old");

      const mailbox = watch(configOf(user));
      await ready(mailbox);
      await append(client, "new");

      await expect.poll(mailbox.subjects).toEqual(["new"]);
      expect(mailbox.stored[0]?.text).toBe(aMessage("new"));
      expect(mailbox.cursor()).toMatchObject({ lastUid: 2, backlog: null, unsettled: [] });
    });

    test("also yields the mail of the last days if configured", async () => {
      const user = aUser();
      const client = await dovecot.client(user);
      await append(client, "yesterday", Date.now() - DAY_MS);
      await append(client, "a month ago, copied here later", Date.now() - 30 * DAY_MS);
      await append(client, "today");

      const mailbox = watch(configOf(user, { firstDays: 7 }));
      await expect.poll(mailbox.subjects).toEqual(["yesterday", "today"]);
      await append(client, "a month ago, but new here", Date.now() - 30 * DAY_MS);
      await expect.poll(() => mailbox.subjects().at(-1)).toBe("a month ago, but new here");
      expect(mailbox.stored).toHaveLength(3);
    });
  });

  test("resumes at its cursor, whatever other clients have read", async () => {
    const user = aUser();
    const client = await dovecot.client(user);
    const first = watch(configOf(user));
    await ready(first);
    await append(client, "one");
    await expect.poll(first.subjects).toEqual(["one"]);
    await first.stop();

    await client.append("INBOX", aMessage("two"), ["\\Seen"]);
    const second = watch(configOf(user), first.cursor());

    await expect.poll(second.subjects).toEqual(["two"]);
  });

  test("is polled in addition to IDLE", async () => {
    const user = aUser();
    const client = await dovecot.client(user);
    const line = await flakyLine(dovecot.ports.imap);
    onTestFinished(line.close);
    const mailbox = watch(
      configOf(user, { server: serverOf(user, { port: line.port }), timing: { ...QUICK_RETRIES, pollMs: 300 } }),
    );
    await expect.poll(mailbox.successes).toBeGreaterThan(2);
    await append(client, "new");
    await expect.poll(mailbox.subjects).toEqual(["new"]);
    expect(line.connections()).toBe(1);
  });

  test("is read again for the last seven days when its UIDs change", async () => {
    const user = aUser();
    const client = await dovecot.client(user);
    const add = (subject: string, received = Date.now()) =>
      client.append("Help", aMessage(subject), [], new Date(received));
    await client.mailboxCreate("Help");
    const first = watch(configOf(user, { folder: "Help" }));
    await ready(first);
    await add("one");
    await expect.poll(first.subjects).toEqual(["one"]);
    await first.stop();

    await client.mailboxDelete("Help");
    await client.mailboxCreate("Help");
    await add("last month", Date.now() - 30 * DAY_MS);
    await add("one");
    const second = watch(configOf(user, { folder: "Help" }), first.cursor());

    await expect.poll(second.subjects).toEqual(["one"]);
    await add("two");
    await expect.poll(second.subjects).toEqual(["one", "two"]);
    expect(second.cursor()?.uidValidity).not.toBe(first.cursor()?.uidValidity);
  });

  describe("after a message is stored", () => {
    test.each([
      ["stays as it was", { action: "leave" } as const, ["old", "new"], undefined, false],
      ["is marked as read", { action: "read" } as const, ["old", "new"], undefined, true],
      ["is deleted", { action: "delete" } as const, ["old"], undefined, false],
      ["is moved to a new folder", { action: "move", folder: "Taskdesk" } as const, ["old"], ["new"], false],
    ])("the message %s, and older ones are left alone", async (_, after, left, moved, isRead) => {
      const user = aUser();
      const client = await dovecot.client(user);
      await append(client, "old");
      const mailbox = watch(configOf(user, { after }));
      await ready(mailbox);
      await append(client, "new");
      await expect.poll(mailbox.subjects).toEqual(["new"]);
      await expect.poll(() => mailbox.cursor()?.unsettled).toEqual([]);

      expect(await subjectsIn(client, "INBOX")).toEqual(left);
      if (moved) expect(await subjectsIn(client, "Taskdesk")).toEqual(moved);
      if (left.length === 2) {
        await client.mailboxOpen("INBOX");
        const flags = (await client.fetchAll("1:*", { flags: true })).map((found) => found.flags?.has("\\Seen"));
        expect(flags).toEqual([false, isRead]);
      }
    });

    test("the message is moved later if the process ended first", async () => {
      const user = aUser();
      const client = await dovecot.client(user);
      const after = { action: "move", folder: "Taskdesk" } as const;
      await append(client, "old");
      const opened = await client.mailboxOpen("INBOX");
      await append(client, "stored before the end");
      const cursor = { uidValidity: String(opened.uidValidity), lastUid: 2, backlog: null, unsettled: [2] };

      const mailbox = watch(configOf(user, { after }), cursor);

      await expect.poll(() => mailbox.cursor()?.unsettled).toEqual([]);
      expect(mailbox.stored).toEqual([]);
      expect(await subjectsIn(client, "INBOX")).toEqual(["old"]);
      expect(await subjectsIn(client, "Taskdesk")).toEqual(["stored before the end"]);
    });

    test("a folder that can't be created is reported, and mail still arrives", async () => {
      const user = aUser();
      const client = await dovecot.client(user);
      const mailbox = watch(configOf(user, { after: { action: "move", folder: "a..b" } }));
      await ready(mailbox);
      await append(client, "one");
      await expect.poll(() => mailbox.failures.map(({ kind }) => kind)).toContain("settling");
      await append(client, "two");
      await expect.poll(mailbox.subjects).toEqual(["one", "two"]);
      expect(mailbox.failures[0]?.words).toMatch(
        /^Processed messages can't be moved, marked or deleted\. Check “After processing” and the account's permissions\. The mail server said: .{5,}/,
      );
    });
  });

  test("yields a large message whole, and only the headers of one over the limit", async () => {
    const user = aUser();
    const client = await dovecot.client(user);
    const mailbox = watch(configOf(user, { maxBytes: 2 * MIB }));
    await ready(mailbox);
    const body = `${"x".repeat(76)}\r\n`.repeat(20_000);
    await append(client, "small");
    await append(client, "large", undefined, body);
    await append(client, "too large", undefined, body + body);
    await append(client, "next");

    await expect.poll(mailbox.subjects).toEqual(["small", "large", "too large", "next"]);
    expect(mailbox.stored.map(({ part }) => part)).toEqual(["whole", "whole", "headers", "whole"]);
    expect(mailbox.stored[1]?.text).toBe(aMessage("large", body));
    expect(mailbox.stored[2]?.text).toBe(aMessage("too large", "").slice(0, -2));
    expect(mailbox.stored[2]?.size).toBeGreaterThan(2 * MIB);
  });

  test("yields hundreds of waiting messages in order, each once", async () => {
    const user = aUser();
    const client = await dovecot.client(user);
    const first = watch(configOf(user));
    await ready(first);
    await first.stop();
    const subjects = Array.from({ length: 230 }, (_, index) => `message ${index}`);
    for (const subject of subjects) await append(client, subject);

    const mailbox = watch(configOf(user, { after: { action: "move", folder: "Taskdesk" } }), first.cursor());

    await expect.poll(mailbox.subjects).toEqual(subjects);
    await expect.poll(() => mailbox.cursor()?.unsettled).toEqual([]);
    expect(mailbox.stored.map(({ cursor }) => cursor.lastUid)).toEqual(mailbox.stored.map(({ uid }) => uid));
    expect(await subjectsIn(client, "INBOX")).toEqual([]);
  });

  test("yields each message once, even if each process ends early", async () => {
    const user = aUser();
    const client = await dovecot.client(user);
    const subjects = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    const first = watch(configOf(user));
    await ready(first);
    await first.stop();
    for (const subject of subjects) await append(client, subject);

    const stored: (string | undefined)[] = [];
    let cursor = first.cursor();
    while (stored.length < subjects.length) {
      const after = { action: "move", folder: "Taskdesk" } as const;
      const mailbox: WatchedMailbox = watch(configOf(user, { after }), cursor, () => {
        // Each process stops while it stores its second message, so this commit is its last action.
        if (mailbox.stored.length === 1) void mailbox.stop();
      });
      await mailbox.end;
      stored.push(...mailbox.subjects());
      cursor = mailbox.cursor();
    }
    expect(stored).toEqual(subjects);

    const last = watch(configOf(user, { after: { action: "move", folder: "Taskdesk" } }), cursor);
    await ready(last);
    expect(last.stored).toEqual([]);
    expect(await subjectsIn(client, "INBOX")).toEqual([]);
    expect((await subjectsIn(client, "Taskdesk")).sort()).toEqual([...subjects].sort());
  });

  describe("while messages can't be stored", () => {
    test("keeps them on the server and yields them once storage works again", async () => {
      const user = aUser();
      const client = await dovecot.client(user);
      let isFull = true;
      const full = () => {
        if (isFull) throw new Error("The disk is full.");
      };
      const mailbox = watch(configOf(user, { after: { action: "delete" } }), null, full);
      await ready(mailbox);
      await append(client, "one");
      await append(client, "two");

      await expect.poll(() => mailbox.failures).toContainEqual({ kind: "storage", words: "The disk is full." });
      expect(await subjectsIn(client, "INBOX")).toEqual(["one", "two"]);
      isFull = false;
      await expect.poll(mailbox.subjects).toEqual(["one", "two"]);
    });
  });

  describe("sign-in", () => {
    test("is paused after a wrong password, with the server's words, and not tried again", async () => {
      const line = await flakyLine(dovecot.ports.imap);
      onTestFinished(line.close);
      const server = serverOf(aUser(), { port: line.port, auth: { password: "wrong" } });
      const mailbox = watch(configOf("", { server }));

      expect(await mailbox.end).toEqual({ outcome: "paused", words: "Authentication failed." });
      expect(mailbox.failures).toEqual([{ kind: "credentials", words: "Authentication failed." }]);
      expect(line.connections()).toBe(1);
    });

    test("uses an access token, and another one if the server refuses the first", async () => {
      const user = aUser();
      const asked: (string | undefined)[] = [];
      const accessToken = async (refused?: string) => {
        asked.push(refused);
        return refused ? provider.issue(user) : "stale";
      };
      const server = serverOf(user, { port: dovecot.ports.imaps, encryption: "tls", auth: { accessToken } });
      await ready(watch(configOf(user, { server })));
      expect(asked).toEqual([undefined, "stale"]);
    });

    test("is paused if the provider or server refuses, but not if the provider only fails", async () => {
      const user = aUser();
      const withToken = (accessToken: () => Promise<string>) =>
        watch(configOf(user, { server: serverOf(user, { auth: { accessToken } }) }));

      const refused = withToken(() => Promise.reject(new OAuthRefused("Consent was withdrawn.")));
      expect(await refused.end).toEqual({ outcome: "paused", words: "Consent was withdrawn." });
      expect((await withToken(async () => "stale").end).outcome).toBe("paused");

      let attempts = 0;
      const failing = withToken(async () => {
        if (attempts++ < 2) throw new Error("No answer from the provider.");
        return provider.issue(user);
      });
      await ready(failing);
      expect(failing.failures).toContainEqual({ kind: "server", words: "No answer from the provider." });
    });
  });

  describe("encryption", () => {
    test("works as TLS and as STARTTLS", async () => {
      const user = aUser();
      const { imap, imaps } = dovecot.ports;
      await ready(watch(configOf(user, { server: serverOf(user, { encryption: "tls", port: imaps }) })));
      await ready(watch(configOf(user, { server: serverOf(user, { encryption: "starttls", port: imap }) })));
    });

    test("never falls back to plain text", async () => {
      const said: string[] = [];
      const plain = await startRudeServer((socket) => {
        socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n");
        socket.on("data", (chunk) => {
          said.push(String(chunk));
          const tag = /^\S+/.exec(String(chunk))?.[0];
          socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK done\r\n`);
        });
      });
      onTestFinished(plain.stop);
      const server = serverOf("ann", { port: plain.port, encryption: "starttls" });
      const mailbox = watch(configOf("ann", { server }));
      await expect
        .poll(() => mailbox.failures[0])
        .toEqual({
          kind: "server",
          words: "127.0.0.1 doesn't offer STARTTLS. Choose TLS instead.",
        });
      expect(said.join("")).not.toMatch(/LOGIN|AUTHENTICATE/);
    });

    test("needs a trusted certificate, and can be off only on a private network", async () => {
      const { ca: _, ...server } = serverOf("ann", { port: dovecot.ports.imaps, encryption: "tls" });
      const untrusted = watch(configOf("ann", { server }));
      await expect.poll(() => untrusted.failures[0]?.words).toMatch(/^The certificate for 127.0.0.1 can't be trusted:/);

      const open = watch(configOf("ann", { server: { ...server, host: "192.0.2.1", encryption: "none" } }));
      await expect.poll(() => open.failures[0]?.words).toMatch(/^192.0.2.1 isn't on a private network/);
    });
  });

  describe("on an unreliable server", () => {
    const QUICK: Partial<MailboxTiming> = { ...QUICK_RETRIES, silenceMs: 1_500, pollMs: 500 };

    async function onFlakyLine(more: Partial<MailboxConfig> = {}) {
      const user = aUser();
      const line = await flakyLine(dovecot.ports.imap);
      onTestFinished(line.close);
      const client = await dovecot.client(user);
      const mailbox = watch(configOf(user, { server: serverOf(user, { port: line.port }), ...more }));
      return { line, client, mailbox };
    }

    test("is read again after the server restarts", async () => {
      const own = await startDovecot(program ?? "");
      onTestFinished(own.stop);
      const server = serverOf("ann", { port: own.ports.imap, auth: { password: own.password } });
      const mailbox = watch(configOf("ann", { server }));
      await ready(mailbox);
      await own.kill();
      await expect.poll(() => mailbox.failures.at(-1)?.words).toMatch(/refused the connection/);
      await own.restart();
      const client = await own.client("ann");
      await client.append("INBOX", aMessage("after the restart"));
      await expect.poll(mailbox.subjects).toEqual(["after the restart"]);
    });

    test("is read again after a cut connection, even in the middle of messages", async () => {
      const { line, client, mailbox } = await onFlakyLine();
      await ready(mailbox);
      line.cut();
      await expect
        .poll(() => mailbox.failures.at(-1)?.words)
        .toBe("The connection to 127.0.0.1 was lost. Try again later.");
      line.state = { cutAfter: 60_000 };
      for (let index = 0; index < 3; index++) await append(client, `message ${index}`, undefined, "x".repeat(30_000));
      await expect.poll(mailbox.subjects).toEqual(["message 0", "message 1", "message 2"]);
      expect(mailbox.failures.length).toBeGreaterThan(1);
    });

    test("never stores part of a large message that was cut off, and reads it again", async () => {
      const { line, client, mailbox } = await onFlakyLine();
      await ready(mailbox);
      line.cut();
      line.state = { cutAfter: 900_000 };
      const body = `${"x".repeat(76)}\r\n`.repeat(20_000);
      await append(client, "large", undefined, body);
      await expect.poll(() => mailbox.failures.length).toBeGreaterThan(2);
      expect(mailbox.stored).toEqual([]);
      line.state = "whole";
      await expect.poll(mailbox.subjects).toEqual(["large"]);
      expect(mailbox.stored[0]?.text).toBe(aMessage("large", body));
    });

    test("is read again after the server went silent, on old and new connections", async () => {
      const { line, client, mailbox } = await onFlakyLine({ timing: QUICK });
      await ready(mailbox);
      line.silence();
      line.state = "silent";
      await expect.poll(() => mailbox.failures.length).toBeGreaterThan(1);
      expect(mailbox.failures.at(-1)?.words).toBe("127.0.0.1 isn't responding. Check the port, or try again later.");
      line.state = "whole";
      line.cut();
      await append(client, "new");
      await expect.poll(mailbox.subjects).toEqual(["new"]);
    });

    test("is read again after the server sent garbage", async () => {
      const { line, client, mailbox } = await onFlakyLine({ timing: QUICK });
      await ready(mailbox);
      line.state = { garbageAfter: 0 };
      line.cut();
      await expect.poll(() => mailbox.failures.length).toBeGreaterThan(1);
      line.state = "whole";
      line.cut();
      await append(client, "new");
      await expect.poll(mailbox.subjects).toEqual(["new"]);
    });

    test("is retried while the server refuses sign-ins for now, and reports the server's words", async () => {
      const busy = await startRudeServer((socket) => {
        socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n");
        socket.on("data", (chunk) => {
          const [tag, command] = String(chunk).split(/\s/);
          const refusal = "NO [UNAVAILABLE] Temporary authentication failure.";
          socket.write(`${tag} ${command === "AUTHENTICATE" ? refusal : "OK done"}\r\n`);
        });
      });
      onTestFinished(busy.stop);
      const mailbox = watch(configOf("ann", { server: serverOf("ann", { port: busy.port }) }));
      await expect.poll(busy.connections).toBeGreaterThan(2);
      expect(mailbox.failures[0]).toEqual({ kind: "server", words: "Temporary authentication failure." });
    });

    test("skips a message that the server fails to deliver", async () => {
      const { line, client, mailbox } = await onFlakyLine({ timing: { ...QUICK_RETRIES, giveUpMs: 0 } });
      await ready(mailbox);
      await mailbox.stop();
      await append(client, "bad", undefined, "x".repeat(100_000));
      await append(client, "good");
      line.state = { cutAfter: 50_000 };
      const server = serverOf(`user${users}@desk.example`, { port: line.port });
      const again = watch(configOf("", { server, timing: { ...QUICK_RETRIES, giveUpMs: 0 } }), mailbox.cursor());

      await expect.poll(() => again.stored.map(({ part }) => part)).toEqual(["nothing", "whole"]);
      expect(again.stored[0]).toMatchObject({
        words: "The server couldn't deliver this message after several attempts.",
      });
      expect(again.subjects()).toEqual([undefined, "good"]);
    });

    test("reports a refused connection while no server listens", async () => {
      const port = await freePort();
      const mailbox = watch(configOf("ann", { server: serverOf("ann", { port }) }));
      await expect
        .poll(() => mailbox.failures[0]?.words)
        .toBe(`127.0.0.1 refused the connection on port ${port}. Check the port.`);
    });
  });

  describe("stopping", () => {
    test("takes less than a second while idle, connecting or between attempts", async () => {
      const silent = await startRudeServer();
      onTestFinished(silent.stop);
      const idle = watch(configOf(aUser()));
      await ready(idle);
      const connecting = watch(configOf("ann", { server: serverOf("ann", { port: silent.port }) }));
      await expect.poll(silent.connections).toBe(1);
      const timing = { retryMs: 60_000 };
      const between = watch(configOf("ann", { server: serverOf("ann", { port: await freePort() }), timing }));
      await expect.poll(() => between.failures.length).toBe(1);
      for (const mailbox of [idle, connecting, between]) expect(await mailbox.stop()).toBeLessThan(1_000);
    });

    test("doesn't wait for a database that doesn't answer", async () => {
      const user = aUser();
      const client = await dovecot.client(user);
      let began = false;
      const mailbox = watch(configOf(user), null, () => {
        began = true;
        return new Promise(() => {});
      });
      await ready(mailbox);
      await append(client, "new");
      await expect.poll(() => began).toBe(true);
      expect(await mailbox.stop()).toBeLessThan(1_500);
    });
  });
});
