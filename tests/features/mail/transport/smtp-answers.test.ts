import { describe, expect, test } from "vitest";
import {
  classify,
  mayRefuseEmptySender,
  messageIdIn,
  readAnswer,
  type SmtpStep,
} from "~/features/mail/transport/smtp-answers";

const answerOf = (text: string) => readAnswer(text) ?? { code: 0, status: null, words: "" };

describe("a mail server's answer", () => {
  test("is split into code, status and words, even over several lines", () => {
    expect(readAnswer("550 5.1.1 <ann@x.example>: unknown")).toEqual({
      code: 550,
      status: "5.1.1",
      words: "550 5.1.1 <ann@x.example>: unknown",
    });
    expect(readAnswer("452-4.2.2 The mailbox\r\n452 4.2.2 is full")).toEqual({
      code: 452,
      status: "4.2.2",
      words: "452-4.2.2 The mailbox 4.2.2 is full",
    });
    expect(readAnswer("421 Go away")?.status).toBeNull();
    expect(readAnswer("* OK ready")).toBeNull();
  });

  test.each<[string, SmtpStep, ReturnType<typeof classify>]>([
    ["554 5.7.1 Your network is blocked", "connect", "away"],
    ["421 4.3.2 Too busy", "connect", "away"],
    ["535 5.7.8 Wrong password", "auth", "credentials"],
    ["454 4.7.0 Temporary authentication failure", "auth", "away"],
    ["530 5.7.0 Authentication required", "mail", "credentials"],
    ["530 5.7.57 Client not authenticated", "rcpt", "credentials"],
    ["550 5.7.60 Client does not have permissions to send as this sender", "mail", "credentials"],
    ["553 5.7.1 <help@desk.example>: Sender address rejected: not owned by user bob", "rcpt", "credentials"],
    ["553 5.7.1 <other@desk.example>: Sender address rejected: not owned by user bob", "rcpt", "failed"],
    ["550 5.1.1 <x@evil.example>: rejected: 550 <help@desk.example>: Sender address rejected", "rcpt", "failed"],
    ["552 5.3.4 Message too large", "mail", "failed"],
    ["450 4.7.1 Greylisted", "rcpt", "deferred"],
    ["550 5.1.1 No such user", "rcpt", "failed"],
    ["554 5.7.1 Relay access denied", "rcpt", "failed"],
    ["421 4.7.0 Closing", "rcpt", "away"],
    ["451 4.3.0 Try again", "data", "deferred"],
    ["554 5.7.1 Spam", "data", "failed"],
  ])("%s to %s is %s", (text, step, expected) => {
    expect(classify(answerOf(text), step, "Help@desk.example")).toBe(expected);
  });

  test.each<[string, SmtpStep, boolean]>([
    ["501 Invalid MAIL FROM address provided", "mail", true],
    ["550 5.7.1 Null sender not allowed", "mail", true],
    ["553 5.1.8 Bad sender", "rcpt", true],
    ["552 5.3.4 Message size exceeds the limit", "mail", false],
    ["451 4.3.0 Try again", "mail", false],
    ["550 5.1.1 No such user", "rcpt", false],
    ["535 5.7.8 Wrong password", "mail", false],
  ])("%s to %s may refuse the empty sender: %s", (text, step, expected) => {
    expect(mayRefuseEmptySender(answerOf(text), step)).toBe(expected);
  });

  test("names the relay's ID for the message, but not an envelope address", () => {
    const envelope = ["help@desk.example", "ann@x.example"];
    expect(messageIdIn("250 2.0.0 OK <AB12@DB9.eurprd01.prod.outlook.com> [Hostname=DB9]", envelope)).toBe(
      "AB12@DB9.eurprd01.prod.outlook.com",
    );
    expect(messageIdIn("250 2.1.5 <Ann@x.example> accepted", envelope)).toBeNull();
    expect(messageIdIn("250 Ok", envelope)).toBeNull();
  });
});
