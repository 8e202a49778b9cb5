import type { Locator } from "playwright";
import { describe, expect, test } from "vitest";
import { openDesk } from "../support/desk";
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
    const toast = page.getByRole("status").filter({ hasText: "You watch this task" });
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

  test("what gets the focus lies above it", async () => {
    const { page, toast } = await taskWithToast();
    await page.getByText("Add a colleague").focus();
    expect(await distance(page.getByText("Add a colleague"), toast)).toBeGreaterThan(0);
  });
});
