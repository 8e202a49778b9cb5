import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALL_PARTS, joined, phraseOf } from "~/features/search/index-query";
import { excerptOf, markedText, type Wanted, wantedOf } from "~/features/search/marked-text";
import { indexTokens, tokenPlaces } from "~/lib/search-tokens";

/** The wanted text of a query with these words; a trailing * makes a word a prefix. */
const asked = (...words: string[]): Wanted =>
  wantedOf(
    joined(
      "and",
      words.flatMap((text) => phraseOf({ text, quoted: false }, ALL_PARTS) ?? []),
    ),
  ) ?? { phrases: [], plain: null };

const shown = (pieces: string[] | null) => pieces?.map((piece, i) => (i % 2 ? `[${piece}]` : piece)).join("") ?? null;

describe("domain B7: marked search terms", () => {
  test.each<[string, string[], string | null]>([
    ["Printer on fire", ["printer"], "[Printer] on fire"],
    ["Printer on fire", ["fire", "PRINT*"], "[Printer] on [fire]"],
    ["Printers", ["printer"], null],
    ["start art", ["art"], "start [art]"],
    ["an E-MAIL, e mail", ["e-mail"], "an [E-MAIL], [e mail]"],
    ["art, Start: ärt", ["art"], "[art], Start: [ärt]"],
    ["Störung am Drucker", ["storung"], "[Störung] am Drucker"],
    ["Große Größe", ["grosse"], "[Große] [Größe]"],
    ["an e-mail to me", ["e-mail"], "an [e-mail] to me"],
    ["赤いランプが点灯", ["ランプ"], "赤い[ランプ]が点灯"],
    ["点", ["点"], "[点]"],
    ["ﾌﾟﾘﾝﾀｰ broken", ["プリンター"], "[ﾌﾟﾘﾝﾀｰ] broken"],
    ["<b>bold</b>", ["b"], "<[b]>bold</[b]>"],
    ["nothing", ["🙂"], null],
    ["", ["x"], null],
  ])("%j for %j", (text, words, marked) => {
    expect(shown(markedText(text, asked(...words)))).toBe(marked);
  });

  test("have an excerpt of one line around them, cut at word boundaries", () => {
    const text = `${"before ".repeat(40)}\n\nthe needle lies here ${"after ".repeat(60)}`;
    const excerpt = shown(excerptOf(text, asked("needle"))) ?? "";
    expect(excerpt).toMatch(/^… (before )+the \[needle\] lies here (after )+…$/);
    expect(excerpt.length).toBeLessThan(230);
    expect(shown(excerptOf(`${"x".repeat(500)} needle ${"y".repeat(500)}`, asked("needle")))).toMatch(/\[needle\]/);
    expect(shown(excerptOf(`${"ß ".repeat(200)}needle`, asked("needle")))).toMatch(/\[needle\]$/);
    expect(shown(excerptOf("needles", asked("needle")))).toBeNull();
  });

  test("leave any text complete, with token positions in order and within the text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("größe ", "プリン", "点", " red", "ß"),
    );
    const texts = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const places = tokenPlaces(text);
        // Normalizing can turn a sign into letters that join a neighbouring word, so other text can't be compared.
        if (text.normalize("NFKC") === text) {
          expect(places.map(({ token }) => token).join(" ")).toBe(indexTokens(text).join(" "));
        }
        for (const { start, end } of places) expect(0 <= start && start < end && end <= text.length).toBe(true);
        for (const words of [other, text.slice(0, 2)]) {
          expect((markedText(text, asked(words)) ?? [text]).join("")).toBe(text);
          excerptOf(text, asked(words));
        }
      }),
      { numRuns: 500 },
    );
  });
});
