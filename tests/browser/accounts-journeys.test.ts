import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, aRequester, aTask } from "../support/factories";
import { quickHashOf } from "../support/password";

describe.each(JAVASCRIPT_MODES)("accounts, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf, newPage } = openDesk({ engine, javaScriptEnabled });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

  async function signIn(page: Page, email: string, password: string) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  test("a person signs in with any of their addresses until an admin removes it", async () => {
    const passwordHash = quickHashOf("correct horse");
    const ana = await aRequester(server.db, { name: "Ana", email: "ana@one.example", passwordHash });
    await aRequester(server.db, { name: "Otto", email: "otto@one.example" });
    const page = await pageOf(await anAdmin(server.db, { name: "Root" }), `/users/${ana.id}`);
    await page.getByRole("link", { name: "Addresses" }).click();
    await heading(page, "Ana's addresses").waitFor();
    await page.getByLabel("Add an address").fill("OTTO@one.example");
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByText("Another person already uses this email address.").waitFor();
    expect(await page.getByLabel("Add an address").inputValue()).toBe("OTTO@one.example");
    await page.getByLabel("Add an address").fill("ana@two.example");
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByRole("button", { name: "Make ana@two.example primary" }).click();
    await page.getByRole("button", { name: "Make ana@one.example primary" }).waitFor();

    const hers = await newPage("/login");
    await signIn(hers, "ANA@one.example", "correct horse");
    await heading(hers, "Home").waitFor();
    await page.getByRole("button", { name: "Remove ana@one.example" }).click();
    await page.getByText("ana@one.example").waitFor({ state: "detached" });
    const again = await newPage("/login");
    await signIn(again, "ana@one.example", "correct horse");
    await again.getByRole("alert").waitFor();
    await signIn(again, "ana@two.example", "correct horse");
    await heading(again, "Home").waitFor();
  });

  test("an admin invites a person, whose link sets a password once", async () => {
    const rita = await aRequester(server.db, { name: "Rita", email: "rita@one.example" });
    const page = await pageOf(await anAdmin(server.db, { name: "Boss" }), `/users/${rita.id}`);
    await page.getByRole("link", { name: "Invite" }).click();
    await heading(page, "Invite Rita").waitFor();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByLabel("Link").inputValue();
    expect(link).toMatch(new RegExp(`^${server.origin}/login\\?key=[0-9a-f]{64}$`));
    await page.goto("/users?q=state:invited");
    expect(await page.getByRole("table", { name: "People" }).getByRole("row").count()).toBe(2);

    await page.goto(`/users/${rita.id}`);
    await page.getByText(/^Invited \(link works until \d{1,2} [A-Z][a-z]+/).waitFor();
    await page.getByRole("link", { name: "New link" }).waitFor();
    await page.getByRole("button", { name: "Disable account" }).click();
    await page.getByText(/^Enabling makes Rita's invitation link work again, until \d/).waitFor();
    const refused = await newPage(link);
    await refused.getByRole("alert").filter({ hasText: "This link has been used or has expired." }).waitFor();
    await page.getByRole("button", { name: "Enable account" }).click();
    await page.getByText(/^Invited \(link works until/).waitFor();

    const hers = await newPage(link);
    await hers.getByText("Welcome, Rita.").waitFor();
    expect(hers.url()).toBe(`${server.origin}/login?invitation=open`); // URLs end up in logs and in the browser's history
    await hers.reload(); // opening the link doesn't use it up
    await hers.goto("/login");
    await hers.goBack();
    await hers.getByText("Welcome, Rita.").waitFor();
    await hers.getByLabel("New password").fill("rita@one.example");
    await hers.getByRole("button", { name: "Continue" }).click();
    await hers.getByText("The password can't be the email address.").waitFor();
    await hers.getByLabel("New password").fill("correct horse");
    await hers.getByRole("button", { name: "Continue" }).click();
    await heading(hers, "Home").waitFor(); // signed in

    const other = await newPage(link);
    await other.getByRole("alert").filter({ hasText: "This link has been used or has expired." }).waitFor();
    await signIn(other, "rita@one.example", "correct horse");
    await heading(other, "Home").waitFor();
  });

  test("someone invited by address alone enters their name", async () => {
    const page = await pageOf(await anAdmin(server.db, { name: "Host" }), "/users/invite");
    await page.getByLabel("People", { exact: true }).fill("anna.klein@one.example");
    await page.getByLabel("Role").selectOption("Requester");
    await page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
    const hers = await newPage(await page.getByRole("textbox", { name: "Link for anna.klein" }).inputValue());
    await hers.getByText("Welcome. Enter your name").waitFor();
    expect(await hers.getByLabel("Name").inputValue()).toBe("anna.klein");
    await hers.getByLabel("Name").fill("Anna Maria Klein");
    await hers.getByLabel("New password").fill("anna maria klein");
    await hers.getByRole("button", { name: "Continue" }).click();
    await hers.getByText("The password can't be the same as the person's name.").waitFor();
    expect(await hers.getByLabel("Name").inputValue()).toBe("Anna Maria Klein");
    await hers.getByLabel("New password").fill("correct horse");
    await hers.getByRole("button", { name: "Continue" }).click();
    await heading(hers, "Home").waitFor();
    await page.goto("/users?q=anna");
    await page.getByRole("link", { name: "Anna Maria Klein" }).waitFor();
  });

  test("an admin merges two people after reviewing what will change", async () => {
    const mia = await aRequester(server.db, { name: "Mia", email: "mia@one.example" });
    const twin = await aRequester(server.db, { name: "M. Twin", email: "mia@two.example" });
    await aTask(server.db, { requester: twin, title: "The door sticks" });
    const page = await pageOf(await anAdmin(server.db, { name: "Chief" }), `/users/${twin.id}`);
    await page.getByRole("link", { name: "Merge" }).click();
    await heading(page, "Merge M. Twin").waitFor();
    await page.getByLabel("Merge into").fill("Mi");
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: /^Mia/ }).click(); // a suggested match
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("1 request will move to Mia.").waitFor();
    await page.getByText("Mia also gets mia@two.example.").waitFor();
    await page.getByRole("button", { name: "Merge people" }).click();
    await heading(page, "Mia").waitFor();
    await page.getByRole("table", { name: "Requested tasks" }).getByRole("link", { name: "The door sticks" }).waitFor();
    await page.goto(`/users/${twin.id}`);
    await page.waitForURL(`**/users/${mia.id}`);
    const requester = server.db.selectFrom("task").select("requester_id").where("title", "=", "The door sticks");
    expect(await requester.execute()).toEqual([{ requester_id: mia.id }]);
  });
});
