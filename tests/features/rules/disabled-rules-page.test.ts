import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { anAdmin, anAgent, aRequester } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";
import { storedAction, storeRule } from "./desk";

describe.each(ENGINES)("a rule disabled by failures (%s)", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(engine);
  });
  afterAll(() => server.stop());

  const get = async (who: Viewer, path: string) => {
    const cookie = await cookieOf(server.db, who);
    const answer = await fetch(server.origin + path, { headers: { cookie } });
    return (await answer.text()).replaceAll("<!-- -->", "");
  };

  test("is shown to admins only, until one of them dismisses it", async () => {
    const [root, ada, rita] = [await anAdmin(server.db), await anAgent(server.db), await aRequester(server.db)];
    const rule = { name: "Rulenumbat", actions: [storedAction("add_tag", "new")], enabled: false };
    const id = await storeRule(server.db, rule);
    expect(await get(root, "/")).not.toContain("Rulenumbat");
    await server.db.updateTable("rule").set({ failures: 5 }).where("id", "=", id).execute();
    for (const path of ["/", "/settings/rules"]) {
      const page = await get(root, path);
      expect(page).toContain(`<a href="/settings/rules/${id}#run-log">Rulenumbat</a> failed 5 times in a row`);
    }
    for (const who of [ada, rita]) {
      for (const path of ["/", "/_payload.json", "/settings/rules"])
        expect(await get(who, path)).not.toContain("Rulenumbat");
    }
    const dismiss = async (who: Viewer, back: string) =>
      fetch(`${server.origin}/settings/rules/${id}/changes`, {
        method: "POST",
        headers: { cookie: await cookieOf(server.db, who), origin: server.origin },
        body: new URLSearchParams({ verb: "dismiss", back }),
        redirect: "manual",
      });
    expect((await dismiss(ada, "/")).status).toBe(403);
    expect(await get(root, "/")).toContain("Rulenumbat");
    const dismissed = await dismiss(root, "/");
    expect([dismissed.status, dismissed.headers.get("location")]).toEqual([302, "/"]);
    expect(await get(root, "/")).not.toContain("Rulenumbat");
    expect((await dismiss(root, "//evil.example")).headers.get("location")).toBe("/settings/rules");
  });
});
