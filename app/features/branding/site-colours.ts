import { contrast, isShown, type Oklch, oklchOf } from "~/lib/colour";

/** The accent of the product (ui/styles/tokens.css), as one site has it: on light paper and on dark. */
export const ACCENT_TOKENS = ["orange", "orange-bold", "on-orange", "orange-ink"] as const;
type Accent = Record<(typeof ACCENT_TOKENS)[number], Oklch>;

/**
 * What an accent lies on: of all grounds that on which it is the hardest to see (`--hover`), and notes. What is pointed at
 * goes further from the ground: so much in lightness.
 */
type Theme = { ground: Oklch; note: Oklch; further: number };
const LIGHT: Theme = { ground: [0.954, 0.008, 85], note: [0.966, 0.036, 98], further: -0.05 };
const DARK: Theme = { ground: [0.245, 0.008, 70], note: [0.255, 0.026, 98], further: 0.05 };

/** What words on a button may be: dark or light. */
const WORDS_ON: readonly Oklch[] = [
  [0.21, 0.03, 50],
  [0.995, 0.002, 85],
];

/** WCAG 2.2 AA, with a little room for rounding: words, and shapes without which a thing could not be found. */
const WORDS = 4.55;
const SHAPES = 3.05;

/**
 * The accent in a colour that somebody chose: its hue, as much of its chroma as a screen shows, and the lightness next to its
 * own at which everything can be read and found. `colour` as in `COLOUR`.
 */
export function accentOf(colour: string): { light: Accent; dark: Accent } {
  const chosen = oklchOf(colour);
  return { light: accentOn(LIGHT, chosen), dark: accentOn(DARK, chosen) };
}

function accentOn({ ground, note, further }: Theme, chosen: Oklch): Accent {
  const lightnesses = fromNearest(chosen[0]);
  const isInk = (one: Oklch) => contrast(one, ground) >= WORDS && contrast(one, note) >= SHAPES;
  const inkAt = lightnesses.find((lightness) => isInk(inLightness(chosen, lightness)));
  const ink = inkAt === undefined ? null : inLightness(chosen, inkAt);
  for (const lightness of lightnesses) {
    const [fill, bold] = [inLightness(chosen, lightness), inLightness(chosen, lightness + further)];
    const on = WORDS_ON.find((words) => contrast(words, fill) >= WORDS && contrast(words, bold) >= WORDS);
    if (ink && on && contrast(fill, ground) >= SHAPES)
      return { orange: fill, "orange-bold": bold, "on-orange": on, "orange-ink": ink };
  }
  throw new Error(`In no lightness ${chosen} can be read.`); // a test tries colours from everywhere
}

/** From 5 to 95 %, in steps of a half, what is nearest to this one first. */
const fromNearest = (lightness: number) =>
  Array.from({ length: 181 }, (_, step) => 0.05 + step * 0.005).sort(
    (a, b) => Math.abs(a - lightness) - Math.abs(b - lightness),
  );

/** In another lightness, with less chroma where no screen has as much. */
function inLightness([, chroma, hue]: Oklch, lightness: number): Oklch {
  let shown = chroma;
  while (shown > 0.001 && !isShown([lightness, shown, hue])) shown *= 0.96;
  return rounded([lightness, shown > 0.001 ? shown : 0, hue]);
}

const rounded = ([lightness, chroma, hue]: Oklch): Oklch => [
  Number(lightness.toFixed(3)),
  Math.floor(chroma * 1000) / 1000,
  Number(hue.toFixed(1)),
];

/** The accent as CSS, outside all layers: it wins over the product's own. `place`: what has it. */
export function accentSheet(colour: string, place = ":root"): string {
  const { light, dark } = accentOf(colour);
  const lines = ACCENT_TOKENS.map(
    (token) => `--${token}:var(--light,${inCss(light[token])})var(--dark,${inCss(dark[token])})`,
  );
  return `${place}{${lines.join(";")}}`;
}

const inCss = ([lightness, chroma, hue]: Oklch) => `oklch(${Number((lightness * 100).toFixed(1))}% ${chroma} ${hue})`;
