/** Lightness 0..1, chroma, hue in degrees: as CSS has it in `oklch()`. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Of red, green and blue, each 0..1 on a screen of the sRGB standard; beyond that where it cannot show the colour. */
type LinearRgb = [number, number, number];

/** The matrices are those of Oklab (Ottosson, 2020). */
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

/** Reads "#e8650a", the six digits of a colour of sRGB. */
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

/** Whether a screen can show it, as good as. */
export const isShown = (colour: Oklch) => linearOf(colour).every((value) => value > -0.0005 && value < 1.0005);

/** Relative luminance, 0..1, as WCAG 2.2 has it; of a colour no screen shows, that of the nearest in each of the three. */
export function luminance(colour: Oklch): number {
  const [red, green, blue] = linearOf(colour).map((value) => Math.min(1, Math.max(0, value))) as LinearRgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21, as WCAG 2.2 measures it. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
