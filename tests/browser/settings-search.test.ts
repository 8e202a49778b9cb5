import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk, waitForScripts } from "../support/desk";
import { anAdmin, aRequester } from "../support/factories";
import { countPresses } from "../support/presses";

describe.each(JAVASCRIPT_MODES)("the settings page, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("finds a page by another word for it", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings");
    if (javaScriptEnabled !== false) await waitForScripts(page);
    const links = () => page.locator(".settings-places a").allTextContents();
    expect((await links()).length).toBeGreaterThan(15);
    const presses = countPresses(page);
    await presses.click(page.getByRole("searchbox", { name: "Search settings" }));
    await page.keyboard.type("canned resp");
    if (javaScriptEnabled === false) {
      await presses.press("Enter");
      await page.waitForURL("**/settings?q=canned+resp");
      expect(await links()).toEqual(["Macros"]);
      await presses.click(page.getByRole("link", { name: "Macros" }));
    } else {
      await expect.poll(links).toEqual(["Macros"]);
      await presses.press("Enter");
    }
    await page.getByRole("heading", { level: 1, name: "Macros" }).waitFor();
    expect(presses.count).toBe(javaScriptEnabled === false ? 3 : 2);
  });

  test("shows the desk's time zone only where the search finds it, and says that priorities are fixed", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings?q=priority");
    await page.getByText("Priorities are fixed").waitFor();
    expect(await page.getByRole("button", { name: "Save time zone" }).isVisible()).toBe(false);
    await page.goto("/settings?q=timezone");
    await page.getByRole("button", { name: "Save time zone" }).waitFor();
  });

  test("shows requesters their own settings only", async () => {
    const page = await pageOf(await aRequester(server.db), "/settings");
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(await page.locator(".settings-places a").allTextContents()).toEqual([
      ...["Your profile", "Preferences", "Notification settings"],
    ]);
    expect(await page.getByRole("button", { name: "Save time zone" }).count()).toBe(0);
  });
});
