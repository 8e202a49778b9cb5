import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MailServer } from "~/features/mail/transport/mail-server";
import { OAuthRefused } from "~/features/mail/transport/oauth-tokens.server";
import { openRelay, sendOne } from "~/features/mail/transport/smtp-sender.server";
import { freePort } from "../../../support/free-port";
import { type SmtpSink, startRudeServer, startSmtpSink } from "../../../support/smtp-sink";

const RAW = Buffer.from("Message-ID: <1@desk.example>\r\nSubject: Hello\r\n\r\nA line\r\n.\r\nand another\r\n");
const MAIL = { from: "help@desk.example", to: "ann@x.example", raw: RAW };
const QUICK = { connectMs: 2_000, silenceMs: 2_000 };

async function aSink(options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  onTestFinished(() => sink.stop());
  return sink;
}

async function aRudeServer(...args: Parameters<typeof startRudeServer>) {
  const server = await startRudeServer(...args);
  onTestFinished(() => server.stop());
  return server;
}

const serverAt = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: "127.0.0.1",
  port,
  encryption: "none",
  user: "",
  auth: { password: "" },
  ...more,
});

/** An SMTP server with scripted answers: an empty one hangs, null closes the connection. */
const scripted = (answers: Record<string, string | null>) => (socket: import("node:net").Socket) => {
  socket.write("220 rude.example ESMTP\r\n");
  let inMessage = false;
  socket.on("data", (chunk) => {
    for (const line of chunk.toString("latin1").split("\r\n")) {
      if (inMessage && line !== ".") continue;
      const command = inMessage ? "." : (/^\w+/.exec(line)?.[0].toUpperCase() ?? "");
      if (command === "") continue;
      inMessage = command === "DATA";
      const answer = command in answers ? answers[command] : command === "DATA" ? "354 Go on" : "250 Ok";
      if (answer === null) socket.destroy();
      else if (answer) socket.write(`${answer}\r\n`);
    }
  });
};

