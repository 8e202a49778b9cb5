import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCENT_TOKENS, accentOf, accentSheet, contrast, isShown, oklchOf } from "~/features/branding/site-colours";
import { tokenColours } from "../../support/tokens";

const THEMES = ["light", "dark"] as const;
const GROUNDS = ["paper", "sheet", "sunk", "hover"];

/** The colour pair with the least contrast above its required minimum. */
function worstOf(colour: string): { pair: string; room: number } {
  const accent = accentOf(colour);
  const pairs = THEMES.flatMap((theme) => {
    const own = accent[theme];
    const on = (name: string) => tokenColours(name)[theme];
    return [
      ...GROUNDS.map((ground) => ({
        pair: `words on ${ground}`,
        room: contrast(own["orange-ink"], on(ground)) / 4.5,
      })),
      ...[...GROUNDS, "note"].map((ground) => ({
        pair: `a ring on ${ground}`,
        room: contrast(own["orange-ink"], on(ground)) / 3,
      })),
      ...GROUNDS.map((ground) => ({ pair: `a button on ${ground}`, room: contrast(own.orange, on(ground)) / 3 })),
      ...(["orange", "orange-bold"] as const).map((fill) => ({
        pair: `words on ${fill}`,
        room: contrast(own["on-orange"], own[fill]) / 4.5,
      })),
    ].map(({ pair, room }) => ({ pair: `${theme}: ${pair}`, room }));
  });
  return pairs.reduce((worst, one) => (one.room < worst.room ? one : worst));
}

const expectReadable = (colour: string) => {
  const { pair, room } = worstOf(colour);
  expect(room, `${colour}, ${pair}`).toBeGreaterThanOrEqual(1);
};

describe("a site's accent colour", () => {
  test.each([
    ...["#e8650a", "#000000", "#ffffff", "#808080", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff"],
    ...["#1f6feb", "#fff8dc", "#001a00", "#7f7f00", "#777777", "#bada55"],
  ])("is readable and visible when derived from %s", expectReadable);

  test("is readable and visible when derived from any colour", () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
    fc.assert(fc.property(colour, expectReadable), { numRuns: 300 });
  });

  test("keeps the hue, and as much chroma as screens can show", () => {
    for (const colour of ["#1f6feb", "#d6006c", "#188038"]) {
      const [, chroma, hue] = oklchOf(colour);
      for (const theme of THEMES) {
        for (const token of ["orange", "orange-bold", "orange-ink"] as const) {
          const made = accentOf(colour)[theme][token];
          expect(made[2]).toBeCloseTo(hue, 0);
          expect(made[1]).toBeGreaterThan(chroma * 0.5);
          expect(isShown(made)).toBe(true);
        }
      }
    }
  });

  test("stays as chosen where that is readable", () => {
    const [lightness] = oklchOf("#1f6feb");
    expect(accentOf("#1f6feb").light.orange[0]).toBeCloseTo(lightness, 1);
  });

  test("is a style sheet of one rule", () => {
    const sheet = accentSheet("#1f6feb", ".there");
    expect(sheet).toMatch(/^\.there\{(--[a-z-]+:var\(--light,oklch\([^()]+\)\)var\(--dark,oklch\([^()]+\)\);?){4}\}$/);
    const known = readFileSync("app/ui/styles/tokens.css", "utf8");
    for (const token of ACCENT_TOKENS) expect(known).toContain(`--${token}: var(--light, `);
  });
});
