import { loopMark, signedKey, withKey } from "~/features/mail/threading/signed-address.server";
import { HTML_REPLIES } from "../body/html-cases";
import { TEXT_REPLIES } from "../body/text-cases";
import { CLIENTS } from "../parsing/mail-clients";
import { base64, DEFAULT_HEADERS, multipart, part, withHeaders } from "../parsing/raw-mail";

/** A mail and its expected outcome. `on` names the mail whose task it lands on. */
export type CorpusMail = {
  name: string;
  source: string | Buffer;
  outcome: string;
  /** The reason in the log, or a prefix of it. */
  reason?: string;
  on?: string;
  /** The size in bytes of a mail that was too large to fetch whole. */
  wholeSize?: number;
};

/** IDs that exist before the corpus arrives. */
export type Cast = { taskId: number; ritaId: number; adaId: number };

const CHARSETS = [
  ["utf-8", "Grüße aus Łódź"],
  ["windows-1252", "“Smart” quotes and 5 €"],
  ["iso-2022-jp", "プリンタ"],
] as const;

const envelope = (sender: string, id: string, subject: string) =>
  DEFAULT_HEADERS.map((line) =>
    line
      .replace(/^(From): .*/, `$1: ${sender}@one.example`)
      .replace(/^(Return-Path): .*/, `$1: <${sender}@one.example>`)
      .replace(/^(Message-ID): .*/, `$1: <${id}@one.example>`)
      .replace(/^(Subject): .*/, `$1: ${subject}`),
  );

/** A mail with the usual headers of `sender`, some of them replaced. */
const mail = (sender: string, subject: string, headers: string[] = [], body: string | Buffer = `Mark of ${sender}.`) =>
  withHeaders([...without(envelope(sender, sender, subject), headers), ...headers], body);

/** The header lines that `replacements` doesn't override. */
const without = (lines: string[], replacements: string[]) =>
  lines.filter((line) => !replacements.some((other) => other.startsWith(line.slice(0, line.indexOf(":") + 1))));

/** A new request from each client in each charset. */
function requests(): CorpusMail[] {
  return Object.entries(CLIENTS).flatMap(([client, write], at) =>
    CHARSETS.map(([charset, text], which) => {
      const sender = `asks${at}.${which}`;
      const source = write({ text, charset }).toString("latin1");
      const own = envelope(sender, sender, `Request ${at}.${which}`);
      const readdressed = DEFAULT_HEADERS.reduce((all, line, n) => all.replace(line, own[n] ?? line), source);
      return { name: `${client} in ${charset}`, source: Buffer.from(readdressed, "latin1"), outcome: "task" };
    }),
  );
}

/** A request and its answer in many quoting styles: every second case of the tables in `body`. */
function answers(): CorpusMail[] {
  const half = [...HTML_REPLIES, ...TEXT_REPLIES].filter((_, at) => at % 2 === 0);
  return half.flatMap(({ name, html, text }, at) => {
    const sender = `answers${at}`;
    const type = `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`;
    const threading = [`Message-ID: <${sender}.2@one.example>`, `In-Reply-To: <${sender}@one.example>`];
    return [
      { name: `request ${at}`, source: mail(sender, `Request of ${name}`), outcome: "task" },
      {
        name: `answer: ${name}`,
        source: mail(
          sender,
          `Re: Request of ${name}`,
          [...threading, type, "Content-Transfer-Encoding: 8bit"],
          html ?? text,
        ),
        outcome: "reply",
        on: `request ${at}`,
      },
    ];
  });
}

const report = (type: string, status: string) =>
  multipart(
    "report",
    [
      part(["Content-Type: text/plain"], "Sorry."),
      part([`Content-Type: ${type}`], status),
      part(["Content-Type: message/rfc822"], "Message-ID: <nobody.knows@one.example>\r\n\r\nHello"),
    ],
    ["From: MAILER-DAEMON@mx.example", "To: help@desk.example", "Subject: Undelivered", "Message-ID: <r1@mx.example>"],
  );

const nested = (depth: number): Buffer =>
  depth === 0 ? part(["Content-Type: text/plain"], "deep") : multipart("mixed", [nested(depth - 1)]);

