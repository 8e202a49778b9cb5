import { readFileSync } from "node:fs";
import type { Oklch } from "~/features/branding/site-colours";

const tokens = readFileSync("app/ui/styles/tokens.css", "utf8");

/**
 * A token's light and dark colour, as written: `--ink: var(--light, oklch(24% 0.014 60)) var(--dark, oklch(92.5% 0.008
 * 85))`.
 */
export function tokenColours(name: string): { light: Oklch; dark: Oklch } {
  const colour = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;
  const found = new RegExp(`--${name}: var\\(--light, ${colour}\\) var\\(--dark, ${colour}\\);`).exec(tokens);
  if (!found) throw new Error(`No colour --${name} in tokens.css`);
  const [l1, c1, h1, l2, c2, h2] = found.slice(1).map(Number) as [number, number, number, number, number, number];
  return { light: [l1 / 100, c1, h1], dark: [l2 / 100, c2, h2] };
}
