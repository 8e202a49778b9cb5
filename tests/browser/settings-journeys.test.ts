import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aTask } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("settings, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

  test("an admin adds a team that assigns its tasks in turn, restricts it to members and archives it", async () => {
    const [ada, grace] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Grace" })];
    const page = await pageOf(await anAdmin(server.db, { name: "Root" }), "/");
    await page.getByLabel("Account: Root").click();
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await heading(page, "Settings").waitFor();
    await page.getByRole("link", { name: "Teams" }).click();
    await page.getByRole("link", { name: "Add team" }).click();
    await heading(page, "New team").waitFor();
    await page.getByLabel("Name").fill("service desk");
    await page.getByLabel("Assignment of new tasks").selectOption("Round robin");
    await page.getByRole("button", { name: "Add team" }).click();
    await page.getByRole("alert").filter({ hasText: "Another team has this name." }).waitFor();
    await page.getByLabel("Name").fill("Network");
    await page.getByRole("button", { name: "Add team" }).click();
    await heading(page, "Network").waitFor();
    expect(await page.getByLabel("Assignment of new tasks").inputValue()).toBe("rotate");

    await page.getByLabel("Add a member").fill("Gr");
    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByRole("button", { name: /^Grace/ }).click(); // a suggested match
    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByRole("button", { name: "Make lead: Grace" }).click();
    await page.getByRole("button", { name: "Make member: Grace" }).waitFor();

    const { id: team } = await server.db
      .selectFrom("team")
      .select("id")
      .where("name", "=", "Network")
      .executeTakeFirstOrThrow();
    const task = await aTask(server.db, { team, title: "The switch is off" });
    const [hers, theirs] = [await pageOf(grace, `/tasks/${task.id}`), await pageOf(ada, `/tasks/${task.id}`)];
    expect(await hers.getByLabel("Assignee").first().inputValue()).toMatch(new RegExp(`Grace|^${grace.id}$`));
    await theirs.getByRole("heading", { name: "The switch is off" }).waitFor();

    await page.getByLabel("Task access").selectOption("Members only");
    await page.getByRole("button", { name: "Save team" }).click();
    const said = (words: string) => page.locator(".toast, .flash-line").filter({ hasText: words });
    const undo = async (words: string) => said(words).getByRole("button", { name: "Undo" }).click();
    await undo("Team saved. Ada can no longer see its tasks");
    await said("Every agent sees the team's tasks again").waitFor();
    await theirs.reload();
    await theirs.getByRole("heading", { name: "The switch is off" }).waitFor();
    await page.getByLabel("Task access").selectOption("Members only");
    await page.getByRole("button", { name: "Save team" }).click();
    await said("Ada can no longer see its tasks").waitFor();
    await theirs.reload();
    await theirs.getByText("404").first().waitFor();
    await hers.reload();
    await hers.getByRole("heading", { name: "The switch is off" }).waitFor();

    await aTask(server.db, { team, title: "Another" });
    await server.db.updateTable("task").set({ assignee_id: null }).where("title", "=", "Another").execute();
    await page.getByRole("button", { name: "Remove Grace" }).click();
    await page.getByText("This team has no members yet.").waitFor();
    await undo("Removed Grace from the team. They can no longer see its tasks");
    await page.getByRole("button", { name: "Make member: Grace" }).waitFor();
    await page.getByRole("button", { name: "Remove Grace" }).click();
    await page.getByText("This team has no members yet.").waitFor();
    await page.getByRole("button", { name: "Archive team" }).click();
    await undo("Team archived");
    await page.getByRole("button", { name: "Archive team" }).click();
    await page.getByRole("button", { name: "Restore team" }).waitFor();
    await theirs.goto("/tasks/new");
    expect(await theirs.getByLabel("Team").locator("option").allInnerTexts()).toEqual(["Service desk"]);
  });

  test("an absence shows on tasks; disabling an agent hands their tasks over and is logged", async () => {
    const [iris, joan] = [await anAgent(server.db, { name: "Iris" }), await anAgent(server.db, { name: "Joan" })];
    const task = await aTask(server.db, { assignee: iris, title: "The lift hums" });
    const hers = await pageOf(iris, `/users/${iris.id}`);
    await hers.getByRole("link", { name: "Availability" }).click();
    await heading(hers, "Iris's availability").waitFor();
    // A future absence has no active substitute yet.
    await hers.getByLabel("Away from").fill("2999-12-01");
    await hers.getByLabel("Away until").fill("2999-12-31");
    await hers.getByLabel("Substitute").fill("Joan");
    await hers.getByRole("button", { name: "Save availability" }).click();
    await hers.getByText("from 1 December 2999 until 31 December 2999").waitFor();
    const admin = await pageOf(await anAdmin(server.db, { name: "Boss" }), `/users/${iris.id}`);
    const heir = admin.getByLabel("Reassign open tasks to");
    const chosen = () => heir.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    expect(await chosen()).toBe("Leave unassigned");

    await hers.getByRole("link", { name: "Availability" }).click();
    await hers.getByLabel("Away from").fill("");
    await hers.getByLabel("Away until").fill("2020-01-01");
    await hers.getByLabel("Substitute").fill("Joan");
    await hers.getByRole("button", { name: "Save availability" }).click();
    await hers.getByRole("alert").filter({ hasText: "That day has passed." }).waitFor();
    expect(await hers.getByLabel("Substitute").inputValue()).toBe("Joan");
    await hers.getByLabel("Away until").fill("2999-12-31");
    await hers.getByRole("button", { name: "Save availability" }).click();
    await heading(hers, "Iris").waitFor();
    await hers.getByText("until 31 December 2999").waitFor();
    await hers.goto(`/tasks/${task.id}`);
    await hers.getByText("Away until 31 December 2999. Covered by Joan.").waitFor();

    await admin.reload();
    await admin.getByText("Reassign their open tasks (1) below.").waitFor();
    await admin.getByText("Tasks they can't access will be unassigned.").waitFor();
    // The substitute is preselected; the admin may choose anyone else or leave the tasks unassigned.
    expect(await chosen()).toBe("Joan (substitute)");
    await heir.selectOption("Leave unassigned");
    await heir.selectOption("Joan (substitute)");
    await admin.getByRole("button", { name: "Disable account" }).click();
    await admin.getByText("This account is disabled").waitFor();
    await admin
      .locator(".toast, .flash-line")
      .filter({ hasText: "Iris's account is disabled. 1 open task went to Joan." })
      .waitFor();
    const theirs = await pageOf(joan, `/users/${joan.id}`);
    await theirs
      .getByRole("table", { name: "Assigned open tasks" })
      .getByRole("link", { name: "The lift hums" })
      .waitFor();
    await admin.goto("/settings/security-log?kind=account_disabled");
    await admin.getByLabel("Person").fill("Iris");
    await admin.getByRole("button", { name: "Filter" }).click();
    await admin.waitForURL(/person=Iris/);
    const rows = admin.getByRole("table", { name: "Security log" }).getByRole("row");
    await rows.filter({ hasText: "Account disabled" }).waitFor();
    expect(await rows.count()).toBe(2);
  });
});
