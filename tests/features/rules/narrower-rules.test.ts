import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Actions } from "~/features/actions/actions";
import { applyActions } from "~/features/actions/apply-actions.server";
import { checkRule, ruleOfForm } from "~/features/rules/check-rule.server";
import { rehearse } from "~/features/rules/rehearsal/rehearse.server";
import { createRule, editRule } from "~/features/rules/rule-changes.server";
import { NEW_RULE, type RuleFields } from "~/features/rules/rules";
import { listRules, readRule } from "~/features/rules/rules.server";
import { applyFields, currentFields } from "~/features/tasks/apply-fields.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { runLog, runRuleJobs } from "./desk";

const at = (hours: number) => NOON + hours * HOUR_MS;

/** Makes a change and runs the rules on it at the same moment. */
async function change(db: Db, who: Viewer, taskId: number, actions: Actions, now: number) {
  const done = await inTransaction(db, (tx) => applyActions(tx, who, { taskId }, actions, now));
  expect(done).toMatchObject({ ok: true });
  await runRuleJobs(db, now);
}

const TAG = { trigger: "changed", action1: "note", value1: "Seen." } as const;

/** Hours at which the live rule acted. */
async function acted(db: Db): Promise<number[]> {
  const runs = await db.selectFrom("rule_run").select("at").where("outcome", "=", "done").orderBy("id").execute();
  return runs.map((run) => (run.at - NOON) / HOUR_MS);
}

/** Hours at which a rehearsal says the rule would have acted. */
async function rehearsed(db: Db, fields: Partial<RuleFields>, now: number): Promise<number[]> {
  const made = await ruleOfForm(db, { ...NEW_RULE, name: "Trial", ...fields }, now);
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const { listed } = await rehearse(db, made.rule, now);
  return listed.map((run) => (run.at - NOON) / HOUR_MS).reverse();
}

async function liveRule(db: Db, fields: Partial<RuleFields>) {
  const form = { ...NEW_RULE, name: "Live", enabled: true, ...fields, requestKey: aKey() };
  const made = await createRule(db, await anAdmin(db), form, NOON);
  expect(made).toMatchObject({ ok: true });
  return made.ok ? made.id : 0;
}

