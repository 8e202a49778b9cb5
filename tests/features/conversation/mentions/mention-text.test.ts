import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mentionLines, renderMessage } from "~/features/conversation/markdown.server";
import { type Mentionable, whoIsMeant } from "~/features/conversation/mentions/mention-text.server";

const PEOPLE: Mentionable[] = [
  "Ada",
  "Ada Lovelace",
  "Ana Díaz",
  "O'Brien",
  "J. R. Smith Jr.",
  "山田太郎",
  "Иван Петров",
  "Łukasz Żak",
  "<b>Bo</b>",
].map((name, index) => ({ id: index + 1, name, email: `p${index}@example.org` }));

const named = (line: string) => {
  const meant = whoIsMeant(line, PEOPLE);
  return meant && [meant.people[0]?.name, line.slice(0, meant.length)];
};

describe("domain B4: resolving a mention", () => {
  test.each([
    ["Ada, look", "Ada", "Ada"],
    ["Ada Lovelace and you", "Ada Lovelace", "Ada Lovelace"],
    ["ADA  LOVELACE!", "Ada Lovelace", "ADA  LOVELACE"],
    ["Ada Love", "Ada", "Ada"],
    ["ana diaz", "Ana Díaz", "ana diaz"],
    ["O'Brien's desk", "O'Brien", "O'Brien"],
    ["J. R. Smith Jr. knows", "J. R. Smith Jr.", "J. R. Smith Jr."],
    ["山田太郎さん、お願い", "山田太郎", "山田太郎"],
    ["иван петров: да", "Иван Петров", "иван петров"],
    ["lukasz zak", "Łukasz Żak", "lukasz zak"],
    ["p1@example.org.", "Ada Lovelace", "p1@example.org"],
    ["P0@EXAMPLE.ORG>", "Ada", "P0@EXAMPLE.ORG"],
    ["иван, да", "Иван Петров", "иван"],
    ["Lukasz's printer", "Łukasz Żak", "Lukasz"],
    ["ana.", "Ana Díaz", "ana"],
    ["Ana", "Ana Díaz", "Ana"],
  ])("matches %j to %s", (line, name, words) => {
    expect(named(line)).toEqual([name, words]);
  });

  test.each(["Adam", "Adalbert Lovelace", "ada@nowhere.example", "nobody", "", "  Ada", "everyone", "Brien", "山"])(
    "doesn't match %j to anyone",
    (line) => {
      expect(named(line)).toBeNull();
    },
  );

  test.each([
    "Díaz",
    "an",
    "anna",
    "ana@nowhere.example",
    "ana-lib",
    "ana/cli",
    "ana_",
    "ana.config(x)",
    "media",
    "ana(x)",
  ])("doesn't match %j by first name", (line) => {
    expect(named(line)).toBeNull();
  });

  test.each([
    ["@Ada: look", '<p><span class="mention">@Ada</span>: look</p>\n'],
    ["(@ana diaz)", '<p>(<span class="mention">@Ana Díaz</span>)</p>\n'],
    [
      "**@Ada** and *@O'Brien*",
      '<p><strong><span class="mention">@Ada</span></strong> and <em><span class="mention">@O\'Brien</span></em></p>\n',
    ],
    ["@p1@example.org", '<p><span class="mention">@Ada Lovelace</span></p>\n'],
    ["よろしく@山田太郎さん", '<p>よろしく<span class="mention">@山田太郎</span>さん</p>\n'],
    ["@<b>Bo</b>", '<p><span class="mention">@&lt;b&gt;Bo&lt;/b&gt;</span></p>\n'],
    [
      "| @Ada |\n|---|",
      '<table>\n<thead>\n<tr>\n<th><span class="mention">@Ada</span></th>\n</tr>\n</thead>\n</table>\n',
    ],
  ])("shows the mention in %j", (text, html) => {
    expect(renderMessage(text, { mentions: PEOPLE }).html).toBe(html);
  });

  test.each([
    "`@Ada`",
    "```\n@Ada\n```",
    "\\@Ada",
    "mail p0@Ada",
    "[@Ada](https://example.org)",
    "https://example.org/@Ada",
    "git@Ada",
    "@nobody",
    "@\nAda",
  ])("finds no mention in %j", (text) => {
    expect(renderMessage(text, { mentions: PEOPLE }).html).not.toContain("mention");
    const asked = mentionLines(text).filter((line) => whoIsMeant(line, PEOPLE));
    expect(asked).toEqual([]);
  });

  test("looks up everyone shown as mentioned and keeps their names in plain text", () => {
    const pieces = fc.constantFrom(
      "@Ada",
      "@Ada Lovelace",
      "@山田太郎",
      " ",
      "*",
      "`",
      "[",
      "](x)",
      "\n",
      "@",
      "a",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        const { html, text: words } = renderMessage(text, { mentions: PEOPLE });
        const shown = [...html.matchAll(/class="mention">@([^<]+)</g)].map(([, name]) => name);
        const asked = mentionLines(text).flatMap((line) => whoIsMeant(line, PEOPLE)?.people ?? []);
        expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining([...new Set(shown)]));
        for (const name of shown) expect(words).toContain(`@${name}`);
      }),
      { numRuns: 500 },
    );
  });
});
