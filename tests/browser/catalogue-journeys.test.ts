import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester } from "../support/factories";
import { saveFields } from "../support/task-fields";

describe.each(JAVASCRIPT_MODES)("statuses, types and fields, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("an admin adds a status, a type and a field; a requester files with them and an agent uses them", async () => {
    const [root, ada] = [await anAdmin(server.db, { name: "Root" }), await anAgent(server.db, { name: "Ada" })];
    const rita = await aRequester(server.db, { name: "Rita" });
    const admin = await pageOf(root, "/settings");
    await admin.getByRole("link", { name: "Statuses" }).click();
    await admin.getByRole("link", { name: "Add status" }).click();
    await admin.getByLabel("Name", { exact: true }).fill("On hold");
    await admin.getByLabel("Category", { exact: true }).selectOption("Waiting");
    await admin.getByLabel("Waiting on", { exact: true }).selectOption("A third party");
    await admin.getByRole("button", { name: "Add status" }).click();
    await admin.getByText("Another status already has this name.").first().waitFor();
    await admin.getByLabel("Name", { exact: true }).fill("At the vendor");
    await admin.getByLabel("Name for requesters", { exact: true }).fill("Being repaired");
    await admin.getByRole("button", { name: "Add status" }).click();
    const row = admin.getByRole("table", { name: "Statuses" }).getByRole("row").filter({ hasText: "At the vendor" });
    await row.getByText("Being repaired").waitFor();
    await row.getByRole("button", { name: "Move up At the vendor" }).click();
    await admin
      .getByRole("row")
      .filter({ hasText: "Cancelled" })
      .getByRole("button", { name: "Move up Cancelled" })
      .waitFor();

    await admin.goto("/settings/types/new");
    await admin.getByLabel("Name", { exact: true }).fill("Repair");
    await admin.getByLabel("Description", { exact: true }).fill("A device is broken.");
    await admin.getByLabel("Priority", { exact: true }).selectOption("High");
    await admin.getByLabel("Description template").fill("What does it do?");
    await admin.getByRole("button", { name: "Add type" }).click();
    await admin.getByRole("table", { name: "Types" }).getByText("A device is broken.").waitFor();

    await admin.goto("/settings/fields");
    await admin.getByText("No fields yet").waitFor();
    await admin.getByRole("link", { name: "Add field" }).click();
    await admin.getByLabel("Label", { exact: true }).fill("Device");
    await admin.getByLabel("Field type", { exact: true }).selectOption("Single choice");
    await admin.getByLabel("Repair", { exact: true }).check();
    await admin.getByLabel("Visibility", { exact: true }).selectOption("Requesters can edit");
    await admin.getByRole("button", { name: "Add field" }).click();
    await admin.getByText("Enter at least one option that isn't retired.").first().waitFor();
    await admin.getByLabel("Options", { exact: true }).fill("Printer\nProjector");
    await admin.getByRole("button", { name: "Add field" }).click();
    await admin.getByRole("table", { name: "Fields" }).getByText("Single choice").waitFor();

    const hers = await pageOf(rita, "/");
    await hers.getByRole("region", { name: "What do you need?" }).getByRole("link", { name: "Repair" }).click();
    await hers.waitForURL(/type=repair/);
    await expect.poll(() => hers.getByLabel("Description", { exact: true }).inputValue()).toBe("What does it do?");
    await hers.getByLabel("Title", { exact: true }).fill("The printer smokes");
    await hers.getByLabel("Device", { exact: true }).selectOption("Printer");
    await hers.getByRole("button", { name: "Create request" }).click();
    await hers.getByRole("heading", { name: "The printer smokes" }).waitFor();

    const theirs = await pageOf(ada, "/tasks?q=type:repair+field.device:printer+priority:high");
    await theirs.getByRole("link", { name: "The printer smokes" }).click();
    await theirs.getByRole("heading", { name: "The printer smokes" }).waitFor();
    expect(await theirs.getByLabel("Type", { exact: true }).inputValue()).toBe("repair");
    expect(await theirs.getByLabel("Device", { exact: true }).inputValue()).toBe("printer");
    await theirs.getByLabel("Status", { exact: true }).selectOption("At the vendor");
    await saveFields(theirs);
    await theirs.locator(".task-line .status").filter({ hasText: "At the vendor" }).waitFor();
    await hers.reload();
    await hers.locator(".task-line .status").filter({ hasText: "Being repaired" }).waitFor();
    await hers.getByText("We're waiting on a third party").waitFor();

    await admin.goto("/settings/statuses/being_repaired/edit");
    await admin.getByText("This status can't be deleted: tasks use it.").waitFor();
    await admin.getByRole("button", { name: "Retire status" }).click();
    await admin.getByRole("row").filter({ hasText: "At the vendor" }).getByText("Retired").waitFor();
    await theirs.goto("/tasks?status=being_repaired");
    await theirs.getByRole("link", { name: "The printer smokes" }).waitFor();
    await theirs.goto("/macros/new");
    expect(await theirs.getByLabel("Status", { exact: true }).locator("option").allInnerTexts()).not.toContain(
      "At the vendor",
    );
    expect((await (await pageOf(ada)).request.get("/settings/statuses")).status()).toBe(403);
  });
});