describe("an outgoing message", () => {
  test("arrives unchanged, and the relay's new ID for it is returned", async () => {
    const sink = await aSink();
    sink.faults.data = () => "250 OK <new@relay.example> queued as 4Zx7";

    const result = await sendOne(serverAt(sink.port), MAIL);

    expect(result).toMatchObject({ outcome: "sent", messageId: "new@relay.example" });
    expect(sink.messages).toMatchObject([{ from: "help@desk.example", to: ["ann@x.example"], source: String(RAW) }]);
  });

  test("can be a stream", async () => {
    const sink = await aSink();
    const raw = () => Readable.from([RAW.subarray(0, 40), RAW.subarray(40)]);

    expect((await sendOne(serverAt(sink.port), { ...MAIL, raw, size: RAW.length })).outcome).toBe("sent");
    expect(sink.messages[0]?.source).toBe(String(RAW));
  });

  test("goes out with a password over TLS and STARTTLS", async () => {
    for (const encryption of ["tls", "starttls"] as const) {
      const sink = await aSink({ encryption, password: "secret" });
      const server = serverAt(sink.port, { encryption, user: "help", auth: { password: "secret" }, ca: sink.ca });

      expect((await sendOne(server, MAIL)).outcome).toBe("sent");
    }
  });

  test("goes out with an access token, or another one if the relay refuses the first", async () => {
    const sink = await aSink({ encryption: "tls", tokens: ["fresh"] });
    const asked: (string | undefined)[] = [];
    const accessToken = async (refused?: string) => {
      asked.push(refused);
      return refused === "stale" ? "fresh" : "stale";
    };

    const server = serverAt(sink.port, {
      encryption: "tls",
      user: "help@desk.example",
      auth: { accessToken },
      ca: sink.ca,
    });
    expect((await sendOne(server, MAIL)).outcome).toBe("sent");
    expect(asked).toEqual([undefined, "stale"]);
  });

  test("shares connections with other messages", async () => {
    const sink = await aSink();
    const relay = openRelay(serverAt(sink.port), { maxConnections: 2 });
    onTestFinished(relay.close);

    const results = await Promise.all(Array.from({ length: 8 }, () => relay.sendOne(MAIL)));

    expect(results.map(({ outcome }) => outcome)).toEqual(Array(8).fill("sent"));
    expect(new Set(sink.messages.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2);
  });

  test("gets a new connection after the relay has closed an idle one", async () => {
    const sink = await aSink();
    const relay = openRelay(serverAt(sink.port));
    onTestFinished(relay.close);
    await relay.sendOne(MAIL);

    sink.dropConnections();

    expect((await relay.sendOne(MAIL)).outcome).toBe("sent");
    expect(sink.messages).toHaveLength(2);
  });

  test("can have an empty sender, or a real one once the relay refuses that", async () => {
    const sink = await aSink();
    const automatic = { ...MAIL, from: "", fallbackFrom: "help@desk.example" };
    const relay = openRelay(serverAt(sink.port));
    onTestFinished(() => relay.close());
    expect((await relay.sendOne(automatic)).outcome).toBe("sent");

    let asked = 0;
    sink.faults.mail = (from) => (from === "" && ++asked ? "501 Invalid MAIL FROM address provided" : null);
    for (let again = 0; again < 2; again++) expect((await relay.sendOne(automatic)).outcome).toBe("sent");

    expect(asked).toBe(1);
    expect(sink.messages.map(({ from }) => from)).toEqual(["", "help@desk.example", "help@desk.example"]);
  });

  test("reaches international addresses if the relay supports them", async () => {
    const [sink, old] = [await aSink(), await aSink({ server: { hideSMTPUTF8: true } })];
    const domain = { ...MAIL, to: "ann@müller.example" };
    const mailbox = { ...MAIL, to: "jürgen@müller.example" };

    expect((await sendOne(serverAt(sink.port), mailbox)).outcome).toBe("sent");
    expect(sink.messages[0]?.utf8).toBe(true);
    expect((await sendOne(serverAt(old.port), domain)).outcome).toBe("sent");
    expect(await sendOne(serverAt(old.port), mailbox)).toMatchObject({ outcome: "failed", code: 553, status: "5.6.7" });
  });
});

describe("a relay that refuses", () => {
  test("defers the message if it refuses for now, and fails it if it refuses for good", async () => {
    const sink = await aSink();
    sink.faults.rcpt = (to) => (to.startsWith("full") ? "452 4.2.2 Mailbox full" : "550 5.1.1 No such user");

    const send = (to: string) => sendOne(serverAt(sink.port), { ...MAIL, to });
    expect(await send("full@x.example")).toMatchObject({
      outcome: "deferred",
      code: 452,
      words: "452 4.2.2 Mailbox full",
    });
    expect(await send("gone@x.example")).toMatchObject({ outcome: "failed", code: 550, status: "5.1.1" });

    sink.faults = { data: () => "554 5.7.1 Looks like spam" };
    expect(await send("ann@x.example")).toMatchObject({ outcome: "failed", status: "5.7.1" });
    sink.faults = { data: () => "451 4.3.0 Try again" };
    expect(await send("ann@x.example")).toMatchObject({ outcome: "deferred", status: "4.3.0" });
  });

  test("fails a message over its announced size limit", async () => {
    const sink = await aSink({ server: { size: 50 } });
    expect(await sendOne(serverAt(sink.port), MAIL)).toMatchObject({ outcome: "failed", code: 552 });
  });

  test("reports refused credentials for a wrong password", async () => {
    const sink = await aSink({ encryption: "tls", password: "secret" });
    const server = serverAt(sink.port, { encryption: "tls", user: "help", auth: { password: "wrong" }, ca: sink.ca });

    const result = await sendOne(server, MAIL);
    expect(result).toMatchObject({ outcome: "refused_credentials", words: expect.stringContaining("535") });
  });

  test("reports refused credentials for a stale token, or if the provider refuses a new one", async () => {
    const sink = await aSink({ encryption: "tls", tokens: ["fresh"] });
    const at = (accessToken: () => Promise<string>) =>
      sendOne(serverAt(sink.port, { encryption: "tls", user: "help", auth: { accessToken }, ca: sink.ca }), MAIL);

    const stale = await at(async () => "stale");
    expect(stale).toMatchObject({ outcome: "refused_credentials", words: expect.stringMatching(/^535/) });
    const refused = await at(() => Promise.reject(new OAuthRefused("Consent was withdrawn.")));
    expect(refused).toMatchObject({ outcome: "refused_credentials", words: "Consent was withdrawn." });
    expect(await at(() => Promise.reject(new Error("No answer.")))).toMatchObject({ outcome: "away" });
  });

  test("reports refused credentials for a sender that isn't allowed or signed in", async () => {
    const sink = await aSink();
    sink.faults.mail = () => "550 5.7.60 Not permitted to send as this sender";
    expect((await sendOne(serverAt(sink.port), MAIL)).outcome).toBe("refused_credentials");
    sink.faults.mail = () => "530 5.7.0 Authentication required";
    expect((await sendOne(serverAt(sink.port), MAIL)).outcome).toBe("refused_credentials");
  });
});

describe("an unreliable relay", () => {
  test("is away if nothing listens, or if it refuses or closes each connection", async () => {
    expect(await sendOne(serverAt(await freePort()), MAIL)).toMatchObject({
      outcome: "away",
      words: expect.stringMatching(/^127\.0\.0\.1 refused the connection on port/),
    });
    const sink = await aSink();
    sink.faults.connect = "554 5.3.2 Not today";
    expect(await sendOne(serverAt(sink.port), MAIL)).toMatchObject({
      outcome: "away",
      words: expect.stringContaining("Not today"),
    });
    const closing = await aRudeServer((socket) => socket.end());
    expect((await sendOne(serverAt(closing.port), MAIL)).outcome).toBe("away");
  });

  test("is away if it hangs before its greeting, after it or in the middle", async () => {
    const silent = await aRudeServer();
    const greeting = await aRudeServer((socket) => socket.write("220 rude.example\r\n"));
    const stuck = await aRudeServer(scripted({ RCPT: "" }));
    for (const { port } of [silent, greeting, stuck]) {
      const quick = { connectMs: 500, silenceMs: 500 };
      expect(await sendOne(serverAt(port), MAIL, quick)).toMatchObject({
        outcome: "away",
        words: "127.0.0.1 isn't responding. Check the port, or try again later.",
      });
    }
  });

  test("is away if it answers garbage; garbage after the message leaves the outcome unclear", async () => {
    const garbage = await aRudeServer((socket) => socket.write("\x00\xff<html>hello</html>\r\n\r\n"));
    expect((await sendOne(serverAt(garbage.port), MAIL, QUICK)).outcome).toBe("away");
    const later = await aRudeServer(scripted({ MAIL: "what?\r\nhm" }));
    expect((await sendOne(serverAt(later.port), MAIL, QUICK)).outcome).toBe("away");
    const last = await aRudeServer(scripted({ ".": "what?" }));
    expect((await sendOne(serverAt(last.port), MAIL, QUICK)).outcome).toBe("unclear");
    const endless = await aRudeServer((socket) => socket.write("x".repeat(2_000_000)));
    expect((await sendOne(serverAt(endless.port), MAIL, QUICK)).outcome).toBe("away");
  });

  test("is away if it is lost before the message; losing it after leaves the outcome unclear", async () => {
    const before = await aRudeServer(scripted({ RCPT: null }));
    expect((await sendOne(serverAt(before.port), MAIL, QUICK)).outcome).toBe("away");

    const sink = await aSink();
    sink.faults.data = () => "drop";
    expect(await sendOne(serverAt(sink.port), MAIL)).toMatchObject({
      outcome: "unclear",
      words: "The connection to 127.0.0.1 was lost. Try again later.",
    });
    sink.faults.data = () => "hang";
    expect((await sendOne(serverAt(sink.port), MAIL, { answerMs: 500 })).outcome).toBe("unclear");
  });

  test("sends again after a lost connection, with the same relay object", async () => {
    const sink = await aSink();
    const relay = openRelay(serverAt(sink.port), QUICK);
    onTestFinished(relay.close);
    sink.faults.data = () => "drop";
    expect((await relay.sendOne(MAIL)).outcome).toBe("unclear");
    sink.faults = {};
    expect((await relay.sendOne(MAIL)).outcome).toBe("sent");
  });

  test("gets no part of a message whose source breaks", async () => {
    const sink = await aSink();
    const raw = () =>
      Readable.from(
        (async function* () {
          yield RAW;
          throw new Error("The disk is gone.");
        })(),
      );
    const result = await sendOne(serverAt(sink.port), { ...MAIL, raw });
    expect(result).toMatchObject({ outcome: "deferred", words: expect.stringContaining("The disk is gone.") });
    expect(sink.messages).toEqual([]);
  });

  test("ends a hanging message when it is closed", async () => {
    const silent = await aRudeServer();
    const relay = openRelay(serverAt(silent.port));
    const sending = relay.sendOne(MAIL);
    await expect.poll(silent.connections).toBe(1);
    relay.close();
    expect(await sending).toMatchObject({ outcome: "away", words: "The server is shutting down." });
  });
});

describe("encryption", () => {
  test("sends nothing to a relay without STARTTLS or with an unknown certificate", async () => {
    const plain = await aSink();
    expect(await sendOne(serverAt(plain.port, { encryption: "starttls" }), MAIL)).toMatchObject({ outcome: "away" });
    expect(plain.messages).toEqual([]);

    for (const encryption of ["tls", "starttls"] as const) {
      const sink = await aSink({ encryption });
      const result = await sendOne(serverAt(sink.port, { encryption }), MAIL);
      expect(result).toMatchObject({ outcome: "away", words: expect.stringMatching(/certificate/i) });
      expect(sink.messages).toEqual([]);
    }
  });

  test("can be off only on a private network", async () => {
    const result = await sendOne(serverAt(25, { host: "192.0.2.1" }), MAIL, QUICK);
    expect(result).toMatchObject({
      outcome: "away",
      words: "192.0.2.1 isn't on a private network. Choose TLS or STARTTLS.",
    });
  });
});
