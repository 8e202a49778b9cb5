import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester, aTask } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("organizations, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

  test("an admin adds one: its members join by email domain and its managers see their requests", async () => {
    const rita = await aRequester(server.db, { name: "Rita", email: "rita@harbour.example" });
    const otto = await aRequester(server.db, { name: "Otto", email: "otto@elsewhere.example" });
    const page = await pageOf(await anAdmin(server.db, { name: "Ada" }), "/users");
    await page.getByRole("link", { name: "Organizations" }).click();
    await heading(page, "Organizations").waitFor();
    await page.getByRole("link", { name: "Add organization" }).first().click();
    await heading(page, "New organization").waitFor();
    await page.getByLabel("Name").fill("Harbour works");
    await page.getByLabel("Email domains").fill("harbour example");
    await page.getByLabel("Note for agents").fill("Ring twice.");
    await page.getByLabel("Email domains").fill("rita@harbour.example");
    await page.getByRole("button", { name: "Add organization" }).click();
    await page.getByRole("alert").filter({ hasText: "isn't a domain" }).waitFor();
    expect(await page.getByLabel("Note for agents").inputValue()).toBe("Ring twice.");
    await page.getByLabel("Email domains").fill("harbour.example GMail.com");
    await page.getByRole("button", { name: "Add organization" }).click();
    await page.getByRole("alert").filter({ hasText: "Anyone can get an address at gmail.com." }).waitFor();
    await page.getByLabel("Use gmail.com anyway").check();
    await page.getByRole("button", { name: "Add organization" }).click();
    await heading(page, "Harbour works").waitFor();
    await page.getByRole("link", { name: "Rita" }).waitFor();

    await page.getByLabel("Add a member").fill("Ot");
    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByRole("button", { name: /^Otto/ }).click(); // a suggested match
    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByRole("button", { name: "Make manager: Otto" }).click();
    await page.getByRole("button", { name: "Make member: Otto" }).waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Requests shared with").selectOption("Managers");
    await page.getByRole("button", { name: "Save organization" }).click();
    await page.getByLabel("Use gmail.com anyway").check(); // asks again: members would see more now
    await page.getByRole("button", { name: "Save organization" }).click();
    await heading(page, "Harbour works").waitFor();

    const agents = await pageOf(await anAgent(server.db), new URL(page.url()).pathname);
    await agents.getByRole("link", { name: "Edit" }).click();
    await agents.getByText("Only admins can change email domains").waitFor();
    expect(await agents.getByLabel("Email domains").count()).toBe(0);
    await agents.getByText("gmail.com, harbour.example").waitFor();
    await agents.getByLabel("Note for agents").fill("Ring once.");
    await agents.getByRole("button", { name: "Save organization" }).click();
    await agents.getByText("Ring once.").waitFor();

    const crane = await aTask(server.db, { requester: rita, title: "The crane creaks" });
    const theirs = await pageOf(otto, "/tasks");
    await theirs.getByText("No requests here").waitFor();
    await theirs.getByLabel("Requested by").selectOption("Colleagues");
    // With scripts, filters apply themselves.
    if (!javaScriptEnabled) await theirs.getByRole("button", { name: "Filter" }).click();
    await theirs.getByText("Rita's request").waitFor();
    await theirs.getByRole("link", { name: "The crane creaks" }).click();
    await heading(theirs, "The crane creaks").waitFor();

    await page.reload();
    await page.getByRole("table", { name: "Tasks" }).getByRole("link", { name: "The crane creaks" }).waitFor();
    await page.getByRole("button", { name: "Remove Otto" }).click();
    await page.getByRole("link", { name: "Otto" }).waitFor({ state: "detached" });
    await theirs.goto(`/tasks/${crane.id}`);
    await theirs.getByText("404").first().waitFor();
    await theirs.goto("/organizations");
    await theirs.getByText("403").first().waitFor();

    await page.goto("/users");
    await page.getByLabel("Search people").fill('org:"harbour works" role:requester');
    await page.getByRole("button", { name: "Filter" }).click();
    const people = page.getByRole("table", { name: "People" }).getByRole("row");
    await expect.poll(() => people.allInnerTexts()).toEqual([expect.any(String), expect.stringContaining("Rita")]);
    await page.getByLabel("Search people").fill("org:nowhere");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByText("There's no organization “nowhere”.").waitFor();
  });
});
