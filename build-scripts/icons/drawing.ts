/** The mark of Taskdesk: a tick standing on a desk. One drawing, in a square of 512 units, for every size. */
export const SIDE = 512;

export const PAPER = "#fdf6ec";
const ORANGE = "#e8650a";
const INK = "#3a2a1d";

export type Stroke = { points: ReadonlyArray<readonly [number, number]>; width: number; colour: string };

export const SHEET_RADIUS = 112;

/** Stays within 40 % of the centre, the part every mask of a maskable icon keeps. */
export const MARK: readonly Stroke[] = [
  // desk: top and two legs
  {
    points: [
      [124, 342],
      [388, 342],
    ],
    width: 36,
    colour: INK,
  },
  {
    points: [
      [164, 346],
      [164, 400],
    ],
    width: 36,
    colour: INK,
  },
  {
    points: [
      [348, 346],
      [348, 400],
    ],
    width: 36,
    colour: INK,
  },
  // tick
  {
    points: [
      [172, 206],
      [238, 274],
      [352, 132],
    ],
    width: 56,
    colour: ORANGE,
  },
];

export function toSvg(): string {
  const strokes = MARK.map(({ points, width, colour }) => {
    const path = points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
    return `  <path d="${path}" stroke="${colour}" stroke-width="${width}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    "  <title>Taskdesk</title>",
    `  <rect width="${SIDE}" height="${SIDE}" rx="${SHEET_RADIUS}" fill="${PAPER}"/>`,
    ...strokes,
    "</svg>",
    "",
  ].join("\n");
}
