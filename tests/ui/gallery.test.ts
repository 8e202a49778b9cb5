import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { galleryPage, SHOWN } from "../../build-scripts/gallery/page";

/** Parts that show nothing on their own, or need a page around them. */
const NOT_SHOWN = [
  ...["choice-field", "choice-list.island", "page-form", "route-error"], // behaviour only
  ...["command-list", "key-table"],
  "badges", // its three parts are shown as status, priority and tag
];

test("the gallery shows every part of app/ui", () => {
  const parts = readdirSync("app/ui").flatMap((file) => (file.endsWith(".tsx") ? [file.slice(0, -4)] : []));
  expect(parts.filter((part) => !SHOWN.includes(part) && !NOT_SHOWN.includes(part))).toEqual([]);
  const page = galleryPage("dark", "/app.css");
  expect(page).toContain('name="color-scheme" content="dark"');
  for (const part of SHOWN) expect(page).toContain(`Gallery of ${part}`);
});
