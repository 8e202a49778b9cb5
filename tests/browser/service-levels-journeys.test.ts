import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { saveBrowserZone } from "~/features/users/preferences.server";
import { HOUR_MS } from "~/lib/durations";
import { forAllPriorities, storeCalendar, storePolicy } from "../features/service-levels/desk";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aTask } from "../support/factories";

const HOLIDAYS = [
  "BEGIN:VCALENDAR",
  ...["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260403", "SUMMARY:Good Friday", "END:VEVENT"],
  ...["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20201225", "RRULE:FREQ=YEARLY", "SUMMARY:Christmas", "END:VEVENT"],
  ...["BEGIN:VEVENT", "DTSTART:20260403T090000Z", "SUMMARY:A meeting", "END:VEVENT"],
  ...["END:VCALENDAR", ""],
].join("\r\n");

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Whether nothing on the page is wider than its window. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe.each(JAVASCRIPT_MODES)("calendars and service levels, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("an admin adds a calendar before a policy, corrects errors and imports holidays from a file", async () => {
    const admin = await anAdmin(server.db);
    await saveBrowserZone(server.db, admin, "Europe/Berlin", Date.now());
    const page = await pageOf(admin, "/settings/service-levels/new");
    await page.getByRole("link", { name: "add a calendar" }).click();
    await field(page, "Name").fill("Office");
    // Until its selected option arrives, a select has the value of its first one.
    await expect.poll(() => field(page, "Time zone").inputValue()).toBe("Europe/Berlin");
    await field(page, "Monday").fill("9 to 5");
    await press(page, "Add calendar");
    await page.getByText("“9 to 5” isn't a time range.").first().waitFor();
    expect(await field(page, "Name").inputValue()).toBe("Office");
    expect(await field(page, "Monday").inputValue()).toBe("9 to 5");
    await field(page, "Monday").fill("09:00-12:00, 13:00-17:00");
    await field(page, "Holidays").fill("12-24 09:00-12:00 Christmas Eve");

    await press(page, "Add holidays from file");
    await page.getByText("Choose an .ics file first.").first().waitFor();
    const ics = { name: "holidays.ics", mimeType: "text/calendar", buffer: Buffer.from(HOLIDAYS) };
    await field(page, "Holiday calendar (.ics)").setInputFiles(ics);
    await press(page, "Add holidays from file");
    await page.getByText("2 holidays were added to the list.").waitFor();
    await page.getByText("1 event was skipped").waitFor();
    expect(await field(page, "Holidays").inputValue()).toBe(
      "12-24 09:00-12:00 Christmas Eve\n12-25 Christmas\n2026-04-03 Good Friday",
    );
    expect(await field(page, "Monday").inputValue()).toBe("09:00-12:00, 13:00-17:00");
    expect(await server.db.selectFrom("calendar").select("id").execute()).toEqual([]);
    await press(page, "Add calendar");
    await page.getByRole("heading", { level: 1, name: "New policy" }).waitFor();

    await page.goto("/settings");
    await page.getByRole("link", { name: "Calendars", exact: true }).click();
    const row = page.getByRole("table", { name: "Calendars" }).getByRole("row").filter({ hasText: "Office" });
    await row.getByText("39 hours a week").waitFor();

    await row.getByRole("link", { name: "Office" }).click();
    await page.getByRole("heading", { level: 1, name: "Office" }).waitFor();
    await page.goto(`${page.url().split("?")[0]}?year=2026`);
    const year = page.getByRole("region", { name: "Opening hours in 2026" });
    await year.getByText("Show as table").click();
    const april = year.getByRole("row").filter({ hasText: "April" });
    await april.getByText("3 April Good Friday (closed)").waitFor();
    await year.getByRole("link", { name: "Show 2027" }).click();
    const next = page.getByRole("region", { name: "Opening hours in 2027" });
    await next.getByText("This is the saved calendar.").waitFor();

    await field(page, "Always open").check();
    await press(page, "Update preview");
    await next.getByText("Preview of your unsaved changes.").waitFor();
    // With scripts, the table stays open from one year to the next.
    if (!(await next.getByRole("table").isVisible())) await next.getByText("Show as table").click();
    await next.getByRole("row").filter({ hasText: "January" }).getByText("744").waitFor();
    await field(page, "Always open").uncheck();
    await field(page, "Friday").fill("");
    await press(page, "Save calendar");
    await row.getByText("31 hours a week").waitFor();
    expect(await server.db.selectFrom("calendar_version").select("id").execute()).toHaveLength(2);
  });

  test("an admin adds policies that use the calendar, which can't be deleted while they do", async () => {
    const admin = await anAdmin(server.db);
    const page = await pageOf(admin, "/settings/service-levels/new");
    expect(await field(page, "Calendar").locator("option").allInnerTexts()).toEqual(["Office"]);
    await field(page, "Name").fill("Urgent");
    await field(page, "Applies to").fill("priority:urgent updated:>7d");
    await field(page, "First response, urgent").fill("2d");
    await press(page, "Add policy");
    await page.getByText("Targets count opening hours, not days.").first().waitFor();
    await field(page, "First response, urgent").fill("30m");
    await field(page, "Resolution, urgent").fill("240m");
    await press(page, "Add policy");
    await page.getByText("“updated:” changes as time passes, so a policy can't use it.").first().waitFor();
    expect(await field(page, "Resolution, urgent").inputValue()).toMatch(/^(240m|4h)$/);
    await field(page, "Applies to").fill("priority:urgent");
    await press(page, "Add policy");
    const table = page.getByRole("table", { name: "Service levels" });
    await table.getByRole("row").filter({ hasText: "priority:urgent" }).waitFor();

    await page.getByRole("link", { name: "Add policy" }).click();
    await field(page, "Name").fill("Everything else");
    await field(page, "Next response, normal").fill("1h30m");
    await press(page, "Add policy");
    await press(page, "Move up Everything else");
    await press(page, "Move up Urgent");
    await page.getByRole("button", { name: "Move down Urgent" }).waitFor();
    await table.getByRole("link", { name: "Urgent" }).click();
    expect(await field(page, "Resolution, urgent").inputValue()).toBe("4h");
    await press(page, "Try it on the last 90 days");
    await page.getByText("No task has a clock in the last 90 days").waitFor();
    await aTask(server.db, { at: Date.now(), title: "Lift stuck", priority: "urgent" });
    await field(page, "First response, urgent").fill("");
    await press(page, "Try it on the last 90 days");
    const result = page.getByRole("region", { name: "Result on the last 90 days" });
    await result.getByText("1 task would have a different outcome.").waitFor();
    const differing = result.getByRole("row").filter({ hasText: "Lift stuck" });
    await differing.getByText("First response: running → no clock").waitFor();
    expect(await field(page, "First response, urgent").inputValue()).toBe("");
    await field(page, "First response, urgent").fill("30m");
    await field(page, "Enabled").uncheck();
    await press(page, "Save policy");
    await table.getByRole("row").filter({ hasText: "Urgent" }).getByText("Disabled").waitFor();

    await page.goto("/settings/calendars");
    await page.getByRole("link", { name: "Office" }).click();
    await press(page, "Delete calendar");
    const refusal = "Office can't be deleted, because these policies use it: Urgent and Everything else.";
    await page.locator(".toast, .flash-line").filter({ hasText: refusal }).waitFor();
    await page.goto("/settings/service-levels");
    await table.getByRole("link", { name: "Urgent" }).click();
    await press(page, "Delete policy");
    await page.locator(".toast, .flash-line").filter({ hasText: "Urgent deleted" }).first().waitFor();
    await press(page, "Undo");
    await table.getByRole("row").filter({ hasText: "Urgent" }).waitFor();
  });

  test("the pages fit a phone, and agents can't open them", async () => {
    const admin = await anAdmin(server.db);
    const page = await pageOf(admin, "/settings/calendars", { viewport: { width: 390, height: 844 } });
    expect(await fits(page)).toBe(true);
    await page.getByRole("link", { name: "Office" }).click();
    await page.getByText("Show as table").click();
    expect(await fits(page)).toBe(true);
    await page.goto("/settings/service-levels");
    expect(await fits(page)).toBe(true);
    await page.getByRole("link", { name: "Urgent" }).click();
    await field(page, "Resolution, low").waitFor();
    expect(await fits(page)).toBe(true);
    const ada = await pageOf(await anAgent(server.db));
    for (const path of ["/settings/calendars", "/settings/calendars/1", "/settings/service-levels/new"])
      expect((await ada.request.get(path)).status(), path).toBe(403);
  });
});

describe.each(JAVASCRIPT_MODES)("the clocks of a task, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("show to the minute how their time was counted", async () => {
    const calendar = await storeCalendar(server.db, { alwaysOpen: true });
    await storePolicy(server.db, { calendar, targets: forAllPriorities({ first: 240, resolution: 480 }) });
    const opened = Date.now() - 2 * HOUR_MS - 30_000;
    const { id } = await aTask(server.db, { at: opened });
    const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    const clocks = page.getByRole("region", { name: "Service levels" });
    expect(await clocks.getByRole("table").count()).toBe(0);
    await clocks.getByText("How time was counted").click();
    const table = clocks.getByRole("table", { name: "First response" });
    await clocks.getByRole("table", { name: "Resolution" }).waitFor();
    const minute = new Date(opened).toISOString().slice(11, 16);
    expect(await table.getByRole("cell").allInnerTexts()).toEqual([
      expect.stringMatching(`${minute} to now$`),
      "Running",
      "2h",
    ]);
  });
});
