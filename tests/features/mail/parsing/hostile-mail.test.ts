import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { judgeAutomatic } from "~/features/mail/parsing/automatic-mail";
import { findParts, leavesOf } from "~/features/mail/parsing/mime-parts";
import { PARSE_LIMITS } from "~/features/mail/parsing/parse-limits";
import { parseMail } from "~/features/mail/parsing/parse-mail.server";
import { cases, tryEveryCase } from "../../../support/generated";
import { DEFAULT_HEADERS, multipart, part, read, withHeaders } from "./raw-mail";
import { tnef } from "./tnef-builder";

const folder = mkdtempSync(join(tmpdir(), "mail-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function nested(depth: number): Buffer {
  const opening = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  return Buffer.from(`${DEFAULT_HEADERS.join("\r\n")}\r\n${opening.join("")}\r\nHello`);
}

const parts = (count: number) =>
  multipart(
    "mixed",
    Array.from({ length: count }, () => part(["Content-Type: text/plain"], "x")),
    DEFAULT_HEADERS,
  );

describe("email 2: limits of one email", () => {
  test.each([
    ["too_deep", nested(1_000)],
    ["too_many_parts", parts(1_001)],
    ["headers_too_long", withHeaders([`Subject: ${"a".repeat(2 * 2 ** 20)}`])],
    ["headers_too_long", Buffer.from(`${"X-A: b\r\n".repeat(200_000)}\r\n`)],
    [
      "headers_too_long",
      multipart(
        "mixed",
        Array.from({ length: 20 }, () => part([`X-A: ${"b".repeat(100_000)}`], "")),
      ),
    ],
    ["too_many_addresses", withHeaders([`To: ${"a@b.example,".repeat(40_000)}`])],
    ["too_many_addresses", withHeaders([`To: (")${"a@b.example,".repeat(40_000)}"`])],
    ["too_many_addresses", withHeaders(["Cc: a@b.example", ...Array(2_000).fill("Cc: a@b.example")])],
  ])("%s", async (why, raw) => {
    expect(await parseMail(raw)).toMatchObject({ ok: false, why });
  });

  test("reads everything within the limits", async () => {
    expect(await parseMail(nested(49))).toMatchObject({ ok: true, mail: { text: "Hello" } });
    expect(await parseMail(parts(900))).toMatchObject({ ok: true });
    const people = ['"Nair, Priya; IT" <p@b.example>,', '"p@b.example" <p@b.example>,'].map((one) => one.repeat(900));
    expect(await parseMail(withHeaders(people.map((to) => `To: ${to}`)))).toMatchObject({ ok: true });
  });

  test("stops at the time and memory limits and still reads the next email", async () => {
    const big = withHeaders(["Content-Type: text/plain; charset=windows-1251"], Buffer.alloc(16 * 2 ** 20, 0xe0));
    expect(await parseMail(big, { milliseconds: 1 })).toMatchObject({ ok: false, why: "too_slow" });
    const lines = withHeaders(["Content-Type: text/plain; format=flowed"], "\n".repeat(4 * 2 ** 20));
    const small = { memoryMebibytes: 64 };
    expect(await parseMail(lines, small)).toMatchObject({ ok: false, why: "out_of_memory" });
    expect(await parseMail(withHeaders([]), small)).toMatchObject({ ok: true, mail: { text: "Hello" } });
  });

  test("reads a file by its path, and reports a missing one as broken", async () => {
    writeFileSync(join(folder, "mail.eml"), withHeaders([]));
    expect(await parseMail(join(folder, "mail.eml"))).toMatchObject({ ok: true, mail: { subject: "Printer" } });
    expect(await parseMail(join(folder, "none.eml"))).toMatchObject({ ok: false, why: "broken" });
  });

  test("returns files as bytes and leaves the source intact", async () => {
    const raw = multipart("mixed", [part(["Content-Type: application/pdf"], "%PDF")], DEFAULT_HEADERS);
    const copy = Buffer.from(raw);
    const [first, second] = await Promise.all([parseMail(raw), parseMail(raw)]);
    expect(first.ok && Buffer.from(first.mail.files[0]?.content ?? "").toString()).toBe("%PDF");
    expect(second).toEqual(first);
    expect(raw.equals(copy)).toBe(true);
  });
});

describe("email 9: hostile emails have a stated outcome", () => {
  const megabyte = 2 ** 20;
  const TNEF = ["Content-Type: application/ms-tnef"];
  test.each<[string, Buffer, (mail: Awaited<ReturnType<typeof read>>) => unknown]>([
    ["an empty email", Buffer.alloc(0), ({ from }) => expect(from).toEqual([])],
    ["only NUL bytes", Buffer.alloc(megabyte), ({ from }) => expect(from).toEqual([])],
    [
      "a header without a colon",
      withHeaders(["Broken header line"]),
      ({ subject, text }) => expect([subject, text]).toEqual(["Printer", "Hello"]),
    ],
    [
      "no headers, only text",
      Buffer.from("Hello\r\nworld\r\n"),
      ({ from, text }) => expect([from, text]).toEqual([[], ""]),
    ],
    [
      "a boundary that never occurs",
      withHeaders(["Content-Type: multipart/mixed; boundary=a"], "--b\r\n\r\nHello"),
      ({ text }) => expect(text).toContain("Hello"),
    ],
    ["no boundary", withHeaders(["Content-Type: multipart/mixed"], "Hello"), ({ text }) => expect(text).toBe("Hello")],
    [
      "a missing closing boundary",
      withHeaders(["Content-Type: multipart/mixed; boundary=a"], "--a\r\n\r\nHello"),
      ({ text }) => expect(text).toBe("Hello"),
    ],
    [
      "the same boundary on two levels",
      withHeaders(
        ["Content-Type: multipart/mixed; boundary=a"],
        "--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nHello\r\n--a--\r\n--a\r\n\r\nworld\r\n--a--",
      ),
      ({ text }) => expect(text).toBe("Hello\nworld"),
    ],
    [
      "a missing inner closing boundary",
      withHeaders(
        ["Content-Type: multipart/mixed; boundary=a"],
        "--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--a\r\n\r\nworld\r\n--a--",
      ),
      ({ text }) => expect(text).toBe("Hello\nworld"),
    ],
    [
      "a very long line",
      withHeaders([], "x".repeat(5 * megabyte)),
      ({ text }) => expect(text?.length).toBe(5 * megabyte),
    ],
    [
      "only line ends",
      withHeaders([], "\n".repeat(5 * megabyte)),
      ({ text }) => expect(text?.length).toBe(5 * megabyte),
    ],
    [
      "many lines that look like delimiters",
      withHeaders(
        ["Content-Type: multipart/mixed; boundary=aaa"],
        "\n--aa".repeat(tryEveryCase ? megabyte : megabyte / 8),
      ),
      ({ files }) => expect(files).toEqual([]),
    ],
    [
      "unterminated encoded words",
      withHeaders([`Subject: ${"=?utf-8?Q?".repeat(50_000)}`]),
      ({ subject }) => expect(subject.length).toBeLessThanOrEqual(2_000),
    ],
    [
      "many encoded words",
      withHeaders([`Subject: ${"=?utf-8?B?YQ==?= ".repeat(30_000)}`]),
      ({ subject }) => expect(subject).toBe("a".repeat(2_000)),
    ],
    ["unterminated quotes", withHeaders([`To: ${'"'.repeat(300_000)}`]), ({ to }) => expect(to).toEqual([])],
    ["unterminated escaped quotes", withHeaders([`To: ${'"\\'.repeat(150_000)}`]), ({ to }) => expect(to).toEqual([])],
    ["unterminated comments", withHeaders([`To: ${"(".repeat(300_000)}`]), ({ to }) => expect(to).toEqual([])],
    [
      "very many parameters",
      withHeaders([`Content-Type: text/plain; ${"a*1=x;".repeat(100_000)}`]),
      ({ text }) => expect(text).toBe("Hello"),
    ],
    [
      "large base64 without content",
      withHeaders(["Content-Transfer-Encoding: base64"], "=".repeat(5 * megabyte)),
      ({ text }) => expect(text).toBe(""),
    ],
    [
      "base64 in small pieces",
      withHeaders(["Content-Transfer-Encoding: base64"], "YQ==".repeat(200_000)),
      ({ text }) => expect(text?.length).toBe(200_000),
    ],
    [
      "many inline pictures",
      withHeaders(["Content-Type: text/html"], '<img src="cid:a">'.repeat(100_000)),
      ({ html }) => expect(html?.length).toBe(1_700_000),
    ],
    [
      "more text than a page shows",
      withHeaders([], "x".repeat(20 * megabyte)),
      ({ text }) => expect(text?.length).toBe(16 * megabyte),
    ],
    [
      "more text than allowed in a winmail.dat",
      withHeaders(TNEF, tnef([], { text: "x".repeat(9 * megabyte) })),
      ({ text }) => expect(text?.length).toBe(8 * megabyte),
    ],
    [
      "more HTML than allowed in a winmail.dat",
      withHeaders(TNEF, tnef([], { html: "x".repeat(17 * megabyte) })),
      ({ html }) => expect(html?.length).toBe(16 * megabyte),
    ],
    [
      "many spaces in a delivery report",
      withHeaders(
        ["From: mailer-daemon@b.example"],
        `Hi. This is the qmail-send program\n<a@b.example>${" ".repeat(10_000)}x\u2028`,
      ),
      ({ report }) => expect(report).toMatchObject({ recipients: [{ address: "a@b.example" }] }),
    ],
    [
      "much folded white space in a header of automatic mail",
      withHeaders([`X-Auto-Response-Suppress:${"\n ".repeat(400_000)}x`]),
      (mail) =>
        expect(judgeAutomatic(mail, { ourAddresses: [], arrivesThroughForward: false, isAnswerToOurs: false })).toEqual(
          { automatic: null, mayAnswer: false },
        ),
    ],
    [
      "many message IDs",
      withHeaders([`References: ${"<a@b> ".repeat(50_000)}`, `In-Reply-To: ${"<".repeat(100_000)}`]),
      ({ references }) => expect(references).toEqual(["a@b"]),
    ],
  ])("%s", async (_, raw, check) => {
    const start = performance.now();
    check(await read(raw));
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test("reads any bytes", async () => {
    const piece = fc.constantFrom(
      ...[
        "--a\r\n",
        "--a--\r\n",
        "--b\r\n",
        "Content-Type: multipart/mixed; boundary=a\r\n",
        "Content-Type: multipart/alternative; boundary=b\r\n",
      ],
      ...[
        "\r\n",
        "\n",
        "\r\n\r\n",
        "From: a@b.example\r\n",
        "Content-Transfer-Encoding: base64\r\n",
        "=?utf-8?Q?",
        '"',
        "(",
        "\0",
        "\xff",
        ": ",
        " x",
      ],
      ...[
        "Content-Type: application/ms-tnef\r\n",
        "Content-Type: message/rfc822\r\n",
        "Content-Type: message/delivery-status\r\n",
      ],
      ...[
        "Content-Type: text/html; charset=utf-16\r\n",
        "Final-Recipient: rfc822; a@b.example\r\n",
        "<",
        ">",
        "@",
        ",",
        ";",
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const mail = await read(Buffer.from(pieces.join(""), "latin1"));
        expect(mail.contentHash).toMatch(/^[0-9a-f]{64}$/);
        for (const { name } of mail.files) expect(name).not.toBe("");
      }),
      cases(100, 300),
    );
  });

  test("finds parts only within the source and in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("--a", "--", "\r\n", "\n", "a", "Content-Type: multipart/mixed; boundary=a", " ")),
        (pieces) => {
          const source = Buffer.from(pieces.join(""));
          let last = 0;
          for (const { bodyStart, bodyEnd } of leavesOf(findParts(source, PARSE_LIMITS))) {
            expect(bodyStart).toBeGreaterThanOrEqual(last);
            expect(bodyEnd).toBeGreaterThanOrEqual(bodyStart);
            expect(bodyEnd).toBeLessThanOrEqual(source.length);
            last = bodyStart;
          }
        },
      ),
    );
  });
});
