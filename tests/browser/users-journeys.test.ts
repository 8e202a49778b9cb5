import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("people, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf, newPage } = openDesk({ engine, javaScriptEnabled });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

  test("an admin adds a person who signs in, then disables them, which signs them out at once", async () => {
    const admin = await pageOf(await anAdmin(server.db, { name: "Root" }), "/users");
    await admin.getByRole("link", { name: "Add person" }).click();
    await admin.getByLabel("Name").fill("Grace Hopper");
    await admin.getByLabel("Email").fill("grace@example.org");
    await admin.getByLabel("Role").selectOption("Agent");
    await admin.getByLabel("Password").fill("cobol forever");
    await admin.getByRole("button", { name: "Create person" }).click();
    await heading(admin, "Grace Hopper").waitFor();

    const grace = await newPage("/login");
    await grace.getByLabel("Email").fill("GRACE@example.org");
    await grace.getByLabel("Password").fill("cobol forever");
    await grace.getByRole("button", { name: "Sign in" }).click();
    await grace.waitForURL(`${server.origin}/`);
    await grace.goto("/users");
    await grace.getByRole("table", { name: "People" }).waitFor();

    await admin.getByRole("button", { name: "Disable account" }).click();
    await admin.getByRole("status").filter({ hasText: "This account is disabled" }).waitFor();
    await grace.goto("/users");
    expect(new URL(grace.url()).pathname).toBe("/login");

    await admin.getByRole("button", { name: "Enable account" }).click();
    await admin.getByRole("button", { name: "Disable account" }).waitFor();
  });

  test("the last active admin can't be demoted or disabled, and sees why", async () => {
    await server.db.updateTable("user").set({ state: "disabled" }).where("role", "=", "admin").execute();
    const last = await anAdmin(server.db, { name: "Last Admin" });
    const page = await pageOf(last, `/users/${last.id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Still Admin");
    await page.getByLabel("Role").selectOption("Agent");
    await page.getByRole("button", { name: "Save person" }).click();
    await page.getByRole("alert").filter({ hasText: "This is the last active admin." }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Still Admin");

    await page.goto(`/users/${last.id}`);
    await page.getByRole("button", { name: "Disable account" }).click();
    const told = page.locator('[data-type="error"]'); // a toast with scripts, a line of the page without
    expect(await told.innerText()).toContain("This is the last active admin.");
    await page.getByRole("button", { name: "Disable account" }).waitFor();
  });

  test("a conflicting edit shows the other agent's change before it overwrites anything", async () => {
    const rita = await aRequester(server.db, { name: "Rita" });
    const [one, two] = [await pageOf(await anAgent(server.db)), await pageOf(await anAgent(server.db))];
    for (const page of [one, two]) await page.goto(`/users/${rita.id}/edit`);
    await one.getByLabel("Name").fill("Rita One");
    await one.getByRole("button", { name: "Save person" }).click();
    await heading(one, "Rita One").waitFor();

    await two.getByLabel("Name").fill("Rita Two");
    await two.getByRole("button", { name: "Save person" }).click();
    await two.getByRole("alert").filter({ hasText: "It's now “Rita One”" }).waitFor();
    expect(await two.getByLabel("Name").inputValue()).toBe("Rita Two");
    await two.getByRole("button", { name: "Save person" }).click();
    await two.waitForURL(`${server.origin}/users/${rita.id}`);
    await heading(two, "Rita Two").waitFor();
  });

  test("an agent pages the list both ways, searches and filters it", async () => {
    for (let n = 10; n < 62; n++) await aRequester(server.db, { name: `Caller ${n}`, email: null });
    const agent = await pageOf(await anAgent(server.db, { name: "Zora" }), "/users?q=caller");
    const row = (name: string) => agent.getByRole("table", { name: "People" }).getByRole("link", { name });
    await row("Caller 10").waitFor();
    await agent.getByRole("link", { name: "Next page" }).click();
    await row("Caller 61").waitFor();
    expect(await row("Caller 10").count()).toBe(0);
    await agent.getByRole("link", { name: "Previous page" }).click();
    await row("Caller 10").waitFor();

    await agent.getByRole("searchbox", { name: "Search people" }).fill("zör");
    await agent.getByLabel("Role").selectOption("Agent");
    await agent.getByRole("button", { name: "Filter" }).click();
    await row("Zora").waitFor();
    expect(await agent.getByRole("row").count()).toBe(2);
    expect(new URL(agent.url()).search).toContain("role=agent");
    await row("Zora").click();
    await heading(agent, "Zora").waitFor();
  });

  test("an admin saves a generated password, and its owner signs in with it", async () => {
    const rita = await aRequester(server.db, { name: "Rita Password", email: "rita.password@example.org" });
    const admin = await pageOf(await anAdmin(server.db), `/users/${rita.id}/password`);
    await admin.getByRole("button", { name: "Generate password" }).click();
    await admin.getByText("It won't be shown again").waitFor();
    const password = await admin.getByLabel("New password").inputValue();
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await admin.getByRole("button", { name: "Save password" }).click();
    await heading(admin, "Rita Password").waitFor();

    const page = await newPage("/login");
    await page.getByLabel("Email").fill("rita.password@example.org");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${server.origin}/`);
    await page.goto("/users");
    await page.getByText("403").first().waitFor();
  });
});
