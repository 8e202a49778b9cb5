import { describe, expect, test } from "vitest";
import { inOneLine, lastName, notNamed, withLastName } from "~/features/rules/action-offers";
import { listActionOffers } from "~/features/rules/action-offers.server";
import { readActionValue } from "~/features/rules/action-values.server";
import type { ActionKind } from "~/features/rules/rules";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, disableUser, NOON } from "../../support/factories";

describe("an action value that lists names", () => {
  test.each([
    ["", "", "Ada, "],
    ["ad", "ad", "Ada, "],
    ["leads, ", "", "leads, Ada, "],
    ["leads,ad", "ad", "leads, Ada, "],
    ["leads, Service Desk,  Ada Lo", "Ada Lo", "leads, Service Desk, Ada, "],
  ])("in “%s”, “%s” is the name being typed, and choosing Ada gives “%s”", (text, typed, after) => {
    expect(lastName(text)).toBe(typed);
    expect(withLastName(text, "Ada")).toBe(after);
  });

  test("gets no suggestion for names it already contains", () => {
    const offers = ["leads", "Ada", "Bob"].map((name) => ({ value: name, label: name }));
    expect(notNamed(offers, "Leads, bob").map(({ value }) => value)).toEqual(["Ada", "Bob"]);
  });

  test("loses its line breaks in a single-line field", () => {
    expect(inOneLine("Hello\r\nAda\n")).toBe("HelloAda");
  });
});

onEachDatabase("suggested action values", (test) => {
  test("can all be saved as suggested", async ({ db }) => {
    const admin = await anAdmin(db, { name: "Ada Lovelace" });
    await anAgent(db, { name: "Twin", email: "one@example.org" });
    await anAgent(db, { name: "twin", email: "two@example.org" });
    await anAgent(db, { name: "King, Ada", email: "king@example.org" });
    await anAgent(db, { name: "Service Desk", email: "like-a-team@example.org" });
    const gone = await anAgent(db, { name: "Gone Away" });
    await disableUser(db, gone);
    await aRequester(db, { name: "Only Asks" });
    const macro = {
      owner_id: admin.id,
      team_id: null,
      kind: "note" as const,
      body: "",
      actions: "{}",
      created_at: NOON,
    };
    for (const [name, scope] of [
      ["Close", "everyone"],
      ["Close", "everyone"],
      ["Mine", "personal"],
    ] as const) {
      await db
        .insertInto("macro")
        .values({ ...macro, name, scope, updated_at: NOON })
        .execute();
    }
    const offers = await listActionOffers(db);
    for (const [kind, suggested = []] of Object.entries(offers)) {
      for (const { value } of suggested) {
        expect(await readActionValue(db, kind as ActionKind, value), `${kind}: ${value}`).toMatchObject({ ok: true });
      }
    }
    expect(offers.priority?.map(({ value }) => value)).toEqual(["Urgent", "High", "Normal", "Low"]);
    expect(offers.assignee?.slice(0, 3).map(({ value }) => value)).toEqual(["rotate", "least loaded", "none"]);
    expect(offers.macro?.map(({ value }) => value).filter((name) => /Close|Mine/.test(name))).toEqual(["Close"]);
    expect(offers.notify?.[0]?.value).toBe("leads");
    expect(offers.notify?.map(({ value }) => value)).toEqual(
      expect.arrayContaining(["Service desk", "like-a-team@example.org"]),
    );
    const people = offers.add_watcher?.map(({ value }) => value) ?? [];
    expect(people).toEqual(
      expect.arrayContaining([admin.name, "one@example.org", "two@example.org", "king@example.org"]),
    );
    expect(people).not.toContain("Gone Away");
    expect(people).not.toContain("Only Asks");
  });
});
