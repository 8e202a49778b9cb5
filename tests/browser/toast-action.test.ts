import { readFileSync } from "node:fs";
import { createCookie } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import type { Flash } from "~/lib/flash";
import { JAVASCRIPT_MODES } from "../support/browser";
import { aTask } from "../support/factories";
import { navLink, openShell } from "./shell-desk";

const { server, open } = openShell();

/** The cookie that a redirect with a toast sets. */
async function cookieFor(flash: Omit<Flash, "id">) {
  const secret = readFileSync(`${server.dataDir}/secret`, "utf8").trim();
  const line = await createCookie("taskdesk-toast", { secrets: [secret] }).serialize({
    id: crypto.randomUUID(),
    ...flash,
  });
  const value = line.slice(line.indexOf("=") + 1, line.indexOf(";"));
  return { name: "taskdesk-toast", value, url: server.origin };
}

describe.each(JAVASCRIPT_MODES)("domain B12: a toast with an action, $mode", ({ javaScriptEnabled }) => {
  test.each([1280, 390])("its button submits the form, and the toast goes (%i px wide)", async (width) => {
    const { id } = await aTask(server.db);
    const viewport = { width, height: 800 };
    const page = await open("/tasks", { javaScriptEnabled, viewport }, async (page) => {
      const action = { label: "Take it", post: `/tasks/${id}/assignment` };
      await page.context().addCookies([await cookieFor({ type: "success", text: "It is nobody's", action })]);
    });
    const toast = page.locator('[data-type="success"]', { hasText: "It is nobody's" });
    const button = toast.getByRole("button", { name: "Take it" });
    const box = await button.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    await button.click();
    await page.waitForURL(`**/tasks/${id}`);
    await page.locator('[data-type="success"]', { hasText: "Task assigned to you" }).waitFor();
    await toast.waitFor({ state: "detached" });
  });
});

test("domain B12: a toast with a two-second action goes after that time, even under the pointer", async () => {
  const { id } = await aTask(server.db);
  const page = await open("/tasks", {}, async (page) => {
    await page.clock.install();
    const action = { label: "Take it", post: `/tasks/${id}/assignment`, forSeconds: 2 };
    await page.context().addCookies([await cookieFor({ type: "success", text: "It is nobody's", action })]);
  });
  const toast = page.locator(".toast", { hasText: "It is nobody's" });
  await toast.hover(); // pauses the timer of any other toast
  await page.clock.runFor(3_000);
  await toast.waitFor({ state: "detached" });
  const assignee = server.db.selectFrom("task").select("assignee_id").where("id", "=", id);
  expect(await assignee.executeTakeFirst()).toEqual({ assignee_id: null });
});

test("behaviour 6.2: a toast replaces an older one about the same thing", async () => {
  const page = await open("/tasks", {}, async (page) => {
    await page.context().addCookies([await cookieFor({ type: "success", text: "It waits", about: "a reply" })]);
  });
  await page.locator(".toast", { hasText: "It waits" }).hover();
  await page.context().addCookies([await cookieFor({ type: "success", text: "It is sent", about: "a reply" })]);
  await navLink(page, "Tasks").click();
  await page.locator(".toast", { hasText: "It is sent" }).waitFor();
  expect(await page.locator(".toast").count()).toBe(1);
});
