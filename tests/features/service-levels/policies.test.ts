import { expect } from "vitest";
import type { Db } from "~/db/types";
import { createOrganization } from "~/features/organizations/organization-changes.server";
import { NEW_ORGANIZATION } from "~/features/organizations/organizations";
import { NEW_CALENDAR } from "~/features/service-levels/calendars/calendars";
import { createCalendar } from "~/features/service-levels/calendars/calendars.server";
import { NEW_POLICY, type PolicyFields, TARGET_FIELDS } from "~/features/service-levels/policies/policies";
import { listPolicies, readPolicy } from "~/features/service-levels/policies/policies.server";
import { changePolicy, createPolicy, editPolicy } from "~/features/service-levels/policies/policy-changes.server";
import { PolicyForm } from "~/features/service-levels/policies/policy-schema";
import type { Viewer } from "~/features/users/users";
import { parseForm } from "~/http/form.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, NOON } from "../../support/factories";

async function calendarOf(db: Db, ada: Viewer, name = "Office"): Promise<string> {
  const made = await createCalendar(db, ada, { ...NEW_CALENDAR, name, zone: "UTC", requestKey: aKey() }, NOON);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return String(made.id);
}

async function aPolicy(db: Db, ada: Viewer, more: Partial<PolicyFields>, now = NOON): Promise<number> {
  const made = await createPolicy(db, ada, { ...NEW_POLICY, name: "Standard", ...more, requestKey: aKey() }, now);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.id;
}

const mistakesOf = async (db: Db, ada: Viewer, more: Partial<PolicyFields>) => {
  const made = await createPolicy(db, ada, { ...NEW_POLICY, name: "Other", ...more, requestKey: aKey() }, NOON);
  return made.ok || made.why === "not_allowed" ? made : made.errors;
};

const versions = (db: Db, id: number) =>
  db.selectFrom("policy_version").selectAll().where("policy_id", "=", id).orderBy("id").execute();

const names = async (db: Db) => (await listPolicies(db)).map(({ fields }) => fields.name);

