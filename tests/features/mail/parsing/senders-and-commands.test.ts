import { describe, expect, test } from "vitest";
import { contentHash } from "~/features/mail/parsing/content-hash";
import { readReplyCommands } from "~/features/mail/parsing/reply-commands";
import { requesterOf, senderOf } from "~/features/mail/parsing/sender-of";
import { read, withHeaders } from "./raw-mail";

describe("email 5: commands", () => {
  test.each([
    ["#note\nOnly for us", [{ kind: "note" }], "Only for us"],
    [
      "#assign me\n#status resolved\n\n#priority high\n#tag Printer\n\nDone.\n#close",
      [
        { kind: "assign", to: "me" },
        { kind: "status", status: "resolved" },
        { kind: "priority", priority: "high" },
        { kind: "tag", tag: "Printer" },
      ],
      "Done.\n#close",
    ],
    ["\n \n #Close \n", [{ kind: "close" }], ""],
    ["#status: waiting for parts", [{ kind: "status", status: "waiting for parts" }], ""],
    ["#tag #vip\nHi", [{ kind: "tag", tag: "vip" }], "Hi"],
    ["#1042 is done", [], "#1042 is done"],
    ["#hashtag", [], "#hashtag"],
    ["#note to myself", [], "#note to myself"],
    ["#assign", [], "#assign"],
    ["Hello\n#close", [], "Hello\n#close"],
    ["", [], ""],
  ])("%j", (text, commands, rest) => expect(readReplyCommands(text)).toEqual({ commands, text: rest }));

  test("reads at most twenty commands and ignores long lines", () => {
    expect(readReplyCommands("#tag a\n".repeat(50)).commands).toHaveLength(20);
    expect(readReplyCommands(`#tag ${"a".repeat(1_000)}`).commands).toEqual([]);
  });
});

const US = { ourAddresses: ["help@desk.example"], arrivesThroughForward: false };
const priya = { name: "", address: "priya@one.example" };
const lea = { name: "", address: "lea@two.example" };
const us = { name: "", address: "Help@DESK.example" };
const group = { name: "Priya via Help", address: "help@group.example" };

describe("email 5: the author of a mail", () => {
  test.each([
    ["one", { from: [priya], sender: null }, priya],
    ["several: the sender among them", { from: [priya, lea], sender: lea }, lea],
    ["several: the sender isn't among them", { from: [priya, lea], sender: group }, priya],
    ["none", { from: [], sender: lea }, null],
    ["only our address", { from: [us], sender: null }, null],
    ["our address and another", { from: [us, lea], sender: null }, lea],
  ])("%s", (_, mail, expected) => expect(senderOf({ ...mail, originalFrom: null }, US)).toEqual(expected));

  test("comes from the original-sender header only with the setting", async () => {
    const mail = await read(
      withHeaders(["From: Priya via Help <help@group.example>", "X-Original-Sender: priya@one.example"]),
    );
    expect(senderOf(mail, US)?.address).toBe("help@group.example");
    expect(senderOf(mail, { ...US, arrivesThroughForward: true })).toEqual(priya);
  });

  const context = {
    ourAddresses: ["help@desk.example"],
    trustReplyTo: false,
    isSamePerson: () => false,
    isSharedDomain: (domain: string) => domain === "mail.example",
  };
  const at = (address: string) => ({ name: "", address });
  test.each([
    ["another domain", [lea], {}, priya],
    ["the same domain", [at("p.nair@One.example")], {}, at("p.nair@One.example")],
    ["a trusted form", [lea], { trustReplyTo: true }, lea],
    ["the same person", [lea], { isSamePerson: () => true }, lea],
    ["ourselves", [us], { trustReplyTo: true }, priya],
    ["none", [], { trustReplyTo: true }, priya],
  ])("Reply-To: %s", (_, replyTo, more, expected) => {
    expect(requesterOf(priya, replyTo, { ...context, ...more })).toEqual(expected);
  });

  test("Reply-To: doesn't trust a mail provider's domain, which strangers share", () => {
    expect(requesterOf(at("a@mail.example"), [at("b@mail.example")], context).address).toBe("a@mail.example");
  });
});

describe("email 2: the content hash", () => {
  const hashOf = async (headers: string[], body = "Hello\r\nworld\r\n") =>
    (await read(withHeaders(headers, body))).contentHash;

  test.each<[string, string[], string?]>([
    [
      "another delivery route",
      ["Received: from a", "Return-Path: <x@y.example>", "Delivered-To: it@desk.example", "X-Spam: no"],
    ],
    ["other header folding", ["Subject:\r\n Printer"]],
    ["other line ends", [], "Hello\nworld\n\n"],
  ])("is the same with %s", async (_, headers, body) => expect(await hashOf(headers, body)).toBe(await hashOf([])));

  test.each<[string, string[], string?]>([
    ["text", [], "Hello\r\nWorld\r\n"],
    ["subject", ["Subject: Other"]],
    ["sender", ["From: lea@two.example"]],
    ["date", ["Date: Tue, 03 Mar 2026 10:00:00 +0100"]],
    ["recipient", ["To: it@desk.example"]],
    ["recipient in Cc", ["Cc: it@desk.example"]],
  ])("changes with another %s", async (_, headers, body) =>
    expect(await hashOf(headers, body)).not.toBe(await hashOf([])),
  );

  test("differs if the same text is spread over other headers", () => {
    expect(
      contentHash(
        [
          ["to", "a"],
          ["cc", "b"],
        ],
        Buffer.alloc(0),
      ),
    ).not.toBe(contentHash([["to", "a b"]], Buffer.alloc(0)));
  });
});
