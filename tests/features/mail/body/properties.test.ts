import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBody } from "~/features/mail/body/mail-body.server";
import { cases } from "../../../support/generated";
import { plainText, wordsOf } from "./body-case";
import { HTML_REPLIES, HTML_RULES } from "./html-cases";
import { TEXT_REPLIES, TEXT_RULES } from "./text-cases";

/** The only markup that sanitised HTML may contain. */
const ALLOWED =
  /^(?:[^<>]|<\/?(?:p|div|blockquote|pre|h[456]|ul|ol|li|dl|dt|dd|strong|b|em|i|u|s|del|ins|sub|sup|code|a|table|caption|thead|tbody|tfoot|tr|th|td)>|<(?:br|hr) \/>|<ol start="[^"<>]*">|<t[hd](?: (?:col|row)span="\d+"){1,2}>|<a href="(?:https?:|mailto:|tel:)[^"<>]*" rel="noopener noreferrer nofollow">|<img data-(?:remote-src="https:[^"<>]*"|cid="[^"<>]*") alt="[^"<>]*"(?: width="\d+")?(?: height="\d+")? \/>)*$/;

const ATTACKS = [
  ..."<script>a()</script>|<img src=x onerror=a()>|<a href='javascript:a()'>x</a>|<p style='background:url(//a)'>|<div id=a class=b>".split(
    "|",
  ),
  ..."<svg><style><img src=x onerror=a()>|<math><mtext><table><mglyph><style><!--|<noscript><p title='</noscript><img src=x>'>".split(
    "|",
  ),
  ..."<xmp><img src=x onerror=a()></xmp>|<plaintext>|<textarea><script>|<iframe srcdoc='<script>'>|<base href=//a>|<form><input>".split(
    "|",
  ),
  ...'<a href="https://a.example"onclick=a()>|&lt;script&gt;|&#0;|</div></blockquote>|<!--><img src=x onerror=a()>-->|<a title="'.split(
    "|",
  ),
];
const TAGS =
  "<p>|</p>|<div>|</div>|<blockquote type=cite>|<blockquote>|</blockquote>|<table>|<tr>|<td>|</td>|</table>|<br>|<hr>|<ul>|<li>|<pre>|</pre>|<b>|</b>|<div class=gmail_quote>|<div class=gmail_attr>|<div id=Signature>|<a href=https://a.example>|</a>|<span>|</span>|<center>|<h1>".split(
    "|",
  );
const LINES = [
  ..."On 3 Mar 2025, at 10:15, Lea Moreau <lea@one.example> wrote:|-----Original Message-----|From: Lea Moreau <lea@one.example>|Sent: 3 March 2025 10:15".split(
    "|",
  ),
  ..."To: Priya Nair|Subject: Printer|> quoted words|> > deeper words|an own line|Sent from my iPhone|-- |----|wrote:|---------- Forwarded message ---------".split(
    "|",
  ),
];

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const mailText = fc.array(fc.oneof(fc.constantFrom(...LINES), fc.constant(""), fc.stringMatching(/^[a-z]{1,8}$/)), {
  maxLength: 20,
});
const mailHtml = fc.array(
  fc.oneof(fc.constantFrom(...TAGS), fc.constantFrom(...LINES).map(escaped), fc.stringMatching(/^[a-z]{1,8}$/)),
  { maxLength: 40 },
);

const partsOf = (mail: { html: string | null; text: string | null }, firstOfTask: boolean) => {
  const body = readBody(mail, { firstOfTask });
  return { ...body, shown: [...wordsOf(plainText(body.html)), ...wordsOf(plainText(body.foldedHtml ?? ""))] };
};

describe("any mail", () => {
  test("in plain text keeps its words in order", () => {
    fc.assert(
      fc.property(mailText, fc.boolean(), (lines, firstOfTask) => {
        const { text, foldedText, shown } = partsOf({ html: null, text: lines.join("\n") }, firstOfTask);
        const words = wordsOf(lines.join("\n"));
        expect([...wordsOf(text), ...wordsOf(foldedText ?? "")]).toEqual(words);
        expect(shown).toEqual(words);
      }),
      cases(100, 300),
    );
  });

  test("in HTML keeps its words in order", () => {
    fc.assert(
      fc.property(mailHtml, fc.boolean(), (pieces, firstOfTask) => {
        const html = pieces.join(" ");
        const { text, foldedText, shown } = partsOf({ html, text: null }, firstOfTask);
        const words = pieces.filter((piece) => !piece.startsWith("<")).flatMap((piece) => wordsOf(unescaped(piece)));
        expect([...wordsOf(text), ...wordsOf(foldedText ?? "")]).toEqual(words);
        expect(shown.filter((word) => word !== "(https://a.example/)")).toEqual(words);
      }),
      cases(100, 300),
    );
  });

  test("folds text only if some of the writer's own remains", () => {
    fc.assert(
      fc.property(mailText, (lines) => {
        const { text, foldedText } = partsOf({ html: null, text: lines.join("\n") }, false);
        if (foldedText !== null) expect(text).not.toBe("");
      }),
      cases(100, 300),
    );
  });

  test("becomes HTML with allowed tags and attributes only", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...ATTACKS, ...TAGS), fc.string({ unit: "binary", maxLength: 8 })), {
          maxLength: 20,
        }),
        (pieces) => {
          for (const mail of [
            { html: pieces.join(""), text: null },
            { html: null, text: pieces.join("") },
          ]) {
            const { html, foldedHtml } = partsOf(mail, false);
            expect(html).toMatch(ALLOWED);
            expect(foldedHtml ?? "").toMatch(ALLOWED);
          }
        },
      ),
      cases(100, 300),
    );
  });

  test.each([...HTML_REPLIES, ...HTML_RULES, ...TEXT_REPLIES, ...TEXT_RULES])(
    "$name: only allowed tags and attributes remain",
    (mail) => {
      const { html, foldedHtml } = partsOf({ html: mail.html ?? null, text: mail.text ?? null }, false);
      expect(html).toMatch(ALLOWED);
      expect(foldedHtml ?? "").toMatch(ALLOWED);
    },
  );
});

const unescaped = (text: string) => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
