import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PriorityMark, StatusMark } from "~/ui/badges";
import { Icon, type IconName } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { initialsOf } from "~/ui/person";
import { Time } from "~/ui/time";

describe("marks", () => {
  test.each([
    ["Ada Lovelace", "AL"],
    ["  Katherine  Johnson Goble ", "KG"],
    ["prince", "P"],
    ["ödön von horváth", "ÖH"],
    ["𝒜da 🦊", "𝒜🦊"],
    ["", "?"],
  ])("the initials of %j are %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test("status and priority show a word, with a class for their shape", () => {
    expect(renderToStaticMarkup(<StatusMark category="waiting" name="On hold" />)).toBe(
      '<span class="status status-waiting">On hold</span>',
    );
    expect(renderToStaticMarkup(<PriorityMark rank={4} name="Urgent" />)).toBe(
      '<span class="priority priority-urgent">Urgent</span>',
    );
  });

  test("a time includes its machine-readable and its absolute form", () => {
    expect(renderToStaticMarkup(<Time at={Date.UTC(2026, 2, 5, 4, 7)} now={Date.UTC(2026, 2, 5, 4, 12)} />)).toBe(
      '<time dateTime="2026-03-05T04:07:00Z" title="5 March 2026, 04:07 UTC">5 min ago</time>',
    );
  });

  test("a list that fits on one page has no pagination", () => {
    expect(renderToStaticMarkup(<Pagination next={null} previous={null} />)).toBe("");
    expect(renderToStaticMarkup(<Pagination next="?after=9" />)).toContain('rel="next" href="?after=9">Next page');
  });

  test("the sprite has an icon for every name, and no others", () => {
    const named = readFileSync("app/ui/icon.tsx", "utf8").matchAll(/^ {2}\| "([a-z-]+)"/gm);
    const drawn = readFileSync("app/ui/icons.svg", "utf8").matchAll(/<symbol id="([a-z-]+)"/g);
    expect([...drawn].map((match) => match[1]).sort()).toEqual([...named].map((match) => match[1]).sort());
    const first: IconName = "check";
    expect(renderToStaticMarkup(<Icon name={first} />)).toMatch(
      /^<svg class="icon" aria-hidden="true"><use href="[^"]+#check">/,
    );
  });
});
