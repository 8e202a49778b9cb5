import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "~/features/tasks/markdown.server";

/** What our HTML may consist of: these tags with these attributes, and nothing else. */
const ALLOWED =
  /^(?:[^<>]|<\/?(?:p|br|hr|em|strong|s|code|pre|blockquote|ul|li|ol|h[1-6]|table|thead|tbody|tr|th|td)>|<(?:th|td) class="align-(?:left|center|right)">|<ol start="\d+">|<code class="language-[^"<>]*">|<li class="task-box">|<input type="checkbox" disabled(?: checked)?>|<a href="[^"<>]*" (?:title="[^"<>]*" )?rel="noopener nofollow">|<\/a>)*$/;

/** Links that do something else than go somewhere or begin a message: a scheme of any other program. */
const RUNS = /href="\s*(?!(?:https?|mailto|tel):)[a-z][a-z0-9+.-]*:/i;

const ATTACKS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](&#106;avascript:alert(1))",
  "[a](java\nscript:alert(1))",
  "[a](\u0001javascript:alert(1))",
  "[a](vbscript:msgbox(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](file:///etc/passwd)",
  "[a](data:image/png;base64,PHNjcmlwdD4=)",
  "[a](search-ms:query=x&crumb=location:elsewhere)",
  "[a](intent://x#Intent;end)",
  "<ms-word:ofe|u|https://evil.example/x.docm>",
  '[a](https://example.org" onmouseover="alert(1))',
  "[a](https://example.org 'x\" onmouseover=\"alert(1)')",
  "[a]: javascript:alert(1)\n\n[a]",
  "<javascript:alert(1)>",
  "![x](javascript:alert(1))",
  "![x](https://evil.example/pixel.png)",
  '```html"onclick=alert(1)\n<b>\n```',
  "| <script> |\n|:-:|\n| <img src=x> |",
  "- [x] <script>alert(1)</script>",
  "<!-- --!><script>alert(1)</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<a href='javascript:alert(1)'>x</a>",
  "<style>*{display:none}</style>",
  '<b style="position:fixed;inset:0">x</b>',
  "<form action=/api/auth/signout><button>x",
  'https://example.org/"onmouseover=alert(1)',
  "www.example.org/<script>",
  "<ul><li>[ ] x",
];

describe("Markdown", () => {
  test.each(ATTACKS)("of %j is harmless", (text) => {
    const html = renderMarkdown(text);
    expect(html).toMatch(ALLOWED);
    expect(html).not.toMatch(RUNS);
  });

  test("of anything is harmless", () => {
    const pieces = fc.constantFrom(
      ...ATTACKS,
      "<",
      ">",
      '"',
      "'",
      "](",
      "[",
      "`",
      "|",
      "\n",
      "&",
      "javascript:",
      "*",
      "- [ ] ",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 12 }),
        (parts) => {
          const html = renderMarkdown(parts.join(""));
          expect(html).toMatch(ALLOWED);
          expect(html).not.toMatch(RUNS);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ["**bold** and `code`", "<p><strong>bold</strong> and <code>code</code></p>\n"],
    ["one\ntwo", "<p>one<br>\ntwo</p>\n"],
    [
      "see https://example.org",
      '<p>see <a href="https://example.org" rel="noopener nofollow">https://example.org</a></p>\n',
    ],
    [
      "| a |\n|--:|\n| 1 |",
      '<table>\n<thead>\n<tr>\n<th class="align-right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="align-right">1</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    ["- [x] done", '<ul>\n<li class="task-box"><input type="checkbox" disabled checked> done</li>\n</ul>\n'],
  ])("of %j is what people expect", (text, html) => {
    expect(renderMarkdown(text)).toBe(html);
  });

  test("of the longest message of nothing but signs comes to an end", () => {
    for (const piece of ["*a", "[", "> ", "|", "`", "- ", "<", "![](", "~~"]) {
      const text = piece.repeat(Math.floor(65_536 / piece.length));
      expect(renderMarkdown(text), piece).toMatch(/^<[a-z]/);
    }
  });
});
