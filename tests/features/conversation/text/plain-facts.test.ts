import { describe, expect, test } from "vitest";
import { renderMessage } from "~/features/conversation/markdown.server";

/** The visible text of some HTML, with entities decoded. */
const seen = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();

describe("plain text that looks like Markdown keeps its characters", () => {
  test.each([
    "\\\\server\\share\\a_b\\_c\\*",
    "\\\\server",
    "see C:\\*.log and D:\\_old\\[1]\\*.txt, please",
    "DOMAIN\\user and HKLM\\Soft\\_x\\_y",
    "~\\.ssh\\*, ..\\_build\\*, %TEMP%\\_x_\\*",
    "cd C:\\temp\\\nand go on",
    "docker run \\\n-p 80:80",
    "the pattern \\d+\\.\\d+\\*",
    'a \\\\ b, \\"quoted\\", 5\\, 6\\; 7\\/8',
    "2*3*4 = 24 and 5*3=15 und 4*2=8",
    "*.log, *.txt and (*.js|*.ts) or {*.a,*.b}",
    "src/*/a and src/*/b, **/*.md or **/*.ts",
    "/* one */ and /* two */",
    "__init__.py calls __name__ and obj._a and obj._b_",
    "snake_case_name other_name_",
    "&copy; is shown instead of a sign, &nbsp; and &#8364; too",
    "[INFO]: started",
    '[ERROR]: timeout "x"',
    "[1]: https://example.org",
    "list[0](x) and call[i](j, k)",
    "+49 151 1234567",
    "+ 3 licences\n+ 2 chairs",
    "01. Januar\n02. Februar",
    ">5 GB\n>=3\n>100 people",
    "> said\n+ 5",
    "Total\n===",
    "#12 is the same as #13",
    "12:30, 14:00 - 15:00, 3.5 GB",
    "<tag> and </tag> and <a@b>, From: Ana <ana@example.org>",
    "https://example.org/?q=a%2Fb%20c&copy=2",
    "$HOME/_a_/$USER, 100%, ^x^, =1=, a|b",
    "a~~b~~c 5~6~7",
    "5. März 1999, 7 Uhr",
  ])("%j", (text) => {
    const { html, text: words } = renderMessage(text);
    const plain = text.replace(/^> /gm, "");
    expect(words).toBe(plain);
    if (!/^\d/.test(text)) expect(seen(html)).toBe(plain);
  });

  test("lists keep the numbers as typed, in plain text too", () => {
    const { html, text } = renderMessage("24. Dezember\n31. Dezember\n6. Januar");
    expect(html).toBe(
      '<ol start="24">\n<li value="24">Dezember</li>\n<li value="31">Dezember</li>\n<li value="6">Januar</li>\n</ol>\n',
    );
    expect(text).toBe("24. Dezember\n31. Dezember\n6. Januar");
    expect(renderMessage("1. a\n1. b").html).toContain('<li value="1">b</li>');
    expect(renderMessage("1) a\n2) b")).toEqual({
      html: '<ol class="with-brackets">\n<li>a</li>\n<li>b</li>\n</ol>\n',
      text: "1) a\n2) b",
    });
    expect(renderMessage("3. a\n   7. b\n   9. c\n4. d").text).toBe("3. a\n7. b\n9. c\n4. d");
    expect(renderMessage("5. [x] a\n9. [ ] b").html).toContain('<li value="9" class="task-box">');
  });

  test.each([
    ["Notes\n---\nMore", "<p>Notes</p>\n<hr>\n<p>More</p>\n"],
    ["Notes\n===", "<p>Notes<br>\n===</p>\n"],
    ["**「重要」**です", "<p><strong>「重要」</strong>です</p>\n"],
    ["これは**重要**です。*중요*합니다", "<p>これは<strong>重要</strong>です。<em>중요</em>합니다</p>\n"],
    ["\\*not bold\\* \\# \\_x\\_ \\[a\\](b) \\<b>", "<p>*not bold* # _x_ [a](b) &lt;b&gt;</p>\n"],
    ["**a** *b* _c_ __d e__ ~~f~~", "<p><strong>a</strong> <em>b</em> <em>c</em> <strong>d e</strong> <s>f</s></p>\n"],
    ["**Yes**/**No**", "<p><strong>Yes</strong>/<strong>No</strong></p>\n"],
    ["**C:\\a_b\\c_d**", "<p><strong>C:\\a_b\\c_d</strong></p>\n"],
    ["* a\n* b", '<ul class="with-dots">\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ["``` 500 Internal Error\nx\n```", "<pre><code>500 Internal Error\nx\n</code></pre>\n"],
    [
      "| a | b |\n|--|--|\n| 1 | 2 | 3 € |",
      "<p>| a | b |<br>\n|--|--|<br>\n| 1 | 2 | 3 €</p>\n".replace("3 €", "3 € |"),
    ],
    [
      "[C:\\a\\b](https://example.org/x)",
      '<p><a href="https://example.org/x" rel="noopener nofollow">C:\\a\\b</a></p>\n',
    ],
  ])("%j is shown as %j", (text, html) => {
    expect(renderMessage(text).html).toBe(html);
  });

  test.each([
    ["- 5 °C\n- warm", "- 5 °C\nwarm"],
    ["~~Monday~~ Tuesday", "~~Monday~~ Tuesday"],
    ["[x](https://example.org/x)", "x (https://example.org/x)"],
    ["[example.org](https://example.org)", "example.org"],
  ])("%j keeps the meaning of its marks in plain text", (text, words) => {
    expect(renderMessage(text).text).toBe(words);
  });

  test("quotes nested deeper than the parser goes are shown as typed", () => {
    const text = `${"> ".repeat(60)}deep`;
    expect(renderMessage(text).text).toBe(text);
  });
});

describe("links in a text", () => {
  test.each(["http://x.y/", "https://x.y/?a=b", "mailto:a@b.example", "a@b.example", "HTTPS://X.Y"])(
    "%s becomes a link, alone and five hundred times",
    (address) => {
      expect(renderMessage(address).html).toContain("<a href=");
      expect(renderMessage(`${address} `.repeat(500)).html.match(/<a /g)).toHaveLength(500);
    },
  );

  test.each(["ftp://x.y/", "//x.y/"])("%s doesn't become a link", (address) => {
    expect(renderMessage(address)).toEqual({ html: `<p>${address}</p>\n`, text: address });
  });

  test("a text with more marks than any real document is shown as typed, whatever the marks", () => {
    for (const piece of ["a@b.example ", "[a](https://x.y) ", "*a* ", "> - a\n", "1. a\n", "|a|\n|-|\n"]) {
      const text = piece.repeat(Math.floor(65_000 / piece.length)).trim();
      const { html, text: words } = renderMessage(text);
      expect(html).toBe(`<pre>${text.replaceAll(">", "&gt;")}</pre>\n`);
      expect(words).toBe(text);
    }
    const code = `\`\`\`\n${"[]*_`".repeat(10_000)}\n\`\`\``;
    expect(renderMessage(code).html).toMatch(/^<pre><code>/);
  });
});
