import { expect } from "vitest";
import { checkRule } from "~/features/rules/check-rule.server";
import { changeRule, createRule, editRule } from "~/features/rules/rule-changes.server";
import { NewRuleForm } from "~/features/rules/rule-schema";
import { NEW_RULE, type RuleFields } from "~/features/rules/rules";
import { listRules, readRule } from "~/features/rules/rules.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, NOON } from "../../support/factories";

const fieldsWith = (more: Partial<RuleFields>): RuleFields & { requestKey: string } => ({
  ...{ ...NEW_RULE, name: "Rule", action1: "priority", value1: "High", requestKey: aKey() },
  ...more,
});

onEachDatabase("the rule form (service-levels 1)", (test) => {
  test("accepts values by name and shows them under their current names", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db, { name: "Ada Lovelace" })];
    const field = await aCustomField(db, { label: "Floor" });
    const fields = fieldsWith({
      ...{ name: "Escalate", query: 'assignee:"Ada Lovelace" priority:normal', action1: "priority", value1: "urgent" },
      ...{ action2: "assignee", value2: "ada lovelace", action3: "assignee", value3: "Least loaded" },
      ...{ action4: "notify", value4: "leads, Ada Lovelace", action5: "due", value5: "2d" },
      ...{ action6: "webhook", value6: "https://example.org/hook", action7: "field", value7: "floor: 3" },
      enabled: true,
    });
    const made = await createRule(db, admin, fields, NOON);
    expect(made).toMatchObject({ ok: true });
    await db.updateTable("user").set({ name: "Ada King", name_key: "ada king" }).where("id", "=", ada.id).execute();
    const rule = await readRule(db, made.ok ? made.id : 0);
    expect(rule?.fields).toMatchObject({
      ...{ value1: "Urgent", value2: "Ada King", value3: "least loaded", value4: "leads, Ada King" },
      ...{ value5: "2d", value7: `${field.label}: 3`, action8: "", enabled: true },
    });
    expect((await listRules(db)).at(-1)).toMatchObject({ name: "Escalate", when: "Task created", enabled: true });
  });

  test("rejects invalid settings with an error beside the field", async ({ db }) => {
    const admin = await anAdmin(db);
    const errorsOf = async (more: Partial<RuleFields>) => {
      const made = await createRule(db, admin, fieldsWith(more), NOON);
      return !made.ok && made.why === "wrong" ? made.errors : made;
    };
    expect(await errorsOf({ value1: "gigantic" })).toEqual({
      value1: ["There's no priority “gigantic”. Use Low, Normal, High, or Urgent."],
    });
    expect(await errorsOf({ query: "assignee:me" })).toMatchObject({
      query: [expect.stringContaining("depends on who is searching")],
    });
    expect(await errorsOf({ query: "priority:gigantic" })).toMatchObject({ query: [expect.any(String)] });
    expect(await errorsOf({ action1: "webhook", value1: "http://example.org" })).toHaveProperty("value1");
    expect(await errorsOf({ action1: "reply", value1: "Hi {{nobody}}" })).toHaveProperty("value1");
    expect(await errorsOf({ action1: "snooze", value1: "soon" })).toHaveProperty("value1");
    expect(await errorsOf({ trigger: "schedule", schedule: "daily at 09:00" })).toHaveProperty("action1");
    expect(await createRule(db, await anAgent(db), fieldsWith({}), NOON)).toEqual({ ok: false, why: "not_allowed" });
    for (const wrong of [{ action1: "explode" }, { trigger: "never" }, { schedule: "daily at 09:00" }, { name: "" }]) {
      expect(NewRuleForm.safeParse({ ...fieldsWith(wrong), enabled: "no", stopAfter: "no" }).success).toBe(false);
    }
    expect((await listRules(db)).some(({ name }) => name === "Rule")).toBe(false);
  });

  test("keeps both changes of two admins, moves rules in the list, and restores a removed one", async ({ db }) => {
    const admin = await anAdmin(db);
    const ids = [];
    for (const name of ["One", "Two", "Three"]) {
      const made = await createRule(db, admin, fieldsWith({ name }), NOON);
      ids.push(made.ok ? made.id : 0);
    }
    const [one = 0, , three = 0] = ids;
    const was = (await readRule(db, one))?.fields ?? NEW_RULE;
    expect(await editRule(db, admin, one, { was, mine: { ...was, query: "is:open" } }, NOON)).toEqual({ ok: true });
    expect(await editRule(db, admin, one, { was, mine: { ...was, enabled: true } }, NOON)).toEqual({ ok: true });
    expect((await readRule(db, one))?.fields).toMatchObject({ query: "is:open", enabled: true });
    const conflict = await editRule(db, admin, one, { was, mine: { ...was, query: "is:done" } }, NOON);
    expect(conflict).toMatchObject({ ok: false, why: "conflict", fields: ["query"] });
    expect(await editRule(db, admin, one, { was, mine: { ...was, name: "two" } }, NOON)).toHaveProperty("errors.name");

    await changeRule(db, admin, { id: three, verb: "up" }, NOON);
    await changeRule(db, admin, { id: three, verb: "up" }, NOON);
    expect((await listRules(db)).map(({ name }) => name).slice(-3)).toEqual(["Three", "One", "Two"]);
    await changeRule(db, admin, { id: three, verb: "down" }, NOON);
    expect((await listRules(db)).map(({ name }) => name).slice(-3)).toEqual(["One", "Three", "Two"]);
    await changeRule(db, admin, { id: one, verb: "remove" }, NOON);
    expect(await readRule(db, one)).toBeNull();
    expect(await changeRule(db, admin, { id: one, verb: "restore" }, NOON)).toEqual({ ok: true, name: "One" });
    expect((await readRule(db, one))?.fields.enabled).toBe(false);
  });

  test("lists the shipped examples, which are disabled and valid", async ({ db }) => {
    const examples = await listRules(db);
    expect(examples.length).toBeGreaterThan(3);
    for (const { id, enabled } of examples) {
      expect(enabled).toBe(false);
      const fields = (await readRule(db, id))?.fields ?? NEW_RULE;
      expect(await checkRule(db, { ...fields, enabled: true }, NOON), fields.name).toMatchObject({ ok: true });
    }
  });
});
