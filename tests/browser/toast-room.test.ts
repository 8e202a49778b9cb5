import type { Locator } from "playwright";
import { describe, expect, test } from "vitest";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask } from "../support/factories";
import { saveFields, unfold } from "../support/task-fields";

/* A toast stays while the pointer is over it, so a control beneath it could never be pressed. */
describe.each([
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])("a page with a toast at $width pixels", (viewport) => {
  const { server, pageOf } = openDesk({ viewport });

  async function taskWithToast() {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    const toast = page.getByRole("status").filter({ hasText: "You're watching this task" });
    await toast.hover(); // keeps it open
    return { page, toast };
  }

  /** How far an element is above another; negative if they overlap. */
  async function distance(element: Locator, below: Locator) {
    const [upper, lower] = [await element.boundingBox(), await below.boundingBox()];
    return (lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0);
  }

  test("scrolls its last controls above the toast, where they can be pressed", async () => {
    const { page, toast } = await taskWithToast();
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("html, .task-side")) element.scrollTo(0, element.scrollHeight);
    });
    expect(await distance(page.getByText("Add a watcher"), toast)).toBeGreaterThan(0);
    expect(await distance(page.getByRole("region", { name: "History" }), toast)).toBeGreaterThan(0);
    await page
      .getByRole("button", { name: "Move to trash" })
      .or(page.getByRole("button", { name: "Mark as spam" }))
      .first()
      .click({ trial: true });
    await page.getByRole("button", { name: "Unwatch" }).click();
    await page.getByRole("button", { name: "Watch", exact: true }).waitFor();
  });

  test("never covers a focused field, and keeps its form's height when the toast appears", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const fields = page.getByRole("form", { name: "Task" });
    await unfold(page);
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
        expect(hit, `${await control.getAttribute("name")} is not covered`).toBe(true);
      }
    }
    await waitForScripts(page);
    await expectInSight();
    const height = () => fields.evaluate((form) => form.getBoundingClientRect().height);
    const before = await height();
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "You're watching this task" }).hover();
    expect(await height()).toBe(before);
    await expectInSight();
  });

  test("scrolls the error of refused fields into view from the button at their end", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const fields = page.getByRole("form", { name: "Task" });
    await fields.getByLabel("Requester").fill("Nobody of this name");
    await saveFields(page);
    const why = fields.getByRole("alert").getByRole("link");
    await why.waitFor();
    const isHit = () =>
      why.evaluate((link) => {
        const { x, y } = link.getClientRects()[0] as DOMRect;
        return document.elementFromPoint(x + 2, y + 2) === link;
      });
    await expect.poll(isHit).toBe(true);
  });

  test("keeps a focused control above the toast", async () => {
    const { page, toast } = await taskWithToast();
    await page.getByText("Add a watcher").focus();
    expect(await distance(page.getByText("Add a watcher"), toast)).toBeGreaterThan(0);
  });

  test("moves the toast off the field being edited, and back once the toast is gone", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    await page.getByLabel("Your reply").evaluate((field: HTMLElement) => {
      field.style.cssText = "position: fixed; inset: auto 40px 40px auto; inline-size: 200px; block-size: 60px";
      field.focus({ preventScroll: true });
    });
    await page.getByRole("button", { name: "Watch", exact: true }).dispatchEvent("click");
    const toast = page.getByRole("status").filter({ hasText: "You're watching this task" });
    await toast.hover(); // keeps it open
    expect((await toast.boundingBox())?.y).toBeLessThan(100);
    await toast.getByRole("button", { name: "Close toast" }).click();
    await toast.waitFor({ state: "detached" });
    expect(await page.locator(".toaster ol").getAttribute("data-edge")).toBe("bottom");
  });
});
