/** Lightness 0..1, chroma, hue in degrees, as in CSS `oklch()`. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Red, green and blue of linear sRGB, each 0..1; outside that range a screen can't show the colour. */
type LinearRgb = [number, number, number];

/** Matrices from Oklab (Ottosson, 2020). */
function linearOf([lightness, chroma, hue]: Oklch): LinearRgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Reads an sRGB colour such as "#e8650a". */
export function oklchOf(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), hue < 0 ? hue + 360 : hue];
}

/** Whether an sRGB screen can show it, give or take rounding. */
export const isShown = (colour: Oklch) => linearOf(colour).every((value) => value > -0.0005 && value < 1.0005);

/** Relative luminance (WCAG 2.2), 0..1. Clamps channels that a screen can't show. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linearOf(colour).map((value) => Math.min(1, Math.max(0, value))) as LinearRgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2), 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The product's accent tokens (ui/styles/tokens.css) that a site overrides in both themes. */
export const ACCENT_TOKENS = ["orange", "orange-bold", "on-orange", "orange-ink"] as const;
type Accent = Record<(typeof ACCENT_TOKENS)[number], Oklch>;

/**
 * ground   the background on which an accent has the least contrast (`--hover`)
 * note     the background of notes
 * further  change in lightness, away from the ground, when pointed at
 */
type Theme = { ground: Oklch; note: Oklch; further: number };
const LIGHT: Theme = { ground: [0.954, 0.008, 85], note: [0.966, 0.036, 98], further: -0.05 };
const DARK: Theme = { ground: [0.245, 0.008, 70], note: [0.255, 0.026, 98], further: 0.05 };

/** Text on a button: dark or light. */
const TEXT_COLOURS: readonly Oklch[] = [
  [0.21, 0.03, 50],
  [0.995, 0.002, 85],
];

/** WCAG 2.2 AA, with a little room for rounding: text, and shapes needed to find a control. */
const TEXT_CONTRAST = 4.55;
const SHAPE_CONTRAST = 3.05;

/**
 * Accent from a chosen colour: its hue, as much of its chroma as a screen shows, and the nearest lightness with enough
 * contrast. `colour` as in `COLOUR`.
 */
export function accentOf(colour: string): { light: Accent; dark: Accent } {
  const chosen = oklchOf(colour);
  return { light: accentOn(LIGHT, chosen), dark: accentOn(DARK, chosen) };
}

function accentOn({ ground, note, further }: Theme, chosen: Oklch): Accent {
  const lightnesses = lightnessesByDistance(chosen[0]);
  const isInk = (one: Oklch) => contrast(one, ground) >= TEXT_CONTRAST && contrast(one, note) >= SHAPE_CONTRAST;
  const inkAt = lightnesses.find((lightness) => isInk(withLightness(chosen, lightness)));
  const ink = inkAt === undefined ? null : withLightness(chosen, inkAt);
  for (const lightness of lightnesses) {
    const [fill, bold] = [withLightness(chosen, lightness), withLightness(chosen, lightness + further)];
    const on = TEXT_COLOURS.find(
      (words) => contrast(words, fill) >= TEXT_CONTRAST && contrast(words, bold) >= TEXT_CONTRAST,
    );
    if (ink && on && contrast(fill, ground) >= SHAPE_CONTRAST)
      return { orange: fill, "orange-bold": bold, "on-orange": on, "orange-ink": ink };
  }
  throw new Error(`In no lightness ${chosen} can be read.`); // a test tries colours of all kinds
}

/** Lightnesses from 5 to 95 % in steps of 0.5 %, the nearest first. */
const lightnessesByDistance = (lightness: number) =>
  Array.from({ length: 181 }, (_, step) => 0.05 + step * 0.005).sort(
    (a, b) => Math.abs(a - lightness) - Math.abs(b - lightness),
  );

/** The colour at another lightness, with less chroma where a screen can't show as much. */
function withLightness([, chroma, hue]: Oklch, lightness: number): Oklch {
  let shown = chroma;
  while (shown > 0.001 && !isShown([lightness, shown, hue])) shown *= 0.96;
  return rounded([lightness, shown > 0.001 ? shown : 0, hue]);
}

const rounded = ([lightness, chroma, hue]: Oklch): Oklch => [
  Number(lightness.toFixed(3)),
  Math.floor(chroma * 1000) / 1000,
  Number(hue.toFixed(1)),
];

/** The accent as CSS. Outside all layers, so it overrides the product's own. `place`: the selector. */
export function accentSheet(colour: string, place = ":root"): string {
  const { light, dark } = accentOf(colour);
  const lines = ACCENT_TOKENS.map(
    (token) => `--${token}:var(--light,${toCss(light[token])})var(--dark,${toCss(dark[token])})`,
  );
  return `${place}{${lines.join(";")}}`;
}

const toCss = ([lightness, chroma, hue]: Oklch) => `oklch(${Number((lightness * 100).toFixed(1))}% ${chroma} ${hue})`;
