import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { COLUMN_KEYS } from "~/features/task-list/task-columns";
import type { Viewer } from "~/features/users/users";
import { openDesk, waitForScripts } from "../support/desk";
import { aCustomField, anAgent, aRequester, aTask } from "../support/factories";
import { saveFields } from "../support/task-fields";

const LONG = "Ausnahmegenehmigungsantragsformular ".repeat(4).trim();

/** The edges at which a list is darker than in the middle, measured just above a row's end, where there is no text. */
async function shadedEdges(around: Locator) {
  const [all, row] = [await around.boundingBox(), await around.locator("tbody tr").first().boundingBox()];
  if (!all || !row) throw new Error("There is no row.");
  const clip = { x: all.x, y: row.y + row.height - 3, width: all.width, height: 1 };
  const picture = (await around.page().screenshot({ clip })).toString("base64");
  const lightness = await around.evaluate(async (_, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, 1).getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, image.width, 1) ?? {};
    return Array.from(
      { length: image.width },
      (_, x) => (data[4 * x] ?? 0) + (data[4 * x + 1] ?? 0) + (data[4 * x + 2] ?? 0),
    );
  }, picture);
  const middle = lightness[Math.floor(lightness.length / 2)] ?? 0;
  const isShaded = (at: number) => (lightness.at(at) ?? 0) < middle - 20; // a plain background differs by 2, as gradients are drawn
  return { left: isShaded(1), right: isShaded(-2) };
}

