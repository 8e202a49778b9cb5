import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask } from "../support/factories";
import { navLink } from "./shell-desk";

describe("page skeleton", () => {
  const { server, pageOf } = openDesk({ fresh: true, viewport: { width: 1280, height: 800 } });
  let ada: Viewer;
  beforeAll(async () => {
    ada = await anAgent(server.db);
    await aTask(server.db, { title: "The lift hums" });
  });

  /** A page with a paused clock, where every later data request is held until `release`. */
  async function waiting() {
    const page = await pageOf(ada);
    await page.clock.install();
    await page.goto("/tasks");
    await waitForScripts(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    return { page, release: await holdRequests(page, /\.data|_payload\.json/) };
  }

  const coming = (page: Page) => page.locator("#content").getAttribute("data-coming");
  const announcement = (page: Page) => page.locator("p.unseen[aria-live=polite]").innerText();
  const drawn = (page: Page) =>
    page.locator("#content").evaluate((content) => getComputedStyle(content, "::before").position);
  const isOnItsWay = (page: Page) =>
    page.waitForFunction(
      () =>
        (window as unknown as { __remixRouter: { state: { navigation: { state: string } } } }).__remixRouter.state
          .navigation.state === "loading",
    );

  test("shows after 300 ms, is announced once, and moves nothing", async () => {
    const { page, release } = await waiting();
    const row = page.getByRole("link", { name: "The lift hums" });
    const before = await row.boundingBox();
    await row.click();
    await isOnItsWay(page);
    await page.clock.runFor(200);
    expect(await coming(page)).toBeNull();
    await page.clock.runFor(150);
    expect(await coming(page)).toBe("task");
    await expect.poll(() => announcement(page)).toBe("Loading…");
    expect(await drawn(page)).toBe("sticky");
    expect(await row.boundingBox()).toEqual(before);
    // Row checkboxes stack above the rest of the page, but below the skeleton.
    const covered = await page.getByRole("checkbox", { name: "Select #" }).evaluate((box) => {
      const { x, y } = box.getBoundingClientRect();
      return document.elementFromPoint(x + 3, y + 3)?.id;
    });
    expect(covered).toBe("content");

    release();
    await page.getByRole("heading", { level: 1, name: "The lift hums" }).waitFor();
    await expect.poll(() => coming(page)).toBeNull();
    await expect.poll(() => announcement(page)).toContain("The lift hums");
  });

  test("takes the shape of the page chosen last", async () => {
    const { page, release } = await waiting();
    await navLink(page, "New task").click();
    await isOnItsWay(page);
    await page.clock.runFor(350);
    await expect.poll(() => coming(page)).toBe("plain");
    await navLink(page, "People").click();
    await expect.poll(() => coming(page)).toBeNull();
    await page.clock.runFor(350);
    await expect.poll(() => coming(page)).toBe("list");
    release();
    await page.getByRole("table", { name: "People" }).waitFor();
    await expect.poll(() => coming(page)).toBeNull();
  });

  test("stays away while a list is being re-sorted", async () => {
    const { page, release } = await waiting();
    await page.getByRole("columnheader", { name: "Updated" }).getByRole("link").click();
    await isOnItsWay(page);
    await page.clock.runFor(400);
    expect(await coming(page)).toBeNull();
    release();
    await page.waitForURL(/sort=/);
  });
});
