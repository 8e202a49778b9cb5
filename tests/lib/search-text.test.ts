import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginningOf, findableWords, foldText, indexTokens, queryPiece, sortKey } from "~/lib/search-tokens";

/** Whether a text contains a piece, decided on tokens alone as the database engines do. */
function contains(text: string, piece: string): boolean {
  const words = indexTokens(text);
  const { tokens, open } = queryPiece(piece);
  return words.some((_, start) =>
    tokens.every((token, i) => {
      const word = words[start + i];
      return i === tokens.length - 1 && open ? word?.startsWith(token) : word === token;
    }),
  );
}

describe("folding", () => {
  test.each([
    ["Drucker", "drucker"],
    ["Müller", "muller"],
    ["STRASSE Straße STRAẞE", "strasse strasse strasse"],
    ["crème brûlée", "creme brulee"],
    ["cre\u0300me", "creme"],
    ["Ærø Œuvre Łódź İstanbul ısı", "aero oeuvre lodz istanbul isi"],
    ["ΣΊΣΥΦΟΣ", "σισυφοσ"],
    ["Ёлка", "елка"],
    ["ＦＵＬＬ　ｗｉｄｔｈ １２３", "full width 123"],
    ["ﾌﾟﾘﾝﾀｰ", "プリンター"],
    ["ガ が", "ガ が"],
    ["한국어", "한국어"],
    ["Druck\u00adfehler", "druckfehler"],
    ["שָׁלוֹם", "שלום"],
    ["ﬁle ①", "file 1"],
  ])("folds %s to %s", (written, compared) => {
    expect(foldText(written)).toBe(compared);
  });

  test("copes with hundreds of thousands of marks on a letter", () => {
    expect(foldText(`a${"\u0301".repeat(400_000)}${"\u0316".repeat(400_000)}b`)).toBe("ab");
    expect(foldText(`क${"\u094d\uff9e".repeat(400_000)}`).length).toBeLessThan(40);
  });

  test("leaves folded text unchanged", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => foldText(foldText(text)) === foldText(text)));
  });
});

describe("the words of a text", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["  \n\t ", []],
    ["Printer on fire!", ["printer", "on", "fire"]],
    ["e-mail to ana@example.org", ["e", "mail", "to", "ana", "example", "org"]],
    ["net/vpn_2", ["net", "vpn", "2"]],
    ["Größe Türöffner", ["grosse", "turoffner"]],
    ["हिन्दी शब्द", ["हिन्दी", "शब्द"]],
    ["한국어 프린터", ["한국어", "프린터"]],
    ["🙂 🖨️ 👩‍🔧", []],
    ["ok🙂fine", ["ok", "fine"]],
    ["猫", ["猫"]],
    ["東京都", ["東京", "京都", "都"]],
    ["PCの故障 VPN", ["pc", "の故", "故障", "障", "vpn"]],
    ["プリンター", ["プリ", "リン", "ンタ", "ター", "ー"]],
    ["\ud800 lone \udfff", ["lone"]],
  ])("%j → %j", (text, tokens) => {
    expect(indexTokens(text)).toEqual(tokens);
  });

  test("are split after 100 characters", () => {
    const tokens = indexTokens(`${"a".repeat(250)} ${"ä".repeat(101)}`);
    expect(tokens.map((t) => t.length)).toEqual([100, 100, 50, 100, 1]);
  });

  test("are complete even for a megabyte of text", () => {
    expect(indexTokens("printer ".repeat(130_000))).toHaveLength(130_000);
    expect(indexTokens("障".repeat(300_000))).toHaveLength(300_000);
    expect(indexTokens("é".repeat(300_000))).toHaveLength(3_000);
    expect(indexTokens("a\u0301\u0302\u0303".repeat(100_000))).toHaveLength(1_000);
  });
});

describe("a piece of text is found", () => {
  test.each([
    ["新しいプリンターが故障した", "プリンター"],
    ["新しいプリンターが故障した", "故障"],
    ["新しいプリンターが故障した", "新"],
    ["新しいプリンターが故障した", "た"],
    ["新しいプリンターが故障した", "ﾌﾟﾘﾝﾀｰ"],
    ["黒猫PC", "猫PC"],
    ["しいPC故障中です", "いPC故障"],
    ["เครื่องพิมพ์เสีย", "พิมพ์"],
    ["Der Türöffner klemmt", "turoffner KLEMMT"],
  ])("in %s: %s", (text, piece) => {
    expect(contains(text, piece)).toBe(true);
  });

  test.each([
    ["新しいプリンターが故障した", "故した"],
    ["東京 京都", "東京都"],
    ["しいPC", "しPC"],
    ["printer", "print"],
  ])("not in %s: %s", (text, piece) => {
    expect(contains(text, piece)).toBe(false);
  });

  test("in every text that contains it, in scripts without spaces", () => {
    const kana = fc.string({ unit: fc.constantFrom(..."あいうアイー東京"), minLength: 1, maxLength: 6 });
    fc.assert(fc.property(kana, kana, kana, (before, piece, after) => contains(before + piece + after, piece)));
    fc.assert(fc.property(kana, kana, (text, piece) => contains(text, piece) === foldText(text).includes(piece)));
  });

  test("as consecutive words, whatever separates them", () => {
    expect(queryPiece("Ana <ana@example.org>")).toEqual({ tokens: ["ana", "ana", "example", "org"], open: false });
    expect(queryPiece("猫")).toEqual({ tokens: ["猫"], open: true });
    expect(queryPiece("!?🙂")).toEqual({ tokens: [], open: false });
  });
});

describe("people", () => {
  test.each([
    ["an", true],
    ["DÍAZ", true],
    ["ana.diaz@exa", true],
    ["example.org", true],
    ["iaz", false],
    ["diaz ana", true],
    ["ana example", false],
  ])("are found only from the start of a word: %s", (piece, found) => {
    const words = findableWords("Ana Díaz", "ana.diaz@example.org");
    expect(words).toBe(" ana diaz ana diaz example org");
    expect(words.includes(beginningOf(piece) ?? "never")).toBe(found);
  });

  test("with names without spaces are found by any part of the name", () => {
    const words = findableWords("山田太郎");
    for (const piece of ["山", "田太", "太郎", "郎", "山田太郎"]) expect(words).toContain(beginningOf(piece));
    expect(words).not.toContain(beginningOf("田郎"));
  });

  test("sort by folded words", () => {
    expect(["Özil", "Zoe", "  o'Neill", "abel"].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([
      "abel",
      "  o'Neill",
      "Özil",
      "Zoe",
    ]);
    expect(beginningOf("?!")).toBeNull();
  });
});
