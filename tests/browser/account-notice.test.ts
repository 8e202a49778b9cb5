import { describe, expect, test } from "vitest";
import { setPassword } from "~/features/users/user-changes.server";
import { WAYS } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent } from "../support/factories";

describe.each(WAYS)("a change of one's account by somebody else, $way on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("stands on every page until it is dismissed, which leads back to the same list", async () => {
    const { db } = server;
    const [root, ada] = [await anAdmin(db, { name: "Root" }), await anAgent(db, { name: "Ada" })];
    await setPassword(db, root, ada.id, { passwordHash: "another" }, Date.now());
    const page = await pageOf(ada, "/tasks?status=any&priority=high");
    const notice = page.getByText("Root changed your account (");
    await notice.waitFor();
    await page.getByRole("link", { name: "People", exact: true }).click();
    await notice.waitFor();
    await page.goto("/tasks?status=any&priority=high");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?status=any&priority=high");
    await page.goto("/");
    expect(await notice.count()).toBe(0);
  });
});
