import { describe, expect, test } from "vitest";
import { multipart, part, read, withHeaders } from "./raw-mail";

const REPORT = [
  "Return-Path: <>",
  "From: Mail Delivery System <MAILER-DAEMON@mx.example>",
  "To: help+b7.sig@desk.example",
  "Subject: Undelivered Mail",
];
const RETURNED = part(
  ["Content-Type: message/rfc822"],
  "Return-Path: <help+b7.sig@desk.example>\r\nMessage-ID: <sent@desk.example>\r\nTo: Lea <lea@two.example>\r\n\r\nHello",
);
const originalId = "sent@desk.example";

const dsn = (status: string, text = "Sorry.", returned = RETURNED) =>
  multipart(
    "report",
    [
      part(["Content-Type: text/plain"], text),
      part(["Content-Type: message/delivery-status"], status.replaceAll("\n", "\r\n")),
      returned,
    ],
    REPORT,
  );
const prose = (text: string, headers: string[] = []) => withHeaders([...REPORT, ...headers], text);

const failed = (status: string | null, words: string) => ({
  address: "lea@two.example",
  action: "failed",
  status,
  words,
});

describe("email 6: delivery reports by RFC 3464", () => {
  test.each([
    [
      "Postfix",
      "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; lea@two.example\nOriginal-Recipient: rfc822;Lea@two.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <lea@two.example>: Recipient\n    address rejected\n",
      failed("5.1.1", "550 5.1.1 <lea@two.example>: Recipient address rejected"),
    ],
    [
      "Exchange",
      "Reporting-MTA: dns;AM0.prod.example\nReceived-From-MTA: dns;x\n\nFinal-Recipient: rfc822;lea@two.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp;554 5.2.2 mailbox full; x\nRemote-MTA: dns;y\n",
      failed("5.2.2", "554 5.2.2 mailbox full; x"),
    ],
    [
      "Gmail",
      "Reporting-MTA: dns; googlemail.com\nArrival-Date: Mon, 02 Mar 2026 01:00:00 -0800\n\nFinal-Recipient: rfc822; lea@two.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 no such user\n",
      failed("5.1.1", "550-5.1.1 no such user"),
    ],
    [
      "Sendmail",
      "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: RFC822; lea@two.example\nX-Actual-Recipient: RFC822; x@mx.example\nAction: failed\nStatus: 5.1.1 (bad address)\n",
      failed("5.1.1", ""),
    ],
    ["without an action", "\n\nFinal-Recipient: lea@two.example\nStatus: 5.0.0\n", failed("5.0.0", "")],
    [
      "without a status",
      "Final-Recipient: rfc822; lea@two.example\nAction: Failed\nDiagnostic-Code: smtp; 552 5.2.2 Over quota\n",
      failed("5.2.2", "552 5.2.2 Over quota"),
    ],
    [
      "delayed",
      "A: b\n\nFinal-Recipient: rfc822; lea@two.example\nAction: delayed\nStatus: 4.4.1\n",
      { address: "lea@two.example", action: "delayed", status: "4.4.1", words: "" },
    ],
    [
      "delivered",
      "A: b\n\nFinal-Recipient: rfc822; lea@two.example\nAction: delivered\nStatus: 2.0.0\n",
      { address: "lea@two.example", action: "delivered", status: "2.0.0", words: "" },
    ],
  ])("%s", async (_, status, recipient) => {
    expect((await read(dsn(status))).report).toEqual({ kind: "delivery", recipients: [recipient], originalId });
  });

  test("lists several recipients and cuts the server's words", async () => {
    const one = (name: string) =>
      `Final-Recipient: rfc822; ${name}@two.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${"x".repeat(900)}\n\n`;
    const { report } = await read(dsn(`A: b\n\n${one("a")}${one("b")}`));
    expect(
      report?.kind === "delivery" && report.recipients.map(({ address, words }) => [address, words.length]),
    ).toEqual([
      ["a@two.example", 500],
      ["b@two.example", 500],
    ]);
  });

  test("reads the original's ID from returned headers, and has none if nothing is returned", async () => {
    const headers = part(
      ["Content-Type: text/rfc822-headers"],
      "Message-ID: <sent@desk.example>\r\nTo: lea@two.example",
    );
    const status = "Final-Recipient: rfc822; lea@two.example\nAction: failed\n";
    const nothing = part(["Content-Type: text/plain"], "");
    expect((await read(dsn(status, "", headers))).report).toMatchObject({ originalId });
    expect((await read(dsn(status, "", nothing))).report).toMatchObject({ originalId: null });
  });
});