onEachDatabase("service levels 1 and 2: policies", (test) => {
  test("are added once per form, with all their fields", async ({ db }) => {
    const ada = await anAdmin(db);
    const fields = {
      ...{ ...NEW_POLICY, name: "Urgent", query: "priority:urgent -tag:vip", calendar: await calendarOf(db, ada) },
      ...{ first_urgent: "30m", next_high: "1h30m", resolution_low: "80h", enabled: false },
    };
    const form = { ...fields, requestKey: aKey() };
    const made = await createPolicy(db, ada, form, NOON);
    expect(await createPolicy(db, ada, form, NOON)).toEqual(made);
    const id = made.ok ? made.id : 0;
    expect(await readPolicy(db, id)).toEqual({ id, fields });
    expect(await versions(db, id)).toMatchObject([
      {
        saved_at: NOON,
        saved_by: ada.id,
        targets: '{"urgent":{"first":30},"high":{"next":90},"low":{"resolution":4800}}',
      },
    ]);
  });

  test("keep a version of their query, calendar and targets only", async ({ db }) => {
    const ada = await anAdmin(db);
    const [office, night] = [await calendarOf(db, ada), await calendarOf(db, ada, "Night")];
    const id = await aPolicy(db, ada, { calendar: office, first_urgent: "1h" });
    let was = (await readPolicy(db, id))?.fields as PolicyFields;
    const edit = async (mine: Partial<PolicyFields>, at: number) => {
      expect(await editPolicy(db, ada, id, { was, mine: { ...was, ...mine } }, at)).toEqual({ ok: true });
      was = { ...was, ...mine };
    };
    await edit({ name: "Gold", enabled: false }, NOON + 1);
    await edit({}, NOON + 2);
    expect(await versions(db, id)).toHaveLength(1);
    await edit({ calendar: night }, NOON + 3);
    await edit({ first_urgent: "" }, NOON + 4);
    await edit({ query: "priority:urgent" }, NOON + 4);
    expect(
      (await versions(db, id)).map(({ saved_at, calendar_id, query, targets }) => [
        ...[saved_at, String(calendar_id), query, targets],
      ]),
    ).toEqual([
      [NOON, office, "", '{"urgent":{"first":60}}'],
      [NOON + 3, night, "", '{"urgent":{"first":60}}'],
      [NOON + 4, night, "", "{}"],
      [NOON + 5, night, "priority:urgent", "{}"],
    ]);
    const log = await db.selectFrom("security_event").select("details").where("kind", "=", "policy_changed").execute();
    expect(log.map(({ details }) => details)).toEqual([
      '{"Of":"Standard","Name":"Standard → Gold","Enabled":"yes → no"}',
      '{"Of":"Gold","Calendar":"Office → Night"}',
      '{"Of":"Gold","First response, urgent":"1h → none"}',
      '{"Of":"Gold","Applies to":"All tasks → priority:urgent"}',
    ]);
  });

  test("refuse queries whose result changes with time or reader, and broken ones", async ({ db }) => {
    const ada = await anAdmin(db);
    const calendar = await calendarOf(db, ada);
    for (const [query, sentence] of [
      ["updated:>7d", /changes as time passes/],
      ["sla:breached", /depends on the clocks/],
      ["is:unread", /depends on who is searching/],
      ["printer", /can't search for text/],
      ["assignee:me", /can't be used in a policy/],
      ["sort:created-asc", /doesn't sort/],
      ["priority:enormous", /priority/],
      ["team:Nowhere", /Nowhere/],
    ] as const) {
      expect(await mistakesOf(db, ada, { calendar, query }), query).toEqual({
        query: [expect.stringMatching(sentence)],
      });
    }
    expect(await names(db)).toEqual([]);
  });

  test("show the new name of a renamed team in their query", async ({ db }) => {
    const ada = await anAdmin(db);
    const team = await db.selectFrom("team").selectAll().executeTakeFirstOrThrow();
    const id = await aPolicy(db, ada, { calendar: await calendarOf(db, ada), query: `team:"${team.name}"` });
    await db.updateTable("team").set({ name: "Dock" }).where("id", "=", team.id).execute();
    expect((await readPolicy(db, id))?.fields.query).toBe("team:Dock");
  });

  test("belong to one organization, for all its tasks", async ({ db }) => {
    const ada = await anAdmin(db);
    const calendar = await calendarOf(db, ada);
    const harbour = { ...NEW_ORGANIZATION, name: "Harbour", requestKey: aKey() };
    await createOrganization(db, ada, harbour, NOON);
    await aPolicy(db, ada, { calendar, organization: "HARBOUR" });
    expect((await listPolicies(db))[0]?.fields.organization).toBe("Harbour");
    expect(await mistakesOf(db, ada, { calendar, organization: "Harbour" })).toEqual({
      organization: ["Harbour already has its own policy, Standard. Change that policy instead."],
    });
    expect(await mistakesOf(db, ada, { calendar, organization: "Pier" })).toEqual({
      organization: ["No organization is called “Pier”. Enter an organization's full name."],
    });
    await createOrganization(db, ada, { ...NEW_ORGANIZATION, name: "Pier", requestKey: aKey() }, NOON);
    expect(await mistakesOf(db, ada, { calendar, organization: "Pier", query: "priority:high" })).toEqual({
      query: ["An organization's own policy applies to all its tasks. Clear Applies to or Organization."],
    });
  });

  test("need a unique name and an existing calendar, and stop at fifty", async ({ db }) => {
    const ada = await anAdmin(db);
    const calendar = await calendarOf(db, ada);
    await aPolicy(db, ada, { calendar });
    expect(await mistakesOf(db, ada, { name: "STANDARD", calendar: "999" })).toEqual({
      name: ["Another policy already has this name. Choose a different one."],
      calendar: ["Choose a calendar."],
    });
    for (let n = 1; n < 50; n++) await aPolicy(db, ada, { calendar, name: `Policy ${n}` });
    expect(await mistakesOf(db, ada, { calendar })).toEqual({
      name: ["You've reached the limit of 50 policies. Delete an unused policy first."],
    });
  });

  test("are moved up and down, deleted and restored", async ({ db }) => {
    const ada = await anAdmin(db);
    const calendar = await calendarOf(db, ada);
    const [a, b, c] = [
      await aPolicy(db, ada, { calendar, name: "A" }),
      await aPolicy(db, ada, { calendar, name: "B" }),
      await aPolicy(db, ada, { calendar, name: "C" }),
    ];
    const change = (id: number, verb: "up" | "down" | "remove" | "restore", at = NOON) =>
      changePolicy(db, ada, { id, verb }, at);
    await change(c, "up");
    expect(await names(db)).toEqual(["A", "C", "B"]);
    await change(a, "down");
    await change(b, "down");
    expect(await names(db)).toEqual(["C", "A", "B"]);
    expect(await change(a, "remove")).toEqual({ ok: true, name: "A" });
    expect(await names(db)).toEqual(["C", "B"]);
    expect(await change(a, "up")).toEqual({ ok: false, why: "no_such_policy" });
    expect(await change(a, "restore")).toEqual({ ok: true, name: "A" });
    expect(await names(db)).toEqual(["C", "A", "B"]);
    await change(a, "remove");
    await aPolicy(db, ada, { calendar, name: "a" });
    expect(await change(a, "restore")).toMatchObject({ ok: false, why: "refused" });
    expect(await change(a, "restore", NOON + 2 * 86_400_000)).toEqual({ ok: false, why: "no_such_policy" });
  });

  test("are merged with others' changes, and changed by admins only", async ({ db }) => {
    const [ada, jonas] = [await anAdmin(db), await anAgent(db)];
    const id = await aPolicy(db, ada, { calendar: await calendarOf(db, ada) });
    const was = (await readPolicy(db, id))?.fields as PolicyFields;
    const edit = (viewer: Viewer, mine: Partial<PolicyFields>) =>
      editPolicy(db, viewer, id, { was, mine: { ...was, ...mine } }, NOON);
    expect(await edit(ada, { first_urgent: "1h" })).toEqual({ ok: true });
    expect(await edit(ada, { first_urgent: "2h", first_high: "2h" })).toMatchObject({
      ...{ ok: false, why: "conflict", fields: ["first_urgent"], current: { first_urgent: "1h", first_high: "" } },
    });
    const refused = { ok: false, why: "not_allowed" };
    expect(await edit(jonas, { name: "x" })).toEqual(refused);
    expect(await changePolicy(db, jonas, { id, verb: "remove" }, NOON)).toEqual(refused);
    expect(await createPolicy(db, jonas, { ...was, requestKey: aKey() }, NOON)).toEqual(refused);
  });

  test("have a form with twelve targets that names each mistake", () => {
    expect(TARGET_FIELDS.map(({ label }) => label)).toEqual(
      ["urgent", "high", "normal", "low"].flatMap((priority) =>
        ["First response", "Next response", "Resolution"].map((metric) => `${metric}, ${priority}`),
      ),
    );
    const form = new FormData();
    for (const [name, value] of [
      ...[
        ["name", "Gold"],
        ["calendar", "1"],
        ["first_urgent", "90m"],
        ["next_urgent", "2d"],
      ],
      ...[
        ["resolution_urgent", "soon"],
        ["first_high", "0m"],
        ["next_high", "5000h"],
      ],
    ] as const)
      form.set(name, value);
    const parsed = parseForm(form, PolicyForm);
    expect(parsed.ok ? null : parsed.refusal.errors).toEqual({
      next_urgent: ["Targets count opening hours, not days. Use hours and minutes, such as 16h or 1h30m."],
      resolution_urgent: ["“soon” isn't a duration. Use hours and minutes, such as 4h or 1h30m."],
      first_high: ["The shortest target is 1m."],
      next_high: ["The longest target is 4,000h."],
    });
    for (const name of ["next_urgent", "resolution_urgent", "first_high", "next_high"]) form.delete(name);
    expect(parseForm(form, PolicyForm)).toMatchObject({ value: { first_urgent: "1h30m", next_urgent: "" } });
  });
});
