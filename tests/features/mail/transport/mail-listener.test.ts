import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ListenerOptions, listenForMail, type MailEnvelope } from "~/features/mail/transport/mail-listener.server";

const MESSAGE = "Subject: Hello\r\n\r\nA line\r\n";

type Handed = { envelope: MailEnvelope; source: string };

async function aListener(more: Partial<ListenerOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "mail-listener-"));
  const handed: Handed[] = [];
  const listener = await listenForMail({
    ...{ host: "127.0.0.1", port: 0, protocol: "smtp", name: "desk.example", folder, maxBytes: 100_000 },
    isOurs: (address) => address.endsWith("@desk.example"),
    async store(envelope, file) {
      handed.push({ envelope, source: await readFile(file, "utf8") });
      return "stored";
    },
    ...more,
  });
  onTestFinished(async () => {
    await listener.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { listener, folder, handed };
}

/** A sending mail server, which writes lines and reads answers. */
async function aClient(port: number) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const answers: string[] = [];
  let rest = "";
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      answers.push(...lines.filter((line) => /^\d{3}( |$)/.test(line)));
    });
  const closed = once(socket, "close").catch(() => {});
  return {
    socket,
    closed,
    /** Sends lines and returns the next answer. */
    async say(...lines: string[]) {
      const known = answers.length;
      for (const line of lines) socket.write(`${line}\r\n`);
      await expect.poll(() => answers.length).toBeGreaterThanOrEqual(known + 1);
      return answers[known] ?? "";
    },
    async greeting() {
      await expect.poll(() => answers.length).toBe(1);
      return answers[0] ?? "";
    },
    answers,
  };
}

async function upToData(port: number, ...recipients: string[]) {
  const client = await aClient(port);
  await client.greeting();
  await client.say("EHLO mx.example");
  await client.say("MAIL FROM:<ann@x.example>");
  for (const to of recipients) await client.say(`RCPT TO:<${to}>`);
  return client;
}

