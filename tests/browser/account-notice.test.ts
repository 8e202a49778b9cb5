import { describe, expect, test } from "vitest";
import { setPassword } from "~/features/users/user-changes.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("account change notice, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("stays on every page until dismissed; dismissing returns to the same list", async () => {
    const { db } = server;
    const [root, ada] = [await anAdmin(db, { name: "Root" }), await anAgent(db, { name: "Ada" })];
    await setPassword(db, root, ada.id, { passwordHash: "another" }, Date.now());
    const page = await pageOf(ada, "/tasks?status=any&priority=high");
    const notice = page.getByText("Root changed your account (");
    await notice.waitFor();
    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    await notice.waitFor();
    await page.goto("/tasks?status=any&priority=high");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?status=any&priority=high");
    await page.goto("/");
    expect(await notice.count()).toBe(0);

    const back = { until: "1", back: "/search?q=漢\u2028é" };
    const { origin } = server;
    const answer = await page.request.post("/settings/account-changes", {
      form: back,
      headers: { origin },
      maxRedirects: 0,
    });
    expect([answer.status(), answer.headers().location]).toEqual([
      ...[302, `${origin}/search?q=%E6%BC%A2%E2%80%A8%C3%A9`],
    ]);
  });
});
