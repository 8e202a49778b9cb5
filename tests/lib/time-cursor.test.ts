import { expect, test } from "vitest";
import { BEFORE_ALL, formatTimeCursor, parseTimeCursor } from "~/lib/time-cursor";

test.each([{ at: 1_772_357_400_000, id: 123 }, { at: 0, id: 1 }, BEFORE_ALL])(
  "$at, $id: parsing a formatted cursor restores it",
  (position) => {
    expect(parseTimeCursor(formatTimeCursor(position))).toEqual(position);
  },
);

test.each([
  null,
  "",
  "x",
  "1",
  "1~",
  "~1",
  "1~0",
  "0~00",
  "1~01",
  "-1~2",
  "1~2~3",
  " 1~2",
  `${"1".repeat(16)}~1`,
  "1~9999999999",
])("%j is not a cursor", (text) => {
  expect(parseTimeCursor(text)).toBeNull();
});
