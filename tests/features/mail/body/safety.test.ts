import { describe, expect, test } from "vitest";
import { withInlineImages } from "~/features/mail/body/inline-images";
import { readBody } from "~/features/mail/body/mail-body.server";
import { plainText } from "./body-case";

const bodyOf = (html: string) => readBody({ html, text: null }, { firstOfTask: false });
const htmlOf = (html: string) => bodyOf(html).html;

const REL = 'rel="noopener noreferrer nofollow"';

describe("sanitising", () => {
  test.each([
    [
      "classes, ids, names and styles",
      '<p id="a" class="b" name="c" style="position:fixed;background:url(https://one.example)">x</p>',
      "<p>x</p>",
    ],
    ["scripts and handlers", '<p onclick="a()">x<script>attack()</script><img src=x onerror="a()"></p>', "<p>x</p>"],
    ["style elements and base", '<base href="https://one.example"><style>p{}</style><p>x</p>', "<p>x</p>"],
    [
      "forms, but not their text",
      '<form action="/"><label>Name</label><input name="a"><button>Send</button></form>',
      "<div>NameSend</div>",
    ],
    [
      "svg and math",
      '<svg onload="a()"><a xlink:href="javascript:a()"><text>x</text></a></svg><math><mi>y</mi></math>',
      "xy",
    ],
    [
      "frames and objects",
      '<iframe src="https://one.example">a</iframe><object data="b"></object><embed src="c">x',
      "x",
    ],
    ["hidden text", '<div style="display:none;max-height:0">Preview of our newsletter</div><p>x</p>', "<p>x</p>"],
    ["comments", "<!--[if mso]><p>a</p><![endif]--><p>x</p>", "<p>x</p>"],
    ["headings above the page's", "<h1>a</h1><h2>b</h2>", "<h4>a</h4><h5>b</h5>"],
    ["leading and trailing blank lines", "<div><br></div><p>x</p><p>&nbsp;</p><div><br></div>", "<p>x</p>"],
    ["controls", "<p>a&#1;b\u0007c\u0000</p>", "<p>abc\ufffd</p>".replace("\ufffd", "")],
  ])("removes or reduces %s", (_, html, safe) => {
    expect(htmlOf(html)).toBe(safe);
  });

  test.each([
    [
      "a page",
      '<a href="https://one.example/a" target="_top">here</a>',
      `<a href="https://one.example/a" ${REL}>here</a>`,
    ],
    ["an email address", '<a href="mailto:lea@one.example">Lea</a>', `<a href="mailto:lea@one.example" ${REL}>Lea</a>`],
    ["a phone number", '<a href="tel:+4912345">call</a>', `<a href="tel:+4912345" ${REL}>call</a>`],
    ["a script", '<a href="java\nscript:alert(1)">here</a>', "here"],
    ["a script in capitals", '<a href=" JAVASCRIPT:alert(1)">here</a>', "here"],
    ["data", '<a href="data:text/html,x">here</a>', "here"],
    ["a relative path", '<a href="/login">here</a>', "here"],
    ["nothing", '<a name="top">here</a>', "here"],
    [
      "the site in its text",
      '<a href="https://www.one.example/">one.example</a>',
      `<a href="https://www.one.example/" ${REL}>one.example</a>`,
    ],
    [
      "another path of the same site",
      '<a href="https://one.example/b">https://one.example/a</a>',
      `<a href="https://one.example/b" ${REL}>https://one.example/a</a> (https://one.example/b)`,
    ],
    [
      "a site other than the one in its text",
      '<a href="https://evil.example/"><b>https://www.bank.com</b></a>',
      `<a href="https://evil.example/" ${REL}><b>https://www.bank.com</b></a> (https://evil.example/)`,
    ],
    [
      "a site other than the bare domain in its text",
      '<a href="https://evil.example/">bank.com</a>',
      `<a href="https://evil.example/" ${REL}>bank.com</a> (https://evil.example/)`,
    ],
    [
      "an email address other than the one in its text",
      '<a href="mailto:eve@two.example">lea@bank.com</a>',
      `<a href="mailto:eve@two.example" ${REL}>lea@bank.com</a> (mailto:eve@two.example)`,
    ],
    [
      "a file, with the file's name as text",
      '<a href="https://one.example/f/1">report.pdf</a>',
      `<a href="https://one.example/f/1" ${REL}>report.pdf</a>`,
    ],
  ])("makes a link to %s safe", (_, html, safe) => {
    expect(htmlOf(html)).toBe(safe);
  });

  test("cuts a long address that is written out after its link", () => {
    const { html } = bodyOf(`<a href="https://evil.example/${"a".repeat(500)}">bank.com</a>`);
    expect(/ \(([^)]*)\)$/.exec(html)?.[1]).toHaveLength(121);
  });

  test.each([
    [
      "layout becomes blocks",
      "<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>",
      "<div><div><div><div><div><div>a</div></div></div></div><div>b</div></div></div>",
    ],
    [
      "data stays a table",
      '<table width="600" bgcolor="red"><tr><th>Part</th><th>Price</th></tr><tr><td colspan="2" align="right">a</td><td>b</td></tr></table>',
      '<table><tr><th>Part</th><th>Price</th></tr><tr><td colspan="2">a</td><td>b</td></tr></table>',
    ],
    [
      "one row is layout",
      "<table><tr><td>a</td><td>b</td></tr></table>",
      "<div><div><div>a</div><div>b</div></div></div>",
    ],
    [
      "data inside layout stays a table",
      "<table><tr><td><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table></td></tr></table>",
      "<div><div><div><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table></div></div></div>",
    ],
    [
      "data with role=presentation is layout",
      '<table role="presentation"><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
      "<div><div><div>a</div><div>b</div></div><div><div>c</div><div>d</div></div></div>",
    ],
  ])("tables: %s", (_, html, safe) => {
    expect(htmlOf(html)).toBe(safe);
  });
});

