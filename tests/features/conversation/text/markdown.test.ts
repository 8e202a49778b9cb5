import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMessage } from "~/features/conversation/markdown.server";
import { ATTACKS, SLOW_FRAGMENTS } from "../../../support/markdown-attacks";

/** The only tags and attributes that rendered HTML may contain. */
const ALLOWED =
  /^(?:[^<>]|<\/?(?:p|br|hr|em|strong|s|code|pre|blockquote|ul|li|ol|h[1-6]|table|thead|tbody|tr|th|td)>|<\/span>|<(?:th|td) class="align-(?:left|center|right)">|<ol(?: start="\d+")?(?: class="with-brackets")?>|<ul class="with-dots">|<code class="language-[^"<>]*">|<li(?: value="\d+")?(?: class="task-box")?>|<input type="checkbox" disabled(?: checked)?>|<a href="[^"<>]*" (?:title="[^"<>]*" )?(?:class="is-bare" )?rel="noopener nofollow">|<\/a>|<img src="\/attachments\/\d+" alt="[^"<>]*" loading="lazy">|<span class="mention">)*$/;

/** Links with a scheme other than web, email or telephone, which could start another program. */
const RUNS = /href="\s*(?!(?:https?|mailto|tel):)[a-z][a-z0-9+.-]*:/i;

/** A person whose name is an attack, too. */
const EVIL = { id: 1, name: 'Ada"><script>attacked()</script>', email: "ada@example.org" };

describe("Markdown", () => {
  test.each(ATTACKS)("renders %j harmlessly", (text) => {
    const { html } = renderMessage(text, { mentions: [EVIL] });
    expect(html).toMatch(ALLOWED);
    expect(html).not.toMatch(RUNS);
  });

  test("renders any mix of attacks and random text harmlessly", () => {
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
          const { html } = renderMessage(parts.join(""), { mentions: [EVIL] });
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
      '<p>see <a href="https://example.org" class="is-bare" rel="noopener nofollow">https://example.org</a></p>\n',
    ],
    [
      "| a |\n|--:|\n| 1 |",
      '<table>\n<thead>\n<tr>\n<th class="align-right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="align-right">1</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    ["- [x] done", '<ul>\n<li class="task-box"><input type="checkbox" disabled checked> done</li>\n</ul>\n'],
    ["![a_b.png](/attachments/12)", '<p><img src="/attachments/12" alt="a_b.png" loading="lazy"></p>\n'],
    ["![x](https://example.org/p.png)", '<p><a href="https://example.org/p.png" rel="noopener nofollow">x</a></p>\n'],
  ])("renders %j as expected", (text, html) => {
    expect(renderMessage(text).html).toBe(html);
  });

  test.each([
    ["**Restart** the `router`,\nthen *wait*.", "Restart the router,\nthen wait."],
    ["# Steps\n\n- [x] off\n- on\n\n> quoted", "Steps\n[x] off\non\nquoted"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a b\n1 2"],
    ["```js\nlet a = 1;\n```", "let a = 1;"],
    [
      "see [the docs](https://intranet/x) at https://example.org/ü",
      "see the docs (https://intranet/x) at https://example.org/ü",
    ],
    ["![error](/attachments/12) <b>&amp; \\*so\\*", "error <b>& *so*"],
    ["---", ""],
  ])("keeps the words of %j in plain text (domain B1)", (text, words) => {
    expect(renderMessage(text).text).toBe(words);
  });

  test.each(SLOW_FRAGMENTS)("renders the longest message made only of %j within five seconds", (piece) => {
    const begun = process.cpuUsage();
    expect(renderMessage(piece.repeat(Math.floor(65_536 / piece.length))).html).toBeTypeOf("string");
    const { user } = process.cpuUsage(begun);
    expect(user / 1_000_000, "seconds").toBeLessThan(5); // a runaway parser takes minutes
  });

  test("keeps a million blanks inside a line", () => {
    const line = `a${" ".repeat(1_000_000)}x`;
    expect(renderMessage(`\`\`\`\n${line}   \n\`\`\``).text).toBe(line);
  });
});