describe("visual design", () => {
  const { server, pageOf, newPage } = openDesk();
  let ada: Viewer;
  let task: number;

  beforeAll(async () => {
    ada = await anAgent(server.db, { name: "Ada Lovelace" });
    task = (await aTask(server.db, { title: LONG })).id;
  });

  const PLACES = ["/", "/tasks", "/tasks/new", "/search?q=ausnahme", "/users", "/charts", "/nowhere"];
  const NO_EDGE = "rgba(0, 0, 0, 0)";
  const edgeOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).borderBlockStartColor);
  const sidewards = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  test.each([
    ["at 320 px", 320, "100%"],
    ["at 1280 px with text of twice the size", 1280, "200%"],
    ["at 390 px with text of twice the size", 390, "200%"],
  ])("no page scrolls sideways %s", async (_, width, letters) => {
    const page = await pageOf(ada, undefined, { viewport: { width, height: 720 } });
    for (const place of [...PLACES, `/tasks/${task}`]) {
      await page.goto(place);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      expect(await sidewards(page), place).toBe(0);
    }
  });

  test("touch targets are at least 44 px high", async () => {
    const page = await pageOf(ada, undefined, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    for (const place of ["/tasks", "/tasks/new", `/tasks/${task}`]) {
      await page.goto(place);
      await waitForScripts(page); // islands replace some controls
      const small = await page
        .locator("main :is(button, .button, .input, summary, .checkbox, .related-more a):visible")
        .evaluateAll((controls) =>
          controls.filter((control) => control.getBoundingClientRect().height < 44).map((control) => control.outerHTML),
        );
      expect(small, place).toEqual([]);
    }
  });

  test.each([1280, 390])("nothing on a task moves when its scripts start, in a window of %i px", async (width) => {
    const placesOf = async (wakes: boolean) => {
      const page = await pageOf(ada, undefined, { viewport: { width, height: 800 } });
      if (!wakes) await page.route("**/*.js", (route) => route.abort());
      await page.goto(`/tasks/${task}`);
      if (wakes) await waitForScripts(page);
      const parts = page.locator("main").locator("form, section").filter({ visible: true });
      return parts.evaluateAll((all) =>
        all.map(
          (part) => `${part.ariaLabel ?? part.querySelector("h2")?.textContent}: ${part.getBoundingClientRect().y}`,
        ),
      );
    };
    expect(await placesOf(true)).toEqual(await placesOf(false));
  });

  test.each([true, false])("a requester's answers look like buttons, with scripts: %s", async (javaScriptEnabled) => {
    const mina = await aRequester(server.db);
    const { id } = await aTask(server.db, { requester: mina });
    const page = await pageOf(mina, `/tasks/${id}`, { javaScriptEnabled });
    const solved = page.getByRole("button", { name: "It is solved" });
    expect(await edgeOf(solved)).not.toBe(NO_EDGE);
    await solved.click();
    for (const name of ["Thanks, it is solved", "It is not solved", "Preview", "Save draft"]) {
      expect(await edgeOf(page.getByRole("button", { name })), name).not.toBe(NO_EDGE);
    }
  });

  test("required fields of a new task carry a visual mark that stays out of their names", async () => {
    const marks = (page: Page) =>
      page
        .locator("main .field-label")
        .evaluateAll((labels) =>
          labels
            .filter((label) => getComputedStyle(label, "::after").content.includes("required"))
            .map((label) => label.textContent),
        );
    const page = await pageOf(ada, "/tasks/new");
    expect(await marks(page)).toEqual(["Title", "Description"]);
    expect(await marks(await newPage("/login"))).toEqual([]);
    await page.getByRole("textbox", { name: "Title", exact: true }).waitFor();
  });

  test.each([1280, 390])("the time of a change stays beside it, even when its text is long: %i px", async (width) => {
    const page = await pageOf(ada, `/tasks/${task}`, { viewport: { width, height: 844 } });
    await page
      .getByRole("form", { name: "Task" })
      .getByLabel("Tags")
      .fill(LONG.toLowerCase().replaceAll(" ", "-").slice(0, 40));
    await page.getByRole("form", { name: "Task" }).getByLabel("Priority").selectOption("Urgent");
    await saveFields(page);
    const entry = page.locator(".history > li", { hasText: "Urgent" });
    await entry.waitFor();
    const down = await entry.evaluate((all) => {
      const top = (element: Element | null) => element?.getBoundingClientRect().top ?? Number.NaN;
      return top(all.querySelector(".history-when")) - top(all);
    });
    expect(down).toBeLessThan(16);
    expect(await sidewards(page)).toBe(0);
  });

  test("a phone shows the list as the same table, within its width", async () => {
    const page = await pageOf(ada, "/tasks", { viewport: { width: 390, height: 844 } });
    const tasks = page.getByRole("table", { name: "Tasks" });
    await tasks.getByRole("link", { name: LONG }).waitFor();
    expect(
      await tasks.getByRole("link", { name: LONG }).evaluate((link) => link.closest("tr")?.clientWidth),
    ).toBeLessThan(390);
  });

  test.each(["light", "dark"] as const)("the theme follows the system: %s", async (colorScheme) => {
    const page = await pageOf(ada, "/tasks", { colorScheme });
    const lightness = await page.evaluate(() =>
      Number(/oklch\(([\d.]+)/.exec(getComputedStyle(document.documentElement).backgroundColor)?.[1]),
    );
    if (colorScheme === "light") expect(lightness).toBeGreaterThan(0.9);
    else expect(lightness).toBeLessThan(0.3);
  });

  test("a list too wide for the window scrolls by itself, by keyboard too, and keeps titles readable", async () => {
    const columns: string[] = [...COLUMN_KEYS];
    for (let n = 1; n <= 6; n++) {
      const { key } = await aCustomField(server.db, { label: `Wide ${n}` });
      await server.db.insertInto("task_field").values({ task_id: task, key, value: LONG }).execute();
      columns.push(`field.${key}`);
    }
    const preferences = JSON.stringify({ columns: { "": columns } });
    const { id } = await anAgent(server.db);
    await server.db.updateTable("user").set({ preferences }).where("id", "=", id).execute();
    const page = await pageOf({ id }, "/tasks", { viewport: { width: 1280, height: 720 } });
    const table = page.getByRole("table", { name: "Tasks" });
    const around = page.getByRole("region", { name: "Tasks, all columns" });
    expect(await around.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0);
    const title = await table.locator(".task-title").first().boundingBox();
    expect(title?.width).toBeGreaterThan(240);
    await waitForScripts(page);
    expect(await shadedEdges(around)).toEqual({ left: false, right: true });
    await around.focus();
    const isAtItsEnd = () =>
      around.evaluate(({ scrollLeft, clientWidth, scrollWidth }) => scrollLeft + clientWidth > scrollWidth - 1);
    await expect.poll(() => page.keyboard.press("ArrowRight").then(isAtItsEnd)).toBe(true);
    await around.blur();
    expect(await shadedEdges(around)).toEqual({ left: true, right: false });
    const box = await table.getByRole("columnheader", { name: "Wide 6" }).boundingBox();
    if (!box) throw new Error("The last column is not on the page.");
    expect([await sidewards(page), box.x + box.width <= 1280]).toEqual([0, true]);
  });

  test("an overdue date stands out from the other times", async () => {
    await aTask(server.db, { title: "Late", due: "2026-01-05" });
    const page = await pageOf(ada, "/tasks", { viewport: { width: 1280, height: 720 } });
    const times = page.getByRole("row").filter({ hasText: "Late" }).locator("td.task-time");
    const [due, updated] = await times.evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).color));
    expect(due).not.toBe(updated);
  });

  test("a focused row shows its time in full until Escape", async () => {
    const page = await pageOf(ada, "/tasks", { viewport: { width: 1280, height: 720 } });
    await page.getByRole("link", { name: LONG }).focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const words = await page
      .locator("tr:has(.row-link:focus) time")
      .last()
      .evaluate((time) => getComputedStyle(time, "::after").content);
    expect(words).toMatch(/^"\d+ \w+ \d{4}, \d\d:\d\d UTC"$/);
    // It covers the row above until it is dismissed: WCAG 1.4.13.
    await waitForScripts(page);
    await page.keyboard.press("Escape");
    const label = page.locator("tr:has(.row-link:focus) time").last();
    expect(await label.evaluate((time) => getComputedStyle(time, "::after").content)).toBe("none");
  });

  test("the shared stylesheet, flattened for older browsers, is under 16 KiB gzipped, each other under 2", () => {
    const folder = "public/build/_assets";
    const sheets = readdirSync(folder).filter((file) => file.endsWith(".css"));
    const weightOf = (names: string[]) =>
      names.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
    const [everyPage, some] = [/^app-/, /^(?!app-)/].map((names) => sheets.filter((name) => names.test(name)));
    expect(everyPage).toHaveLength(1);
    expect(weightOf(everyPage ?? [])).toBeLessThan(16 * 1024);
    expect(some).not.toEqual([]);
    for (const name of some ?? []) expect(weightOf([name])).toBeLessThan(2 * 1024);
  });
});
