import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Lightness 0..1, chroma, hue in degrees. */
type Oklch = [number, number, number];

const tokens = readFileSync("app/ui/styles/tokens.css", "utf8");

/** A token's two sides, as written: `--ink: light-dark(oklch(24% 0.014 60), oklch(92.5% 0.008 85))`. */
function sidesOf(name: string): { light: Oklch; dark: Oklch } {
  const colour = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;
  const found = new RegExp(`--${name}: light-dark\\(${colour}, ${colour}\\);`).exec(tokens);
  if (!found) throw new Error(`No colour --${name} in tokens.css`);
  const [l1, c1, h1, l2, c2, h2] = found.slice(1).map(Number) as [number, number, number, number, number, number];
  return { light: [l1 / 100, c1, h1], dark: [l2 / 100, c2, h2] };
}

/** Relative luminance, 0..1. Source: Oklab (Ottosson, 2020) to linear sRGB; WCAG 2.2, "relative luminance". */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inGamut = (value: number) => Math.min(1, Math.max(0, value));
  const red = inGamut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = inGamut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = inGamut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Oklch, other: Oklch) {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ["paper", "sheet", "sunk", "hover"];

/** Words on a ground: WCAG 2.2 AA, 1.4.3, 4.5 to 1. */
const WORDS: [string, string[]][] = [
  ["ink", [...GROUNDS, "note", "found", "danger-tint", "line"]],
  ["ink-soft", [...GROUNDS, "note", "line"]],
  ["orange-ink", GROUNDS],
  ["danger", [...GROUNDS, "danger-tint"]],
  ["good", GROUNDS],
  ["warn", GROUNDS],
  ["info", GROUNDS],
  ["note-ink", ["note"]],
  ["on-orange", ["orange", "orange-bold"]],
];

/** Edges, shapes and focus rings without which a thing could not be found: 1.4.11, 3 to 1. */
const SHAPES: [string, string[]][] = [
  ["edge", ["paper", "sheet", "note"]],
  ["orange-ink", ["paper", "sheet", "sunk", "hover", "note"]],
  ["danger", ["paper", "sheet", "danger-tint"]],
  ["note-edge", ["note", "paper"]],
];

const cases = (pairs: [string, string[]][]) => pairs.flatMap(([mark, grounds]) => grounds.map((on) => ({ mark, on })));

test.each(cases(WORDS))("words in --$mark can be read on --$on, light and dark", ({ mark, on }) => {
  const [front, ground] = [sidesOf(mark), sidesOf(on)];
  expect(contrast(front.light, ground.light)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(front.dark, ground.dark)).toBeGreaterThanOrEqual(4.5);
});

test.each(cases(SHAPES))("shapes in --$mark can be seen on --$on, light and dark", ({ mark, on }) => {
  const [front, ground] = [sidesOf(mark), sidesOf(on)];
  expect(contrast(front.light, ground.light)).toBeGreaterThanOrEqual(3);
  expect(contrast(front.dark, ground.dark)).toBeGreaterThanOrEqual(3);
});

test("black on white measures 21 to 1", () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});