onEachDatabase("rules limited to certain changes (B11)", (test) => {
  test("run only when a listed field changes, live as in a rehearsal, and name that field", async ({ db }) => {
    await aCustomField(db, { key: "floor", label: "Floor" });
    const ada = await anAgent(db);
    const { id } = await aTask(db);
    const listed = { ...TAG, changedFields: "priority, Floor, Due" };
    const rule = await liveRule(db, listed);
    await change(db, ada, id, { status: "in_progress" }, at(1));
    await change(db, ada, id, { priority: "high", addTags: ["x"] }, at(2));
    await change(db, ada, id, { fields: { floor: "3" } }, at(3));
    await change(db, ada, id, { addTags: ["y"] }, at(4));
    await change(db, ada, id, { dueIn: "2d" }, at(5));
    expect(await acted(db)).toEqual([2, 3, 5]);
    expect(await rehearsed(db, listed, at(9))).toEqual([2, 3, 5]);
    const runs = await db.selectFrom("rule_run").select("because").orderBy("id").execute();
    expect(runs.map(({ because }) => because)).toEqual(["Priority changed", "Floor changed", "Due changed"]);
    expect((await listRules(db)).find((one) => one.id === rule)?.when).toBe(
      "Task changed (priority, field.floor, due)",
    );
    expect((await readRule(db, rule))?.fields.changedFields).toBe("priority, field.floor, due");

    await db.updateTable("custom_field").set({ label: "Storey" }).where("key", "=", "floor").execute();
    await change(db, ada, id, { fields: { floor: "4" } }, at(6));
    expect(await acted(db)).toEqual([2, 3, 5, 6]);
  });

  test("act only on tasks that didn't match before, live as in a rehearsal", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { priority: "normal" });
    const newly = { ...TAG, query: "priority:high", newlyMet: true };
    await liveRule(db, newly);
    await change(db, ada, id, { priority: "high" }, at(1));
    await change(db, ada, id, { addTags: ["x"] }, at(2));
    await change(db, ada, id, { priority: "low" }, at(3));
    await change(db, ada, id, { priority: "high", assignee: ada.id }, at(4));
    await change(db, ada, id, { status: "resolved" }, at(5));
    expect(await acted(db)).toEqual([1, 4]);
    expect(await rehearsed(db, newly, at(9))).toEqual([1, 4]);
    const { because } = await db.selectFrom("rule_run").select("because").limit(1).executeTakeFirstOrThrow();
    expect(because).toMatch(/^the task changed and priority:high \(.*\), and the task didn't match before$/);
    expect(await db.selectFrom("task").select("priority").where("id", "=", id).executeTakeFirst()).toEqual({
      priority: 3,
    });
  });

  test("combine tags, fields and people with both limits", async ({ db }) => {
    await aCustomField(db, { key: "floor", label: "Floor" });
    const [ada, bea] = [await anAgent(db), await anAgent(db, { name: "Bea Blum" })];
    const { id } = await aTask(db);
    const rule = { ...TAG, query: "tag:vpn field.floor:3", newlyMet: true, changedFields: "tags, watchers" };
    await liveRule(db, rule);
    await change(db, ada, id, { addTags: ["vpn"] }, at(1)); // Floor is empty
    await change(db, ada, id, { fields: { floor: "3" } }, at(2)); // matches, but isn't listed
    await change(db, ada, id, { watchers: [bea.id] }, at(3)); // matched before
    await change(db, ada, id, { removeTags: ["vpn"] }, at(4));
    await change(db, ada, id, { addTags: ["vpn"], watchers: [ada.id] }, at(5));
    expect(await acted(db)).toEqual([5]);
    expect(await rehearsed(db, rule, at(9))).toEqual([5]);
    expect(await runLog(db)).toHaveLength(1);
  });

  test("compare the task's text before and after the change", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { title: "Toner", body: "Empty." });
    const rule = { ...TAG, query: "smoke", newlyMet: true };
    await liveRule(db, rule);
    const rename = async (title: string, hour: number) => {
      await inTransaction(db, async (tx) => {
        const task = await taskToChange(tx, ada, id);
        if (!task) throw new Error("The task is missing.");
        await applyFields(tx, ada, task, { current: await currentFields(tx, task), wanted: { title } }, at(hour));
      });
      await runRuleJobs(db, at(hour));
    };
    await rename("Toner and smoke", 1);
    await rename("More smoke", 2);
    await rename("Toner", 3);
    await rename("Smoke again", 4);
    expect(await acted(db)).toEqual([1, 4]);
    expect(await rehearsed(db, rule, at(9))).toEqual([1, 4]);
    const found = await db.selectFrom("task").select("title").execute();
    expect(found).toEqual([{ title: "Smoke again" }]);
  });

  test("reject unknown fields and a missing condition, and drop both limits for other triggers", async ({ db }) => {
    const errorsOf = async (more: Partial<RuleFields>) => {
      const checked = await checkRule(db, { ...NEW_RULE, name: "Rule", ...TAG, ...more }, NOON);
      return checked.ok ? checked.rule : checked.errors;
    };
    expect(await errorsOf({ changedFields: "status, colour" })).toEqual({
      changedFields: [
        expect.stringMatching(/^There's no field “colour”\. Enter title, status, priority, .*custom field\.$/),
      ],
    });
    expect(await errorsOf({ newlyMet: true })).toEqual({
      query: ["Enter a search query, or untick “Run only when a task starts to match”."],
    });
    expect(await errorsOf({ trigger: "created", changedFields: "colour", newlyMet: true })).toMatchObject({
      ...{ changedFields: "", newlyMet: false },
    });
    const id = await liveRule(db, { ...TAG, query: "is:open", newlyMet: true, changedFields: "status" });
    const was = (await readRule(db, id))?.fields ?? NEW_RULE;
    expect(was).toMatchObject({ newlyMet: true, changedFields: "status" });
    const mine = { ...was, trigger: "created" };
    expect(await editRule(db, await anAdmin(db), id, { was, mine }, NOON)).toEqual({ ok: true });
    expect((await readRule(db, id))?.fields).toMatchObject({ newlyMet: false, changedFields: "" });
  });
});