describe("images", () => {
  test.each([
    [
      "remote images wait for the reader",
      '<img src="https://one.example/a.png" alt="Logo" width="100" style="height:20px">',
      '<img data-remote-src="https://one.example/a.png" alt="Logo" width="100" height="20" />',
      true,
    ],
    ["unencrypted images become their alt text", '<img src="http://one.example/a.png" alt="Logo">', "Logo", false],
    ["data URLs become their alt text", '<img src="data:image/png;base64,AAAA" alt="Logo">', "Logo", false],
    ["file names become their alt text", '<img src="image001.png" alt="Logo">', "Logo", false],
    [
      "tracking pixels are removed",
      'x<img src="https://one.example/a.png" width="1" height="1" alt="Logo">',
      "x",
      false,
    ],
    [
      "tracking pixels sized by style are removed",
      'x<img src="https://one.example/a.png" style="width:0px;height:0px">',
      "x",
      false,
    ],
    [
      "attached images wait for their URL",
      '<img src="cid:image001.png%40A1" alt="Screen">',
      '<img data-cid="image001.png@A1" alt="Screen" />',
      false,
    ],
    [
      "the sender's own placeholders become their alt text",
      '<img data-remote-src="javascript:a()" data-cid="b" alt="c">',
      "c",
      false,
    ],
  ])("%s", (_, html, safe, remote) => {
    const body = bodyOf(html);
    expect([body.html, body.hasRemoteImages]).toEqual([safe, remote]);
  });

  test("lists each content ID once, by part", () => {
    const body = bodyOf(
      '<p>See <img src="cid:a"><img src="cid:a"></p><div class="gmail_quote"><div class="gmail_attr">Lea wrote:</div><blockquote class="gmail_quote"><img src="cid:b"></blockquote></div>',
    );
    expect([body.contentIds, body.foldedContentIds]).toEqual([["a"], ["b"]]);
  });

  test("counts a picture alone as the writer's own content", () => {
    const body = bodyOf('<img src="cid:a"><blockquote type="cite">Which floor?</blockquote>');
    expect([body.contentIds, body.foldedText]).toEqual([["a"], "Which floor?"]);
  });

  test("replaces placeholders with the URLs of their files, or with alt text if there is no file", () => {
    const { html } = bodyOf('<p><img src="cid:a&quot;&amp;" alt="One" width="10"><img src="cid:b" alt="<Two>"></p>');
    expect(withInlineImages(html, new Map([['a"&', "/attachments/1"]]))).toBe(
      '<p><img src="/attachments/1" alt="One" loading="lazy" width="10" />&lt;Two&gt;</p>',
    );
  });
});

describe("text for search and previews", () => {
  test.each([
    [
      "block elements separate words",
      "<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>",
      "one\ntwo\nthree\nfour",
    ],
    [
      "table cells separate words",
      "<table><tr><td>one</td><td>two</td></tr><tr><td>three</td></tr></table>",
      "one two\nthree",
    ],
    ["styles and scripts aren't text", "<style>p{}</style><script>a</script><title>b</title><p>one</p>", "one"],
    ["links become their text", '<a href="https://one.example">here</a>', "here"],
    ["inline elements don't separate words", "<b>o</b>ne", "one"],
    ["entities", "a&nbsp;&amp;&lt;b&gt;", "a &<b>"],
  ])("%s", (_, html, text) => {
    expect(plainText(html)).toBe(text);
  });
});

describe("choice of the body part", () => {
  const chosen = (html: string | null, text: string | null) => readBody({ html, text }, { firstOfTask: false }).text;

  test.each([
    ["HTML with text", "<p>html</p>", "text", "html"],
    ["no HTML", null, "text", "text"],
    ["HTML without text", "<p>&nbsp;<style>p{}</style></p>", "text", "text"],
    ["hidden HTML", '<p style="display: none">html</p>', "text", "text"],
    ["neither", null, null, ""],
  ])("%s", (_, html, text, expected) => {
    expect(chosen(html, text)).toBe(expected);
  });

  test("uses HTML with only a picture if there's no text", () => {
    expect(bodyOf('<img src="cid:a">').contentIds).toEqual(["a"]);
  });
});
