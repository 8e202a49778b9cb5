import { describe, expect, test } from "vitest";
import { parameter } from "~/features/mail/parsing/header-lines";
import { mailDate } from "~/features/mail/parsing/mail-date";
import { messageIdsIn, referencesOf } from "~/features/mail/parsing/message-ids";
import { DEFAULT_HEADERS, part, read, withHeaders } from "./raw-mail";

const from = async (value: string) => (await read(withHeaders([`From: ${value}`]))).from;

describe("email 5: addresses", () => {
  test.each<[string, [name: string, address: string][]]>([
    ["Priya Nair <p.nair@one.example>", [["Priya Nair", "p.nair@one.example"]]],
    ["Nair, Priya <p.nair@one.example>", [["Nair, Priya", "p.nair@one.example"]]],
    ['"Nair, Priya (IT)" <p.nair@one.example>', [["Nair, Priya (IT)", "p.nair@one.example"]]],
    [
      "Nair, Priya <p@one.example>, Moreau, Lea <l@two.example>",
      [
        ["Nair, Priya", "p@one.example"],
        ["Moreau, Lea", "l@two.example"],
      ],
    ],
    ["p@one.example (Priya)", [["Priya", "p@one.example"]]],
    ["<p@one.example>", [["", "p@one.example"]]],
    [
      "p@one.example, l@two.example",
      [
        ["", "p@one.example"],
        ["", "l@two.example"],
      ],
    ],
    [
      "Team: p@one.example, Lea <l@two.example>;",
      [
        ["", "p@one.example"],
        ["Lea", "l@two.example"],
      ],
    ],
    ["undisclosed-recipients:;", []],
    ["=?utf-8?B?TmFpciwgUHJpeWE=?= <p@one.example>", [["Nair, Priya", "p@one.example"]]],
    ["=?utf-8?Q?boss=40bank.example?= <p@one.example>", [["boss@bank.example", "p@one.example"]]],
    ['"boss@bank.example" <p@one.example>', [["boss@bank.example", "p@one.example"]]],
    ["=?iso-8859-1?Q?J=F6rg_=93B=94?= <j@one.example>", [["Jörg “B”", "j@one.example"]]],
    ["=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?= <t@one.example>", [["テスト", "t@one.example"]]],
    ["Jörg <jörg@bücher.example>", [["Jörg", "jörg@bücher.example"]]],
    ["J <j@xn--bcher-kva.example>", [["J", "j@bücher.example"]]],
    ['"lea moreau"@two.example', [["", '"lea moreau"@two.example']]],
    ["Priya Nair", []],
    ["<>", []],
    ["@one.example", []],
  ])("%s", async (value, expected) => {
    expect(await from(value)).toEqual(expected.map(([name, address]) => ({ name, address })));
  });

  test("reads a name that isn't UTF-8 as windows-1252", async () => {
    const raw = part([], Buffer.alloc(0)).subarray(2);
    const mail = await read(Buffer.concat([Buffer.from("From: J\xf6rg \x93B\x94 <j@one.example>\r\n", "latin1"), raw]));
    expect(mail.from[0]?.name).toBe("Jörg “B”");
  });

  test("removes line breaks and control characters from a name", async () => {
    const [sender] = await from("=?utf-8?Q?a=0D=0ABcc=3A_x=00=07?= <p@one.example>");
    expect(sender?.name).toBe("a Bcc: x");
  });
});

describe("email 4: message IDs", () => {
  test.each<[string | null, string[]]>([
    ["<a@one.example>", ["a@one.example"]],
    ["<a@one.example>\r\n <b@one.example>", ["a@one.example", "b@one.example"]],
    ["<a@one.example><b@one.example>", ["a@one.example", "b@one.example"]],
    ["Message of Monday <a@one.example>", ["a@one.example"]],
    ["a@one.example", ["a@one.example"]],
    ["< a@one.example >", ["a@one.example"]],
    ["", []],
    [null, []],
    [`<${"a".repeat(999)}>`, []],
  ])("%j", (header, ids) => expect(messageIdsIn(header)).toEqual(ids));

  test("lists references newest first, each once, at most 100", () => {
    expect(referencesOf("<c@x>", "<a@x> <b@x> <c@x>")).toEqual(["c@x", "b@x", "a@x"]);
    const many = Array.from({ length: 150 }, (_, n) => `<${n}@x>`).join(" ");
    expect(referencesOf(null, many)).toHaveLength(100);
    expect(referencesOf(null, many)[0]).toBe("149@x");
  });
});

describe("the Date header", () => {
  test.each<[string | null, string | null]>([
    ["Mon, 02 Mar 2026 10:00:00 +0100", "2026-03-02T09:00:00.000Z"],
    ["Mon, 2 Mar 2026 10:00:00 +0100 (CET)", "2026-03-02T09:00:00.000Z"],
    ["2 Mar 2026 10:00 GMT", "2026-03-02T10:00:00.000Z"],
    ["Mon, 2 Mar 2026 10:00:00 EST", "2026-03-02T15:00:00.000Z"],
    ["Mon, 2 Mar 2026 10:00:00", "2026-03-02T10:00:00.000Z"],
    ["Montag", null],
    ["", null],
    [null, null],
    ["1".repeat(200), null],
  ])("%j", (header, expected) => {
    const time = mailDate(header);
    expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
  });
});

describe("other headers", () => {
  test("decodes a subject in two charsets, even if it is split inside a character", async () => {
    const subject = "=?utf-8?B?w7xi?=\r\n =?utf-8?Q?er_=C3?= =?utf-8?Q?=A4?= =?windows-1252?Q?_=80?=";
    expect((await read(withHeaders([`Subject: ${subject}`]))).subject).toBe("über ä €");
  });

  test("reads the delivery addresses and the return path", async () => {
    const raw = withHeaders([
      "Delivered-To: Help@desk.example",
      "X-Original-To: it@desk.example",
      "X-Forwarded-To: it@desk.example, a@one.example",
      "Return-Path: <>",
    ]);
    expect(await read(raw)).toMatchObject({
      deliveredTo: ["help@desk.example", "it@desk.example", "a@one.example"],
      returnPath: "",
    });
    expect((await read("From: a@one.example\r\n\r\n")).returnPath).toBeNull();
  });

  test("lists all headers from the top, unfolded and not decoded", async () => {
    const mail = await read("X-B: one\r\n\ttwo\r\nX-A: =?utf-8?Q?=C3=A4?=\nX-B: three\r\n\r\n");
    expect(mail.headers).toEqual([
      ["x-b", "one two"],
      ["x-a", "=?utf-8?Q?=C3=A4?="],
      ["x-b", "three"],
    ]);
  });

  test("skips the From line of an mbox file above the headers", async () => {
    expect(
      await read(
        Buffer.concat([Buffer.from("From p@one.example Mon Mar  2 10:00:00 2026\r\n"), part(DEFAULT_HEADERS, "Hi")]),
      ),
    ).toMatchObject({ subject: "Printer", text: "Hi" });
  });

  test.each([
    ['multipart/mixed; boundary="a b"', "a b"],
    ["multipart/mixed; charset=x; BOUNDARY = a", "a"],
    ["multipart/mixed; boundary=a (comment)", "a"],
    ['multipart/mixed; boundary="a;b\\"c"', 'a;b"c'],
    ["multipart/mixed; boundary*0=a; boundary*1=b", "ab"],
    ["multipart/mixed; boundary=----=_Part_1.2", "----=_Part_1.2"],
    ["multipart/mixed", ""],
  ])("reads the boundary of %s", (header, boundary) => expect(parameter(header, "boundary")).toBe(boundary));
});
