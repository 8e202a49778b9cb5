import { MARK, PAPER, SHEET_RADIUS, SIDE, type Stroke } from "./drawing";

type Colour = readonly [red: number, green: number, blue: number];

export type Picture = {
  size: number;
  /** Four bytes a pixel: red, green, blue, opacity. */
  pixels: Uint8Array;
};

/**
 * Draws the mark as `size` by `size` pixels.
 *
 * `corners` "round" leaves the corners transparent; "square" fills them, for systems that mask icons themselves.
 * `scale` below 1 shrinks the mark, not the sheet.
 */
export function rasterise(size: number, { corners, scale = 1 }: { corners: "round" | "square"; scale?: number }) {
  const pixels = new Uint8Array(size * size * 4);
  const unit = SIDE / size;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) * unit;
      const y = (row + 0.5) * unit;
      const sheet = corners === "square" ? 1 : coverage(distanceToSheet(x, y), unit);
      const colour = inkAt(toMark(x, scale), toMark(y, scale), unit / scale);
      pixels.set([...colour.map(Math.round), Math.round(sheet * 255)], (row * size + column) * 4);
    }
  }
  return { size, pixels } satisfies Picture;
}

const toMark = (position: number, scale: number) => (position - SIDE / 2) / scale + SIDE / 2;

function inkAt(x: number, y: number, unit: number): number[] {
  let colour: number[] = [...toRgb(PAPER)];
  for (const stroke of MARK) {
    const amount = coverage(distanceToStroke(x, y, stroke), unit);
    const ink = toRgb(stroke.colour);
    colour = colour.map((below, i) => below + ((ink[i] ?? 0) - below) * amount);
  }
  return colour;
}

/** Share of a pixel inside an edge at `distance` (negative: inside), 0 to 1. */
const coverage = (distance: number, unit: number) => Math.min(1, Math.max(0, 0.5 - distance / unit));

function distanceToStroke(x: number, y: number, { points, width }: Stroke): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, [ax, ay]] of points.entries()) {
    const [bx, by] = points[i + 1] ?? [ax, ay];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  }
  return nearest - width / 2;
}

function distanceToSheet(x: number, y: number): number {
  const inner = SIDE / 2 - SHEET_RADIUS;
  const [dx, dy] = [Math.abs(x - SIDE / 2) - inner, Math.abs(y - SIDE / 2) - inner];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - SHEET_RADIUS;
}

function toRgb(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