describe("the mail listener", () => {
  test("answers 250 only once the message is stored", async () => {
    let commit = () => {};
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const files: string[] = [];
    const { listener } = await aListener({
      async store(_envelope, file) {
        files.push(await readFile(file, "utf8"));
        await committed;
        return "stored";
      },
    });
    const client = await upToData(listener.port, "help+tag@desk.example");
    expect(await client.say("DATA")).toMatch(/^354/);
    const answered = client.say(`${MESSAGE}..a dot\r\n.`);
    await expect.poll(() => files).toEqual([`${MESSAGE}.a dot\r\n`]);
    expect(client.answers.at(-1)).toMatch(/^354/);
    commit();
    expect(await answered).toBe("250 2.0.0 Message stored");
  });

  test("passes on the envelope and leaves no file behind", async () => {
    const { listener, handed, folder } = await aListener();
    const client = await upToData(listener.port, "help@desk.example", "other@desk.example");
    await client.say("DATA");
    await client.say(`${MESSAGE}.`);
    const to = ["help@desk.example", "other@desk.example"];
    expect(handed).toEqual([{ envelope: { from: "ann@x.example", to }, source: MESSAGE }]);
    await client.say("MAIL FROM:<>");
    await client.say("RCPT TO:<help@desk.example>");
    await client.say("DATA");
    await client.say(`${MESSAGE}.`);
    expect(handed[1]?.envelope.from).toBe("");
    await expect.poll(() => readdir(folder)).toEqual([]);
  });

  test("reveals neither program nor version, and offers no sign-in", async () => {
    const { listener } = await aListener();
    const client = await aClient(listener.port);
    expect(await client.greeting()).toBe("220 desk.example ESMTP");
    const lines: string[] = [];
    client.socket.on("data", (chunk) => void lines.push(String(chunk)));
    await client.say("EHLO mx.example");
    expect(lines.join("")).not.toMatch(/AUTH|STARTTLS|node|smtp-server/i);
    expect(await client.say("AUTH PLAIN AGFubgBzZWNyZXQ=")).toMatch(/^5/);
    expect(await client.say("VRFY help")).toMatch(/^5/);
  });

  test("doesn't relay", async () => {
    const { listener, handed } = await aListener();
    const client = await upToData(listener.port);
    expect(await client.say("RCPT TO:<ann@elsewhere.example>")).toBe("550 5.1.1 No such address here");
    expect(await client.say("RCPT TO:<ann%elsewhere.example@x.example>")).toMatch(/^550/);
    expect(await client.say("DATA")).toMatch(/^503/);
    expect(handed).toEqual([]);
  });

  test("refuses a message for now if the database can't take it", async () => {
    for (const store of [async () => "not_now" as const, () => Promise.reject(new Error("gone"))]) {
      const { listener, folder } = await aListener({ store });
      const client = await upToData(listener.port, "help@desk.example");
      await client.say("DATA");
      expect(await client.say(`${MESSAGE}.`)).toMatch(/^452 4.3.1 Can't store the message now, try again later$/);
      await expect.poll(() => readdir(folder)).toEqual([]);
    }
    const away = await aListener({ isOurs: () => Promise.reject(new Error("gone")) });
    const client = await upToData(away.listener.port);
    expect(await client.say("RCPT TO:<help@desk.example>")).toMatch(/^451/);
  });

  test("refuses a message for now if the disk can't take it", async () => {
    const { listener, folder, handed } = await aListener();
    await rm(folder, { recursive: true });
    const client = await upToData(listener.port, "help@desk.example");
    await client.say("DATA");
    expect(await client.say(`${MESSAGE}.`)).toMatch(/^452/);
    expect(await client.say("NOOP")).toMatch(/^250/);
    expect(handed).toEqual([]);
  });

  test("answers 552 to a message over the limit, announced or not", async () => {
    const { listener, folder, handed } = await aListener();
    const client = await aClient(listener.port);
    await client.greeting();
    await client.say("EHLO mx.example");
    expect(await client.say("MAIL FROM:<ann@x.example> SIZE=200000")).toMatch(/^552/);
    await client.say("MAIL FROM:<ann@x.example>");
    await client.say("RCPT TO:<help@desk.example>");
    await client.say("DATA");
    expect(await client.say(`${"x".repeat(150_000)}\r\n.`)).toBe("552 5.3.4 Message too large");
    expect(await client.say("NOOP")).toMatch(/^250/);
    expect(handed).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("leaves nothing behind if a client disconnects in the middle of a message", async () => {
    const { listener, folder, handed } = await aListener();
    const client = await upToData(listener.port, "help@desk.example");
    await client.say("DATA");
    client.socket.write(MESSAGE);
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    client.socket.destroy();
    await expect.poll(() => readdir(folder)).toEqual([]);
    expect(handed).toEqual([]);
  });

  test("disconnects a client that stays silent or never ends its message", async () => {
    const silent = await aListener({ limits: { silenceMs: 300 } });
    const client = await aClient(silent.listener.port);
    await client.closed;
    expect(client.answers.at(-1)).toMatch(/^421/);

    const slow = await aListener({ limits: { messageMs: 200 } });
    const trickling = await upToData(slow.listener.port, "help@desk.example");
    await trickling.say("DATA");
    const timer = setInterval(() => trickling.socket.write("a line\r\n"), 50);
    await trickling.closed;
    clearInterval(timer);
    expect(trickling.answers.at(-1)).toMatch(/^421/);
    expect(slow.handed).toEqual([]);
  });

  test("limits connections, recipients and messages per connection", async () => {
    const limits = { connections: 1, recipients: 1, messagesPerConnection: 1 };
    const { listener } = await aListener({ limits });
    const client = await upToData(listener.port, "help@desk.example");
    expect(await client.say("RCPT TO:<other@desk.example>")).toMatch(/^452/);
    const second = await aClient(listener.port);
    expect(await second.greeting()).toMatch(/^421/);
    await client.say("DATA");
    expect(await client.say(`${MESSAGE}.`)).toMatch(/^250/);
    expect(await client.say("MAIL FROM:<ann@x.example>")).toMatch(/^421/);
  });

  test("answers for each recipient over LMTP", async () => {
    const { listener } = await aListener({
      protocol: "lmtp",
      store: async ({ to }) => to.map((address) => (address.startsWith("full") ? "not_now" : "stored")),
    });
    const connection = new SMTPConnection({ host: "127.0.0.1", port: listener.port, lmtp: true, ignoreTLS: true });
    await new Promise<void>((resolve) => connection.connect(() => resolve()));
    const to = ["help@desk.example", "full@desk.example", "nobody@elsewhere.example"];
    const info = await new Promise<SMTPConnection.SentMessageInfo | undefined>((resolve, reject) =>
      connection.send({ from: "ann@x.example", to }, MESSAGE, (error, sent) => (error ? reject(error) : resolve(sent))),
    );
    connection.quit();
    expect(info?.accepted).toEqual(["help@desk.example"]);
    expect(info?.rejectedErrors?.map(({ responseCode }) => responseCode)).toEqual([550, 452]);
  });

  test("closes quickly even while a message is being stored", async () => {
    const { listener } = await aListener({ store: () => new Promise(() => {}) });
    const client = await upToData(listener.port, "help@desk.example");
    await client.say("DATA");
    client.socket.write(`${MESSAGE}.\r\n`);
    const start = Date.now();
    await listener.close();
    expect(Date.now() - start).toBeLessThan(2_500);
    await expect(listenForMailAgain(listener.port)).resolves.toBeUndefined();
  });
});

/** Listens on the port again, which fails unless it is free. */
async function listenForMailAgain(port: number) {
  const { listener } = await aListener({ port });
  expect(listener.port).toBe(port);
}
