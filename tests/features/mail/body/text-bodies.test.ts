import { describe, expect, test } from "vitest";
import { readBody } from "~/features/mail/body/mail-body.server";
import { expectSplit } from "./body-case";
import { TEXT_REPLIES, TEXT_RULES } from "./text-cases";

const htmlOf = (text: string) => readBody({ html: null, text }, { firstOfTask: false }).html;

describe("plain text", () => {
  test.each(TEXT_REPLIES)("reply: $name", expectSplit);
  test.each(TEXT_RULES)("rule: $name", expectSplit);

  test.each([
    ["one\ntwo\n\nthree", "<p>one<br />two</p><p>three</p>"],
    ["> > a\n> b\nc", "<blockquote><blockquote><p>a</p></blockquote><p>b</p></blockquote><p>c</p>"],
    ["<b>&amp;</b>", "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"],
    [
      "see (https://one.example/a_(b)).",
      '<p>see (<a href="https://one.example/a_(b)" rel="noopener noreferrer nofollow">https://one.example/a_(b)</a>).</p>',
    ],
    [
      "mailto:lea@one.example",
      '<p><a href="mailto:lea@one.example" rel="noopener noreferrer nofollow">mailto:lea@one.example</a></p>',
    ],
    [
      "詳細はhttps://one.example/aをご覧",
      '<p>詳細は<a href="https://one.example/a" rel="noopener noreferrer nofollow">https://one.example/a</a>をご覧</p>',
    ],
    ["javascript:alert(1) data:text/html,x", "<p>javascript:alert(1) data:text/html,x</p>"],
    ["a  b\n   c", "<p>a\u00a0 b<br />\u00a0\u00a0 c</p>"],
    ["nul\u0000 bell\u0007 \u009bend\r\nnext\ttab", "<p>nul bell end<br />next\u00a0\u00a0\u00a0 tab</p>"],
    ["", ""],
  ])("%j becomes HTML", (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });
});
