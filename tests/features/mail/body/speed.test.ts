import { describe, expect, test } from "vitest";
import { readBody } from "~/features/mail/body/mail-body.server";
import { tryEveryCase } from "../../../support/generated";

/*
 * No mail may keep the server busy. In processor time, so that a busy machine doesn't fail it; prose of 5 MiB takes some
 * 300 ms, and a quadratic step takes minutes.
 */
const MEBIBYTES = tryEveryCase ? 5 : 1;
const BYTES = MEBIBYTES * 2 ** 20;
const MOST_CPU_MS = tryEveryCase ? 8_000 : 4_000;

const filled = (fragment: string, bytes = BYTES) => fragment.repeat(Math.ceil(bytes / fragment.length));

function cpuMsOf(mail: { html: string | null; text: string | null }): number {
  const start = process.cpuUsage();
  readBody(mail, { firstOfTask: false });
  return process.cpuUsage(start).user / 1000;
}

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

describe(`${MEBIBYTES} MiB`, () => {
  test.each(FRAGMENTS)("of %j as text", (fragment) => {
    expect(cpuMsOf({ html: null, text: filled(fragment) })).toBeLessThan(MOST_CPU_MS);
  });

  test.each([...FRAGMENTS, ...TAGS])("of %j as HTML", (fragment) => {
    expect(cpuMsOf({ html: filled(fragment), text: null })).toBeLessThan(MOST_CPU_MS);
  });

  test.each([
    ["<div>", "</x>"],
    ["<p>", "</div>"],
  ])("of %s, half of it closed by %s", (open, close) => {
    const html = filled(open).slice(0, BYTES / 2) + filled(close).slice(0, BYTES / 2);
    expect(cpuMsOf({ html, text: null })).toBeLessThan(MOST_CPU_MS);
  });
});

/** More than the mebibyte of visible text that is shown. */
const TOO_LONG = 1.5 * 2 ** 20;

describe("limits", () => {
  test.each(["div", "blockquote", "span", "table"])("text inside 10,000 nested <%s> stays", (tag) => {
    const html = `${`<${tag}>`.repeat(10_000)}deep words${`</${tag}>`.repeat(10_000)}<p>after</p>`;
    const { text, truncated } = readBody({ html, text: null }, { firstOfTask: false });
    expect([text.split(/\s+/), truncated]).toEqual([["deep", "words", "after"], false]);
  });

  test.each([
    ["text", { html: null, text: filled("word ", TOO_LONG) }],
    ["HTML", { html: filled("<p>word</p>", 3 * TOO_LONG), text: null }],
    ["one paragraph of HTML", { html: `<p>${filled("word ", TOO_LONG)}</p>`, text: null }],
  ])("%s over the limit is cut", (_, mail) => {
    const { text, truncated } = readBody(mail, { firstOfTask: false });
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(text.replace(/\s/g, ""))).toBeLessThanOrEqual(1024 * 1024);
    expect(text.length).toBeGreaterThan(200_000);
  });

  test("a mebibyte of visible text isn't cut, nor is a character", () => {
    const whole = "é".repeat(512 * 1024);
    const bodyOf = (text: string) => readBody({ html: null, text }, { firstOfTask: false });
    expect(bodyOf(whole)).toMatchObject({ text: whole, truncated: false });
    expect(bodyOf(`a${whole}`)).toMatchObject({ text: `a${whole.slice(1)}`, truncated: true });
    expect(bodyOf("😀".repeat(262_145))).toMatchObject({ text: "😀".repeat(262_144), truncated: true });
  });
});
