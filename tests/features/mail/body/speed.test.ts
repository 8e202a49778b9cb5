import { beforeAll, describe, expect, test } from "vitest";
import { readBody } from "~/features/mail/body/mail-body.server";
import { tryEveryCase } from "../../../support/generated";

/*
 * No mail may keep the server busy. Measures CPU time against prose of the same length, so a busy or slow machine doesn't
 * fail the test. A line that may be a separator takes some 15 times as long as prose. A quadratic step takes thousands of
 * times as long.
 */
const KIBIBYTES = tryEveryCase ? 5 * 1024 : 128;
const BYTES = KIBIBYTES * 1024;
const MOST_TIMES_PROSE = 50;
const PROSE =
  "<p>The printer on the second floor makes a strange noise. Could you have a look at it before noon?</p>\n";

const filled = (fragment: string, bytes = BYTES) => fragment.repeat(Math.ceil(bytes / fragment.length));

function cpuMsOf(mail: { html: string | null; text: string | null }): number {
  const start = process.cpuUsage();
  readBody(mail, { firstOfTask: false });
  return process.cpuUsage(start).user / 1000;
}

let mostCpuMs = 0;
beforeAll(() => {
  const prose = { html: filled(PROSE), text: null };
  cpuMsOf(prose); // warms up the JIT compiler
  mostCpuMs = MOST_TIMES_PROSE * Math.max(cpuMsOf(prose), cpuMsOf(prose));
});

const FRAGMENTS = [
  ">",
  "> ",
  " ",
  "\n",
  "On ",
  "On \n",
  "wrote:\n",
  "-- \n",
  "*",
  "&",
  "<",
  "https://",
  "From: a\n",
  "2025 10:15 a@b",
];

const TAGS = [
  ..."<div>|<blockquote>|<div>a|<blockquote type=cite>a|</x>|<table><tr><td>a|<br>|<pre>a\n|<!--|<a b='|<img src=cid:a>".split(
    "|",
  ),
  ..."<div class=gmail_quote>a</div>|<div id=Signature>a</div>|<a href=https://a.example>b.com</a>|<form>|<option>".split(
    "|",
  ),
];

describe(`reading ${KIBIBYTES} KiB`, () => {
  test.each(FRAGMENTS)("of %j as text stays within the CPU limit", (fragment) => {
    expect(cpuMsOf({ html: null, text: filled(fragment) })).toBeLessThan(mostCpuMs);
  });

  test.each([...FRAGMENTS, ...TAGS])("of %j as HTML stays within the CPU limit", (fragment) => {
    expect(cpuMsOf({ html: filled(fragment), text: null })).toBeLessThan(mostCpuMs);
  });

  test.each([
    ["<div>", "</x>"],
    ["<p>", "</div>"],
  ])("of %s, half of it closed by %s, stays within the CPU limit", (open, close) => {
    const html = filled(open).slice(0, BYTES / 2) + filled(close).slice(0, BYTES / 2);
    expect(cpuMsOf({ html, text: null })).toBeLessThan(mostCpuMs);
  });
});

/** More than the 1 MiB of visible text that is kept. */
const TOO_LONG = 1.5 * 2 ** 20;

describe("length and nesting limits", () => {
  test.each(["div", "blockquote", "span", "table"])("keep text inside 10,000 nested <%s>", (tag) => {
    const html = `${`<${tag}>`.repeat(10_000)}deep words${`</${tag}>`.repeat(10_000)}<p>after</p>`;
    const { text, truncated } = readBody({ html, text: null }, { firstOfTask: false });
    expect([text.split(/\s+/), truncated]).toEqual([["deep", "words", "after"], false]);
  });

  test.each([
    ["text", { html: null, text: filled("word ", TOO_LONG) }],
    ["HTML", { html: filled("<p>word</p>", 3 * TOO_LONG), text: null }],
    ["one paragraph of HTML", { html: `<p>${filled("word ", TOO_LONG)}</p>`, text: null }],
  ])("cut %s over the limit", (_, mail) => {
    const { text, truncated } = readBody(mail, { firstOfTask: false });
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(text.replace(/\s/g, ""))).toBeLessThanOrEqual(1024 * 1024);
    expect(text.length).toBeGreaterThan(200_000);
  });

  test("keep exactly 1 MiB of visible text and never split a character", () => {
    const whole = "é".repeat(512 * 1024);
    const bodyOf = (text: string) => readBody({ html: null, text }, { firstOfTask: false });
    expect(bodyOf(whole)).toMatchObject({ text: whole, truncated: false });
    expect(bodyOf(`a${whole}`)).toMatchObject({ text: `a${whole.slice(1)}`, truncated: true });
    expect(bodyOf("😀".repeat(262_145))).toMatchObject({ text: "😀".repeat(262_144), truncated: true });
  });
});
