import { describe, expect, test } from "vitest";
import { readPreferences, saveBrowserZone } from "~/features/users/preferences.server";
import { aUser, PASSWORD } from "../features/auth/visitor";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask } from "../support/factories";

const AT = Date.UTC(2026, 1, 28, 23, 30);

describe.each(JAVASCRIPT_MODES)("preferences, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf, newPage } = openDesk({ engine, javaScriptEnabled });

  test("theme, time zone and date format apply only to the agent who sets them", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const task = await aTask(server.db, { title: "The lamp flickers", due: "2026-02-28", at: AT });
    const page = await pageOf(ada, "/", { colorScheme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();

    await page.getByLabel("Account: Ada").click();
    await page.getByRole("link", { name: "Preferences" }).click();
    await page.getByLabel("Theme").selectOption("Dark");
    await page.getByLabel("Time zone").selectOption("Pacific/Kiritimati"); // fourteen hours ahead
    await page.getByLabel("Dates and times").selectOption("month");
    await page.getByLabel("Single-key shortcuts").uncheck();
    await page.getByRole("button", { name: "Save preferences" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "Preferences saved" }).waitFor();
    await page.waitForLoadState(); // without scripts this is a new page, whose styles may load after the line shows
    const dark = await ground();
    expect(dark).not.toBe(light);
    expect(await page.getByLabel("Time zone").inputValue()).toBe("Pacific/Kiritimati");
    expect(await page.getByLabel("Single-key shortcuts").isChecked()).toBe(false);

    await page.goto(`/tasks/${task.id}`);
    expect(await ground()).toBe(dark);
    await page.getByTitle("March 1, 2026, 1:30 PM", { exact: true }).first().waitFor();
    // A due date is a calendar day, the same in every time zone.
    await page.getByTitle("February 28, 2026", { exact: true }).first().waitFor();

    // A search counts days in the agent's time zone, where it was March already.
    for (const [day, there] of [
      ["2026-02-28", 0],
      ["2026-03-01", 1],
    ] as const) {
      await page.goto(`/search?q=lamp+created:${day}`);
      expect(await page.getByRole("link", { name: "The lamp flickers" }).count(), day).toBe(there);
    }

    const other = await pageOf(await anAgent(server.db, { name: "Bob" }), `/tasks/${task.id}`);
    await other.getByTitle("28 February 2026, 23:30 UTC", { exact: true }).first().waitFor();
  });

  test("saving other choices keeps the desk's time zone", async () => {
    const cleo = await anAgent(server.db, { name: "Cleo" });
    const page = await pageOf(cleo, "/settings/display");
    const zone = page.getByLabel("Time zone");
    expect(await zone.locator("option:checked").innerText()).toBe("Desk time zone (UTC)");
    await page.getByLabel("Theme").selectOption("Dark");
    await page.getByRole("button", { name: "Save preferences" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "Preferences saved" }).waitFor();
    expect(await readPreferences(server.db, cleo)).toMatchObject({ theme: "dark", zone: "" });

    await zone.selectOption("Asia/Tokyo");
    await page.getByRole("button", { name: "Save preferences" }).click();
    await expect.poll(async () => (await readPreferences(server.db, cleo)).zone).toBe("Asia/Tokyo");
    await zone.selectOption("");
    await page.getByRole("button", { name: "Save preferences" }).click();
    await expect.poll(async () => (await readPreferences(server.db, cleo)).zone).toBe("");
    await saveBrowserZone(server.db, cleo, "Asia/Tokyo", Date.now());
    expect((await readPreferences(server.db, cleo)).zone, "the desk's time zone was chosen").toBe("");
  });

  test("the first sign-in saves the browser's time zone, which only scripts can send", async () => {
    const email = `first-${engine}@example.org`;
    const id = await aUser(server.db, { name: "First", email });
    for (const timezoneId of ["Europe/Berlin", "Asia/Tokyo"]) {
      const page = await newPage("/login", { timezoneId });
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
      expect((await readPreferences(server.db, { id })).zone).toBe(javaScriptEnabled ? "Europe/Berlin" : "");
    }
  });
});

describe("relative times", () => {
  const { server, pageOf } = openDesk({ fresh: true });

  test("keep counting while a page is open, and never lie in the future", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const start = Date.now();
    const task = await aTask(server.db, { title: "The lamp flickers", at: start });
    const page = await pageOf(ada);
    await page.clock.install({ time: start - 120_000 }); // a clock two minutes slow
    await page.goto(`/tasks/${task.id}`);
    await waitForScripts(page);
    const opened = page.getByText("just now").first();
    await opened.waitFor();
    const time = await opened.elementHandle();
    await page.clock.runFor(40_000);
    expect(await time?.textContent()).toBe("just now");
    await page.clock.runFor(120_000 + 180_000);
    await expect.poll(() => time?.textContent()).toMatch(/^[34] min ago$/);
  });

  test("leave live regions alone, and times older than a week, which show a date", async () => {
    const start = Date.UTC(2026, 2, 16, 12);
    const page = await pageOf(await anAgent(server.db));
    await page.clock.install({ time: start });
    await page.goto("/settings");
    await waitForScripts(page);
    await page.evaluate((now) => {
      const time = (ago: number, words: string) =>
        `<time datetime="${new Date(now - ago * 60_000).toISOString()}">${words}</time>`;
      const day = 24 * 60;
      document.querySelector("main")?.insertAdjacentHTML(
        "beforeend",
        `<section aria-label="Times">
          <p>${time(1, "1 min ago")}</p>
          <p role="status">Saved ${time(1, "1 min ago")}</p>
          <p role="alert">Changed ${time(1, "1 min ago")}</p>
          <div aria-live="polite"><p>${time(1, "1 min ago")}</p></div>
          <p>${time(6 * day + 23 * 60, "6 days ago")}</p>
          <p>${time(7 * day + 1, "6 days ago")}</p>
        </section>`,
      );
    }, start);
    const times = page.getByRole("region", { name: "Times" }).locator("time");
    await page.clock.runFor(10 * 60_000);
    await expect.poll(() => times.first().textContent()).toBe("11 min ago");
    await page.clock.runFor(2 * 60 * 60_000);
    await expect.poll(() => times.first().textContent()).toBe("2 h ago");
    const still = ["1 min ago", "1 min ago", "1 min ago", "6 days ago", "6 days ago"];
    expect(await times.allTextContents()).toEqual(["2 h ago", ...still]);
  });
});