describe("email 6: delivery reports in prose", () => {
  const COPY = "Return-Path: <help+b7.sig@desk.example>\nMessage-ID: <sent@desk.example>\nTo: lea@two.example\n\nHello";
  test.each([
    [
      "qmail",
      `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<lea@two.example>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown user\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n\n${COPY}`,
      failed(
        "5.1.1",
        "192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 unknown user Giving up on 192.0.2.1.",
      ),
    ],
    [
      "Exim",
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  lea@two.example\n    host mx.two.example [192.0.2.1]\n    SMTP error: 550 No such user\n\n------ This is a copy of the message, including all the headers. ------\n\n${COPY}`,
      failed(null, "host mx.two.example [192.0.2.1] SMTP error: 550 No such user"),
    ],
    [
      "Postfix",
      `This is the mail system at host mx.example.\n\nI'm sorry to have to inform you.\n\n<lea@two.example>: host mx.two.example said: 550 5.7.1 Denied\n    (in reply to RCPT TO command)\n\n--- The header of the original message is following. ---\n\n${COPY}`,
      failed("5.7.1", "host mx.two.example said: 550 5.7.1 Denied (in reply to RCPT TO command)"),
    ],
    [
      "Sendmail",
      `The original message was received at Mon, 2 Mar 2026\nfrom localhost\n\n   ----- The following addresses had permanent fatal errors -----\n<lea@two.example>\n    (reason: 550 5.1.1 User unknown)\n\n   ----- Original message follows -----\n\n${COPY}`,
      failed("5.1.1", "(reason: 550 5.1.1 User unknown)"),
    ],
  ])("%s", async (_, text, recipient) => {
    expect((await read(prose(text))).report).toEqual({ kind: "delivery", recipients: [recipient], originalId });
  });

  test("reads a warning from Exim as a delay", async () => {
    const text =
      "This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue.\n\nThe address to which the message has not yet been delivered is:\n\n  lea@two.example\n\nNo action is required on your part.";
    expect((await read(prose(text))).report).toMatchObject({
      recipients: [{ address: "lea@two.example", action: "delayed" }],
    });
  });

  test("takes the recipients from X-Failed-Recipients", async () => {
    const raw = prose("Something went wrong.", ["X-Failed-Recipients: Lea@two.example,\r\n  jonas@two.example"]);
    expect((await read(raw)).report).toMatchObject({
      recipients: [{ address: "lea@two.example" }, { address: "jonas@two.example" }],
    });
  });

  test("finds no report in a person's mail or in other text from a mail system", async () => {
    const text = "Hi. This is the qmail-send program at mx.example.\n\n<lea@two.example>:\nunknown user";
    expect((await read(withHeaders([], text))).report).toBeNull();
    expect((await read(prose("Please call me back at lea@two.example"))).report).toBeNull();
  });
});

describe("email 2: other reports", () => {
  test("recognises a read receipt", async () => {
    const raw = multipart(
      "report",
      [
        part(["Content-Type: text/plain"], "Your message was displayed."),
        part(
          ["Content-Type: message/disposition-notification"],
          "Final-Recipient: rfc822;lea@two.example\r\nOriginal-Message-ID: <sent@desk.example>\r\nDisposition: manual-action/MDN-sent-manually; displayed",
        ),
      ],
      ["From: Lea <lea@two.example>"],
    );
    expect((await read(raw)).report).toEqual({ kind: "receipt" });
  });

  test("recognises an abuse report", async () => {
    const raw = multipart(
      "report",
      [
        part(["Content-Type: text/plain"], "This is an abuse report."),
        part(
          ["Content-Type: message/feedback-report"],
          "Feedback-Type: abuse\r\nVersion: 1\r\nOriginal-Mail-From: <help+b7.sig@desk.example>\r\nOriginal-Rcpt-To: <lea@two.example>",
        ),
        part(["Content-Type: text/rfc822-headers"], "Message-ID: <sent@desk.example>\r\nTo: undisclosed"),
      ],
      ["From: abuse@provider.example"],
    );
    expect((await read(raw)).report).toEqual({ kind: "abuse" });
  });

  test("keeps the returned message as a file, but not the report itself", async () => {
    const { files } = await read(dsn("Final-Recipient: rfc822; lea@two.example\nAction: failed\n"));
    expect(files.map(({ name }) => name)).toEqual(["message.eml"]);
  });
});
