import { expect, test } from "vitest";
import { DAY_MS } from "~/lib/durations";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester, aTask } from "../support/factories";

const { server, pageOf } = openDesk();

async function aDesk() {
  const ada = await anAdmin(server.db, { name: "Ada Lovelace" });
  const now = Date.now();
  for (const days of [1, 1, 3]) await aTask(server.db, { at: now - days * DAY_MS, tags: ["vpn"], assignee: ada });
  const { id } = await aTask(server.db, { title: "Solved by now", at: now - 3 * DAY_MS, status: "resolved" });
  await server.db.updateTable("task").set({ resolved_at: now }).where("id", "=", id).execute();
  return ada;
}

test("without scripts, an admin views a report, opens its tasks, then saves and deletes it", async () => {
  const page = await pageOf(await aDesk(), "/reports", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Last 90 days" }).click();
  await page.getByLabel("Group by").selectOption("Tag");
  await page.getByLabel("Filter").fill("-tag:wifi");
  await page.getByRole("button", { name: "Show report" }).click();
  const volume = page.getByRole("region", { name: "Volume" });
  const row = volume.getByRole("row", { name: /^vpn/ });
  await row.getByRole("link", { name: "3", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await expect.poll(() => page.getByRole("table", { name: "Tasks" }).locator(".task-title").count()).toBe(3);
  await page.goBack();

  await page.getByRole("link", { name: "Save report" }).click();
  await page.getByLabel("Name").fill("By tag");
  await page.getByLabel("Email schedule").selectOption("Every Monday");
  await page.getByRole("button", { name: "Save report" }).click();
  await page.getByText("Enter at least one agent, or choose Never.").first().waitFor();
  await page.getByLabel("Email to").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save report" }).click();
  await page.getByRole("link", { name: "Edit By tag" }).click();
  expect(await page.getByLabel("Filter").inputValue()).toBe("-tag:wifi");
  await page.getByRole("button", { name: "Delete report" }).click();
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  expect(await page.getByRole("link", { name: "By tag", exact: true }).count()).toBe(0);
});

test("an invalid period or filter shows an error and keeps its text", async () => {
  const page = await pageOf(await anAgent(server.db), "/reports?from=2026-03-09&to=2026-03-01&by=team");
  await page.getByText("The period ends before it begins.").waitFor();
  const answer = await page.goto("/reports?from=2026-03-01&to=2026-03-09&by=team&q=is:spam");
  expect(answer?.status()).toBe(422);
  expect(await page.getByLabel("Filter").inputValue()).toBe("is:spam");
  expect((await page.goto("/reports?by=x&from=y&to=%00"))?.status()).toBe(422);
});

test("CSV has a line for each group and period", async () => {
  const page = await pageOf(await anAgent(server.db), "/reports?by=tag");
  const answer = await page.request.post("/reports/export?by=tag", { headers: { origin: new URL(page.url()).origin } });
  expect(answer.headers()["content-type"]).toContain("text/csv");
  expect((await answer.text()).split("\r\n")[1]).toMatch(/^vpn,\d{4}-/);
});

test("requesters can't open reports", async () => {
  const page = await pageOf(await aRequester(server.db), "/");
  for (const path of ["/reports", "/reports/new", "/reports/_payload.json"]) {
    expect((await page.goto(path))?.status(), path).toBe(403);
  }
});
