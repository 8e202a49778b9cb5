import type { Locator } from "playwright";
import { describe, expect, test } from "vitest";
import { awake, openDesk } from "../support/desk";
import { anAgent, aTask } from "../support/factories";

/* A toast waits while the pointer is over it: whoever presses what lies beneath would wait for ever. */
describe.each([
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])("beside a toast at $width pixels", (viewport) => {
  const { server, pageOf } = openDesk({ viewport });

  async function taskWithToast() {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    const toast = page.getByRole("status").filter({ hasText: "You're watching this task" });
    await toast.hover(); // and there it stays
    return { page, toast };
  }

  /** How far an element lies above another; negative when it reaches beneath. */
  async function distance(element: Locator, below: Locator) {
    const [upper, lower] = [await element.boundingBox(), await below.boundingBox()];
    return (lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0);
  }

  test("everything can be scrolled above it and pressed", async () => {
    const { page, toast } = await taskWithToast();
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("html, .task-side")) element.scrollTo(0, element.scrollHeight);
    });
    expect(await distance(page.getByText("Add a colleague"), toast)).toBeGreaterThan(0);
    expect(await distance(page.getByRole("region", { name: "History" }), toast)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Save changes" }).click({ trial: true });
    await page.getByRole("button", { name: "Unwatch" }).click();
    await page.getByRole("button", { name: "Watch", exact: true }).waitFor();
  });

  test("no field that gets the focus lies beneath something else, and the toast moves none", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const fields = page.getByRole("form", { name: "Task" });
    const controls = await fields.locator(":is(input, select, button):not([type=hidden], [hidden]):visible").all();
    expect(controls.length).toBeGreaterThan(10);
    async function expectInSight() {
      for (const control of controls) {
        await control.focus();
        const hit = await control.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const ends = [y + 1, y + height - 1].map((end) => document.elementFromPoint(x + width / 2, end));
          return ends.every((there) => there === element);
        });
        expect(hit, `${await control.getAttribute("name")} is in sight`).toBe(true);
      }
    }
    await awake(page);
    await expectInSight();
    const height = () => fields.evaluate((form) => form.getBoundingClientRect().height);
    const saved = () => fields.getByRole("button").evaluate((button) => (button as HTMLElement).offsetTop);
    const before = [await height(), await saved()];
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "You're watching this task" }).hover();
    expect([await height(), await saved()]).toEqual(before);
    await expectInSight();
  });

  test("why fields were refused comes into sight from the button at their end", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const fields = page.getByRole("form", { name: "Task" });
    await fields.getByLabel("Requester").fill("Nobody of this name");
    await fields.getByRole("button", { name: "Save changes" }).click();
    const why = fields.getByRole("alert").getByRole("link");
    await why.waitFor();
    const isHit = () =>
      why.evaluate((link) => {
        const { x, y } = link.getClientRects()[0] as DOMRect;
        return document.elementFromPoint(x + 2, y + 2) === link;
      });
    await expect.poll(isHit).toBe(true);
  });

  test.runIf(viewport.width > 1000)(
    "the button of changed fields is in sight without scrolling, covers no field that is used, and no toast moves or covers it",
    async () => {
      const ada = await anAgent(server.db);
      const { id } = await aTask(server.db);
      const page = await pageOf(ada, `/tasks/${id}`);
      const fields = page.getByRole("form", { name: "Task" });
      const save = fields.getByRole("button", { name: "Save changes" });
      const isHit = (control: Locator) =>
        control.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const ends = [y + 1, y + height - 1].map((end) => document.elementFromPoint(x + width / 2, end));
          return ends.every((there) => there === element);
        });
      await awake(page);
      expect(await isHit(save)).toBe(false);
      // What comes out from beneath the button is the field one types in.
      await fields.getByLabel("Due").fill("2030-01-01");
      await expect.poll(() => isHit(save)).toBe(true);
      expect(await isHit(fields.getByLabel("Due"))).toBe(true);
      const place = await save.boundingBox();
      for (const control of await fields.locator(":is(input, select):not([type=hidden], [hidden]):visible").all()) {
        await control.focus();
        expect(await isHit(control), `${await control.getAttribute("name")} is in sight`).toBe(true);
      }
      await page.evaluate(() => {
        for (const element of document.querySelectorAll("html, .task-side")) element.scrollTo(0, 0);
      });
      await expect.poll(() => save.boundingBox()).toEqual(place);
      await page.getByRole("button", { name: "Watch", exact: true }).dispatchEvent("click");
      const toast = page.getByRole("status").filter({ hasText: "You're watching this task" });
      await toast.hover();
      expect([await save.boundingBox(), await isHit(save)]).toEqual([place, true]);
      expect(await distance(save, toast)).toBeGreaterThan(0);
      const floating = page.locator("[data-floats]");
      await fields.getByLabel("Due").fill("");
      await expect.poll(() => floating.count()).toBe(0);
      await fields.getByLabel("Due").fill("2030-01-01");
      await expect.poll(() => floating.count()).toBe(1);
      await save.click();
      await page.getByRole("status").filter({ hasText: "Undo" }).waitFor();
      expect(await floating.count()).toBe(0);
    },
  );

  test.runIf(viewport.width > 1000)(
    "what lies below the button of changed fields stays under the pointer when that goes back to its place",
    async () => {
      const { id } = await aTask(server.db);
      const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
      const floating = page.locator("[data-floats]");
      await page.getByRole("form", { name: "Task" }).getByLabel("Due").fill("2030-01-01");
      await floating.waitFor({ state: "attached" });
      const watch = page.getByRole("button", { name: "Watch", exact: true });
      const place = await watch.evaluate((button) => {
        for (const element of document.querySelectorAll("html, .task-side")) element.scrollTo(0, element.scrollHeight);
        return button.getBoundingClientRect().y;
      });
      await floating.waitFor({ state: "detached" });
      expect(await watch.evaluate((button) => button.getBoundingClientRect().y)).toBe(place);
    },
  );

  test("what gets the focus lies above it", async () => {
    const { page, toast } = await taskWithToast();
    await page.getByText("Add a colleague").focus();
    expect(await distance(page.getByText("Add a colleague"), toast)).toBeGreaterThan(0);
  });
});
