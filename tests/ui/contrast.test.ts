import { expect, test } from "vitest";
import { contrast } from "~/features/branding/site-colours";
import { tokenColours } from "../support/tokens";

const GROUNDS = ["paper", "sheet", "sunk", "hover"];

/** Text on a background: WCAG 2.2 AA, 1.4.3, 4.5 to 1. */
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

/** Edges, shapes and focus rings that users need to find a control: 1.4.11, 3 to 1. */
const SHAPES: [string, string[]][] = [
  ["edge", ["paper", "sheet", "note"]],
  ["orange-ink", ["paper", "sheet", "sunk", "hover", "note"]],
  ["danger", ["paper", "sheet", "danger-tint"]],
  ["note-edge", ["note", "paper"]],
];

const cases = (pairs: [string, string[]][]) => pairs.flatMap(([mark, grounds]) => grounds.map((on) => ({ mark, on })));

test.each(cases(WORDS))("text in --$mark can be read on --$on, light and dark", ({ mark, on }) => {
  const [front, ground] = [tokenColours(mark), tokenColours(on)];
  expect(contrast(front.light, ground.light)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(front.dark, ground.dark)).toBeGreaterThanOrEqual(4.5);
});

test.each(cases(SHAPES))("shapes in --$mark can be seen on --$on, light and dark", ({ mark, on }) => {
  const [front, ground] = [tokenColours(mark), tokenColours(on)];
  expect(contrast(front.light, ground.light)).toBeGreaterThanOrEqual(3);
  expect(contrast(front.dark, ground.dark)).toBeGreaterThanOrEqual(3);
});

test("black on white measures 21 to 1", () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});
