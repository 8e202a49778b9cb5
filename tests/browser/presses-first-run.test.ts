import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { STEPS } from "~/features/first-run/first-run";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { aKey, anAdmin, anAgent, aRequester, aTask } from "../support/factories";
import { countPresses } from "../support/presses";

describe.each(JAVASCRIPT_MODES)("setting up a desk for ten, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("takes 25 presses: name, ten people, two teams, request types, and email skipped", async () => {
    const page = await pageOf(await anAdmin(server.db, { name: "Root" }), "/");
    const presses = countPresses(page);
    const step = (name: string) => presses.click(page.getByRole("list").getByRole("link", { name, exact: true }));
    const button = (name: string) => presses.click(page.getByRole("main").getByRole("button", { name, exact: true }));
    const home = page.getByRole("heading", { level: 1, name: "Home", exact: true });

    await step("Name and logo");
    await page.getByLabel("Name", { exact: true }).fill("Acme IT");
    await button("Save site");
    await home.waitFor();

    await step("Invite people");
    const people = Array.from({ length: 10 }, (_, n) => `Person ${n} <p${n}@acme.example>`);
    await page.getByLabel("People", { exact: true }).fill(people.join("\n"));
    await presses.choose(page.getByLabel("Role"), "Agent");
    await page.getByText("Agents and admins join the default team.").waitFor();
    await button("Invite people");
    await page.getByRole("heading", { level: 1, name: "10 people invited" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Link for Person 9" }).inputValue()).toMatch(
      /\/login\?key=[0-9a-f]{64}$/,
    );
    if (javaScriptEnabled) {
      await page.evaluate(() =>
        Object.assign(navigator.clipboard, { writeText: async (text: string) => (document.title = text) }),
      );
      await page.getByRole("button", { name: "Copy all links" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect((await page.title()).match(/Person \d <p\d@acme.example>: http/g)).toHaveLength(10);
    }
    await presses.click(page.getByRole("link", { name: "Back to Home" }));

    await step("Teams");
    for (const [name, first] of [["Network", 0] as const, ["Devices", 5] as const]) {
      await page.getByLabel("Name", { exact: true }).fill(name);
      for (let n = first; n < first + 5; n++) await presses.click(page.getByLabel(`Person ${n}`));
      await button("Add team");
      await page
        .getByRole("listitem")
        .filter({ hasText: name })
        .filter({ hasText: `Person ${first}` })
        .waitFor();
    }
    await presses.click(page.getByRole("link", { name: "Back to Home" }));

    await step("Types");
    await presses.click(page.getByRole("group", { name: "Question" }).getByLabel("Available"));
    await button("Save types");
    await home.waitFor();
    await button("Skip “Connect email”");
    await page.getByText("4 of 6 done").waitFor();
    expect(presses.count).toBe(25);

    await button("Hide checklist");
    await page.getByRole("heading", { name: "Set up your desk" }).waitFor({ state: "detached" });
    expect(await page.getByRole("link", { name: "Connect an email address" }).count()).toBe(0); // it was skipped
    await page.goto("/settings");
    await page.getByRole("link", { name: "Setup checklist" }).click();
    await page.getByRole("button", { name: "Show checklist on Home" }).waitFor();
  });

  test("ends with optional next steps until the admin hides them", async () => {
    await server.db
      .updateTable("catalogue")
      .set({ setup: JSON.stringify({ skipped: STEPS }) })
      .execute();
    const page = await pageOf(await anAdmin(server.db, { name: "Rosa" }), "/");
    const end = page.getByRole("region", { name: "Your desk is ready" });
    await end.getByRole("link", { name: "set response targets" }).click();
    await page.getByRole("heading", { level: 1, name: "Service levels" }).waitFor();
    await page.goto("/");
    await end.getByRole("button", { name: "Hide" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "Find it under Settings" }).waitFor();
    expect(await end.count()).toBe(0);
  });

  test("asks for an email address once the checklist is hidden, until the admin dismisses it", async () => {
    await server.db
      .updateTable("catalogue")
      .set({ setup: JSON.stringify({ hidden: true }) })
      .execute();
    const page = await pageOf(await anAdmin(server.db, { name: "Rolf" }), "/");
    await page.getByText("This desk has no email address yet.").waitFor();
    await page.getByRole("button", { name: "Dismiss “Connect an email address”" }).click();
    await page.getByText("This desk has no email address yet.").waitFor({ state: "detached" });
  });

  test("'Try it as a requester' opens a task as its requester sees it and completes the step", async () => {
    const page = await pageOf(await anAdmin(server.db, { name: "Rosa" }), "/setup");
    const step = page.getByRole("listitem").filter({ hasText: "Try it as a requester" });
    await step.getByText("There's no task to look at yet.").waitFor();
    await aTask(server.db, { requester: await aRequester(server.db, { name: "Rita" }), status: "resolved" });
    await page.reload();
    await step.getByText("See a task as its requester sees it.").waitFor();
    await step.getByRole("link").click();
    await page.getByText("You're seeing this request as Rita does.").waitFor();
    await page.goto("/setup");
    await step.getByText("Done", { exact: true }).waitFor({ state: "attached" });
  });
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.each(JAVASCRIPT_MODES)("a requester on a phone, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled, ...PHONE });
  const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

  test("creates a request in two taps and replies in two", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db, { name: "Rita" })];
    const page = await pageOf(rita, "/");
    const asking = countPresses(page);
    await asking.click(page.getByRole("region", { name: "What do you need?" }).getByRole("link", { name: "Question" }));
    await page.getByRole("heading", { level: 2, name: "Question" }).waitFor();
    expect(await page.getByLabel("Type").count()).toBe(0); // already chosen
    await page.getByLabel("Title").fill("Where is the oar?");
    await page.getByLabel("Description").fill("The long one.");
    await asking.click(button(page, "Create request"));
    await page.getByRole("heading", { level: 1, name: "Where is the oar?" }).waitFor();
    expect(asking.count).toBe(2);
    const task = await server.db.selectFrom("task").select(["id", "type"]).executeTakeFirstOrThrow();
    expect(task.type).toBe("question");

    const reply = { body: "In the shed?", requestKey: aKey(), status: "waiting_requester", anyway: true } as const;
    await replyToTask(server.db, ada, task.id, reply, Date.now());
    await page.goto("/");
    const following = countPresses(page);
    await following.click(page.getByRole("region", { name: "Waiting for you" }).getByRole("link", { name: /oar/ }));
    await page.getByLabel("Your reply").fill("No, it isn't.");
    await following.click(button(page, "Send reply"));
    await page.getByRole("article").getByText("No, it isn't.").waitFor();
    expect(following.count).toBe(2);
  });

  test("creates and rates a request with the keyboard alone", async () => {
    const rita = await aRequester(server.db, { name: "Rita" });
    const page = await pageOf(rita, "/");
    async function tabTo(target: Locator) {
      await target.waitFor();
      for (let stop = 0; stop < 40; stop++) {
        await page.keyboard.press("Tab");
        if (await target.evaluate((place) => place === document.activeElement)) return;
      }
      throw new Error("Tab doesn't reach it.");
    }
    await tabTo(page.getByRole("region", { name: "What do you need?" }).getByRole("link", { name: "Incident" }));
    await page.keyboard.press("Enter");
    await tabTo(page.getByLabel("Title"));
    await page.keyboard.type("The tap drips");
    await tabTo(page.getByLabel("Description"));
    await page.keyboard.type("In the kitchen.");
    await tabTo(button(page, "Create request"));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "The tap drips" }).waitFor();

    const { id } = await aTask(server.db, { requester: rita, status: "resolved", at: Date.now() });
    await page.goto(`/tasks/${id}`);
    await tabTo(button(page, "Bad"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Bad", pressed: true }).waitFor();
  });

  test("rates a request in one tap, and says it isn't solved in one", async () => {
    const rita = await aRequester(server.db, { name: "Rita" });
    const { id } = await aTask(server.db, { requester: rita, status: "resolved", at: Date.now() });
    const page = await pageOf(rita, `/tasks/${id}`);
    await button(page, "Good").click();
    await page.getByRole("button", { name: "Good", pressed: true }).waitFor();
    await page.getByLabel("Comment (optional)").waitFor();
    await button(page, "It is not solved").click();
    await page.getByText("We're looking into it again.").waitFor();
  });

  test("an agent who views the page as the requester can change nothing", async () => {
    const [ada, rita] = [await anAgent(server.db, { name: "Ada" }), await aRequester(server.db, { name: "Rita" })];
    const { id } = await aTask(server.db, { requester: rita, status: "resolved" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.getByRole("link", { name: "View as requester" }).click();
    await page.getByText("You're seeing this request as Rita does.").waitFor();
    expect(await page.getByRole("button", { name: "Good" }).isDisabled()).toBe(true);
    expect(await page.getByLabel("Internal note").count()).toBe(0);
    await page.getByText("The reply form and its buttons aren't shown").waitFor();
    expect(await page.getByText("Add a person").count()).toBe(0);
    await page.getByRole("link", { name: "Back to your view" }).click();
    await page.getByRole("link", { name: "View as requester" }).waitFor();
  });
});
