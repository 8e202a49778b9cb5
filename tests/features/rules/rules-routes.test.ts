import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRule } from "~/features/rules/rule-changes.server";
import { NEW_RULE, ruleHref } from "~/features/rules/rules";
import { ENGINES } from "../../support/database";
import { aKey, anAdmin, NOON } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("the rule form over HTTP (%s)", (engine) => {
  let server: TestServer;
  let cookie: string;
  let taken: number;
  beforeAll(async () => {
    server = await startServer(engine);
    const admin = await anAdmin(server.db);
    cookie = await cookieOf(server.db, admin);
    const fields = { ...NEW_RULE, name: "Taken", action1: "priority", value1: "High" };
    const made = await createRule(server.db, admin, { ...fields, requestKey: aKey() }, NOON);
    taken = made.ok ? made.id : 0;
  });
  afterAll(() => server.stop());

  /** Posts the form. Returns the status, the page and the names of fields with an error. */
  async function send(path: string, fields: Record<string, string>) {
    const answer = await fetch(server.origin + path, {
      ...{ method: "POST", headers: { cookie, accept: "text/html" }, redirect: "manual" },
      body: new URLSearchParams({ requestKey: aKey(), ...fields }),
    });
    const text = await answer.text();
    const refused = [...text.matchAll(/id="field-(\w+)-error"/g)].map(([, name]) => name).sort();
    return { status: answer.status, text, refused };
  }

  const scheduled = { name: "New", trigger: "schedule", schedule: "now and then", query: "is:open" };

  test("shows errors from field checks and from database checks together", async () => {
    const { status, text, refused } = await send("/settings/rules/new", {
      ...{ ...scheduled, action1: "status", value1: "Frozen" },
    });
    expect([status, refused]).toEqual([422, ["schedule", "value1"]]);
    expect(text).toContain("There&#x27;s no status “Frozen”.");
    const named = { ...scheduled, name: "taken", action1: "status", value1: "Frozen" };
    expect((await send("/settings/rules/new", named)).refused).toEqual(["name", "schedule", "value1"]);
    const daily = { ...named, schedule: "daily at 09:00" };
    expect((await send("/settings/rules/new", daily)).refused).toEqual(["name", "value1"]);
    const nameless = await send("/settings/rules/new", { ...daily, name: "" });
    expect([nameless.refused, nameless.text.includes("Enter a name.")]).toEqual([["name", "value1"], true]);
  });

  test("shows both kinds of error for a saved rule and accepts the rule's own name", async () => {
    const was = { ...NEW_RULE, name: "Taken", action1: "priority", value1: "High" };
    const baseline = Object.entries(was).map(([name, value]) => [
      `was_${name}`,
      typeof value === "boolean" ? "no" : value,
    ]);
    const mine = { ...scheduled, name: "Taken", action1: "priority", value1: "gigantic" };
    const { status, refused } = await send(ruleHref(taken), { ...Object.fromEntries(baseline), ...mine });
    expect([status, refused]).toEqual([422, ["schedule", "value1"]]);
  });
});