/** One mail of every other kind that reaches a help desk. */
function others({ taskId, ritaId, adaId }: Cast): CorpusMail[] {
  const signed = (userId: number) =>
    `To: ${withKey("help@desk.example", signedKey({ taskId, userId, kind: "reply", madeAt: Date.now() }))}`;
  const known = "In-Reply-To: <known@desk.example>";
  const same = mail("same", "Delivered twice");
  const nameless = mail("nameless", "Without an id")
    .toString()
    .replace(/^Message-ID:.*\r\n/m, "");
  const autoReply = ["Auto-Submitted: auto-replied", known];
  return [
    { name: "delivered once", source: same, outcome: "task" },
    {
      name: "delivered again",
      source: `Received: from a by b\r\n${same}`,
      outcome: "duplicate",
      reason: "same_message",
    },
    { name: "same Message-ID, other text", source: mail("same", "Delivered twice", [], "Another."), outcome: "task" },
    { name: "no Message-ID", source: nameless, outcome: "task" },
    { name: "no Message-ID, again", source: nameless, outcome: "duplicate", reason: "same_message" },
    { name: "no subject", source: mail("plain1", ""), outcome: "task" },
    {
      name: "a number in the subject, without a verdict",
      source: mail("plain2", `Re: x [#${taskId}]`),
      outcome: "task",
    },
    { name: "titled like an absence note", source: mail("plain3", "Out of office printer"), outcome: "task" },
    {
      name: "X-Auto-Response-Suppress alone",
      source: mail("plain4", "Hm", ["X-Auto-Response-Suppress: All"]),
      outcome: "task",
    },
    {
      name: "no closing boundary",
      source: mail("broken1", "Cut", ['Content-Type: multipart/mixed; boundary="b"'], "--b\r\n\r\nHalf a"),
      outcome: "task",
    },
    {
      name: "a boundary that never occurs",
      source: mail("broken2", "Lost", ['Content-Type: multipart/mixed; boundary="b"'], "Nothing."),
      outcome: "task",
    },
    {
      name: "invalid base64",
      source: mail("broken3", "Bytes", ["Content-Transfer-Encoding: base64"], "%%%"),
      outcome: "task",
    },
    { name: "NUL bytes", source: mail("broken4", "Zero\0", [], "A\0B"), outcome: "task" },
    {
      name: "an unknown charset",
      source: mail("broken5", "What", ["Content-Type: text/plain; charset=x-none"]),
      outcome: "task",
    },
    { name: "unterminated encoded words", source: mail("broken6", `=?utf-8?B?${"AAAA".repeat(500)}`), outcome: "task" },
    { name: "one very long line", source: mail("broken7", "Long", [], "a".repeat(300_000)), outcome: "task" },
    {
      name: "only a file",
      source: mail(
        "files1",
        "Scan",
        ["Content-Type: application/pdf; name=scan.pdf", "Content-Transfer-Encoding: base64"],
        base64("%PDF-1.7"),
      ),
      outcome: "task",
    },
    {
      name: "an invitation",
      source: mail(
        "files2",
        "Meeting",
        ["Content-Type: text/calendar; method=REQUEST"],
        "BEGIN:VCALENDAR\r\nEND:VCALENDAR",
      ),
      outcome: "task",
    },
    {
      name: "an encrypted mail",
      source: mail("files3", "Secret", ["Content-Type: application/pkcs7-mime; smime-type=enveloped-data"], "MIAG"),
      outcome: "task",
    },
    {
      name: "a forwarded mail",
      source: multipart(
        "mixed",
        [part(["Content-Type: message/rfc822"], mail("other", "Inner"))],
        envelope("files4", "files4", "Fwd: Inner"),
      ),
      outcome: "task",
    },
    {
      name: "through a mailing list at our address",
      source: mail("group", "To the group", [
        "List-Id: <help.desk.example>",
        "List-Post: <mailto:help@desk.example>",
        "Precedence: list",
      ]),
      outcome: "task",
    },
    {
      name: "a group address",
      source: mail("undisclosed", "To many", ["To: undisclosed-recipients:;"]),
      outcome: "task",
    },
    {
      name: "from someone not on the request",
      source: mail("outsider", "Re: Known", [known]),
      outcome: "reply",
      reason: "outsider",
      on: "known",
    },
    {
      name: "to a signed address",
      source: mail("rita", "Anything", [signed(ritaId)]),
      outcome: "reply",
      reason: "answer",
      on: "known",
    },
    {
      name: "to an agent's signed address",
      source: mail("thief", "Anything", [signed(adaId)]),
      outcome: "quarantined",
      reason: "wrong_signed_address",
    },
    {
      name: "an absence note",
      source: mail("rita", "Out of office: Known", ["Message-ID: <away@one.example>", known]),
      outcome: "automatic",
      on: "known",
    },
    {
      name: "an automatic reply",
      source: mail("rita", "Re: Known", ["Message-ID: <auto@one.example>", ...autoReply]),
      outcome: "automatic",
      on: "known",
    },
    { name: "a newsletter", source: mail("news", "Offers", ["List-Id: <news.shop.example>"]), outcome: "automatic" },
    { name: "bulk", source: mail("bulk", "Offers", ["Precedence: bulk"]), outcome: "automatic" },
    {
      name: "a machine",
      source: mail("cron", "Cron output", ["Auto-Submitted: auto-generated"]),
      outcome: "automatic",
    },
    { name: "an empty envelope sender", source: mail("nobody", "Hm", ["Return-Path: <>"]), outcome: "automatic" },
    { name: "from postmaster", source: mail("postmaster", "Quota"), outcome: "automatic" },
    {
      name: "a bounce of a mail we didn't send",
      source: report(
        "message/delivery-status",
        "Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; x@two.example\r\nAction: failed\r\nStatus: 5.1.1\r\n",
      ),
      outcome: "bounce",
    },
    {
      name: "a read receipt",
      source: report(
        "message/disposition-notification",
        "Final-Recipient: rfc822; x@two.example\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n",
      )
        .toString()
        .replace("r1@", "r2@"),
      outcome: "ignored",
      reason: "read_receipt",
    },
    {
      name: "an abuse report",
      source: report("message/feedback-report", "Feedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\n")
        .toString()
        .replace("r1@", "r3@"),
      outcome: "ignored",
      reason: "abuse_report",
    },
    {
      name: "from ourselves",
      source: mail("us", "Loop", [`X-Taskdesk-Loop: ${loopMark()}`]),
      outcome: "ignored",
      reason: "own_message",
    },
    {
      name: "no sender",
      source: mail("x", "Who")
        .toString()
        .replace(/^From:.*\r\n/m, ""),
      outcome: "quarantined",
      reason: "no_sender",
    },
    {
      name: "our own address as sender",
      source: mail("x", "Us", ["From: help@desk.example", "Message-ID: <own@one.example>"]),
      outcome: "quarantined",
      reason: "no_sender",
    },
    { name: "a blocked sender", source: mail("blocked", "Buy"), outcome: "quarantined", reason: "blocked_sender" },
    {
      name: "1,001 parts",
      source: multipart(
        "mixed",
        Array.from({ length: 1_001 }, () => part(["Content-Type: text/plain"], "x")),
        envelope("parts", "parts", "Many"),
      ),
      outcome: "quarantined",
    },
    {
      name: "60 nested parts",
      source: Buffer.concat([Buffer.from(`${envelope("deep", "deep", "Deep").join("\r\n")}\r\n`), nested(60)]),
      outcome: "quarantined",
    },
    {
      name: "a megabyte of headers",
      source: mail("headers", "Huge", [`X-Filler: ${"a ".repeat(600_000)}`]),
      outcome: "quarantined",
    },
    {
      name: "2,001 addresses",
      source: mail("addresses", "All", [
        `Cc: ${Array.from({ length: 2_001 }, (_, n) => `a${n}@two.example`).join(", ")}`,
      ]),
      outcome: "quarantined",
    },
    {
      name: "51 MiB",
      source: mail("large", "Large"),
      outcome: "quarantined",
      reason: "too_large",
      wholeSize: 51 * 2 ** 20,
    },
  ];
}

export const corpus = (cast: Cast): CorpusMail[] => [...requests(), ...answers(), ...others(cast)];
