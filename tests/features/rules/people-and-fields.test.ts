import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { actionsInWords, applyActions } from "~/features/actions/apply-actions.server";
import { asTypedActions, readTypedActions } from "~/features/actions/named-values.server";
import { undoChange } from "~/features/history/undo-change.server";
import { runMacro } from "~/features/macros/apply-macro.server";
import { describeMacros } from "~/features/macros/macro-page.server";
import { changeMacro, readMacro, saveMacro } from "~/features/macros/macros.server";
import { mergePeople } from "~/features/people-admin/merge-people.server";
import { showActionValue } from "~/features/rules/action-values.server";
import { checkRule } from "~/features/rules/check-rule.server";
import { NEW_RULE } from "~/features/rules/rules";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { runLog, runRuleJobs, storedAction, storeRule } from "./desk";

const valuesOf = async (db: Db, taskId: number) => {
  const rows = await db.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", taskId).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

const idsOf = async (db: Db, table: "participant" | "watcher", taskId: number) =>
  (await db.selectFrom(table).select("user_id").where("task_id", "=", taskId).orderBy("user_id").execute()).map(
    ({ user_id }) => user_id,
  );

const OPTIONS = [
  { key: "berlin", label: "Berlin", enabled: true },
  { key: "ulm", label: "Ulm", enabled: true },
  { key: "bonn", label: "Bonn", enabled: false },
];

async function aDesk(db: Db) {
  await aCustomField(db, { key: "location", label: "Location", kind: "select", options: OPTIONS });
  await aCustomField(db, { key: "sites", label: "Sites", kind: "multiselect", options: OPTIONS });
  await aCustomField(db, { key: "floor", label: "Floor", kind: "number" });
  await aCustomField(db, { key: "vip", label: "VIP", kind: "boolean" });
  await aCustomField(db, { key: "owner", label: "Owner", kind: "user" });
  const ada = await anAgent(db, { name: "Ada Lovelace" });
  const bea = await anAgent(db, { name: "Bea Blum" });
  const rita = await aRequester(db, { name: "Rita Rau", email: "rita@example.org" });
  return { admin: await anAdmin(db), ada, bea, rita };
}

onEachDatabase("fields and people in rules and macros (B11)", (test) => {
  test("a rule rejects unknown fields, values and people with an error message", async ({ db }) => {
    await aDesk(db);
    const errorOf = async (action1: string, value1: string) => {
      const checked = await checkRule(db, { ...NEW_RULE, name: "Rule", action1, value1 }, NOON);
      return checked.ok ? checked.rule.actions[0]?.value : checked.errors.value1?.[0];
    };
    expect(await errorOf("field", "location: Berlin")).toBe("location:berlin");
    expect(await errorOf("field", "Location: ulm")).toBe("location:ulm");
    expect(await errorOf("field", "Location:")).toBe("location:");
    expect(await errorOf("field", "Sites: Ulm, berlin")).toBe("sites:ulm,berlin");
    expect(await errorOf("field", "VIP: yes")).toBe("vip:1");
    expect(await errorOf("field", "Planet: Mars")).toBe("There's no custom field “Planet”. Check the spelling.");
    expect(await errorOf("field", "Location: Mars")).toBe("Choose an option from the list.");
    expect(await errorOf("field", "Location: Bonn")).toBe("Choose an option from the list.");
    expect(await errorOf("field", "Floor: high")).toMatch(/number/i);
    expect(await errorOf("field", "VIP: perhaps")).toBe("Enter yes or no.");
    expect(await errorOf("field", "Owner: Nobody Atall")).toMatch(/./);
    expect(await errorOf("field", "Berlin")).toBe("Enter the field's label or key, a colon and the value.");
    expect(await errorOf("add_watcher", "Ada Lovelace, bea blum")).toMatch(/^\d+,\d+$/);
    expect(await errorOf("add_watcher", "Ada Lovelace,".repeat(41))).toBe(
      "That list is too long. Enter fewer names or addresses.",
    );
    expect(await errorOf("add_watcher", "Rita Rau")).toMatch(/Rita Rau/);
    expect(await errorOf("add_participant", "rita@example.org")).toMatch(/^\d+$/);
    expect(await errorOf("add_participant", "Rita Rau, Rob Rot")).toMatch(/^“Rob Rot”: /);
  });

  test("a rule sets fields and adds people in one change, and one undo reverts it", async ({ db }) => {
    const { admin, ada, rita } = await aDesk(db);
    await storeRule(db, {
      ...{ name: "Route", trigger: "created" },
      actions: [
        ...[
          storedAction("field", "location:berlin"),
          storedAction("field", "sites:ulm,berlin"),
          storedAction("field", "vip:1"),
        ],
        ...[storedAction("field", `owner:${ada.id}`), storedAction("add_watcher", String(ada.id))],
        ...[storedAction("add_participant", String(rita.id)), storedAction("priority", "high")],
      ],
    });
    const { id } = await aTask(db);
    await runRuleJobs(db);
    expect(await runLog(db)).toEqual([
      `Route on #${id}: done Priority: High; Location: Berlin; Sites: Ulm, Berlin; VIP: yes; Owner: Ada Lovelace; Add people in copy: Rita Rau; Add watchers: Ada Lovelace`,
    ]);
    const set = { location: "berlin", sites: '["berlin","ulm"]', vip: "1", owner: String(ada.id) };
    expect(await valuesOf(db, id)).toEqual(set);
    expect(await idsOf(db, "watcher", id)).toEqual([ada.id]);
    expect(await idsOf(db, "participant", id)).toEqual([rita.id]);
    const { change_set_id } = await db.selectFrom("rule_run").select("change_set_id").executeTakeFirstOrThrow();
    const events = await db.selectFrom("event").select(["field"]).where("change_set_id", "=", change_set_id).execute();
    expect(events).toHaveLength(7);

    const undone = await undoChange(db, admin, { taskId: id, changeSetId: change_set_id ?? 0 }, NOON);
    expect(undone).toMatchObject({ ok: true, kept: [] });
    expect(await valuesOf(db, id)).toEqual({});
    expect(await idsOf(db, "watcher", id)).toEqual([]);
    expect(await idsOf(db, "participant", id)).toEqual([]);
    expect(await db.selectFrom("task").select("priority").where("id", "=", id).executeTakeFirst()).toEqual({
      priority: 2,
    });
  });

  test("a rule skips people already on the task and fails for a disabled account", async ({ db }) => {
    const { ada, rita } = await aDesk(db);
    const people = [storedAction("add_watcher", String(ada.id)), storedAction("add_participant", String(rita.id))];
    await storeRule(db, { name: "Copy", trigger: "created", actions: people });
    await aTask(db, { requester: rita, title: "By Rita" });
    await runRuleJobs(db);
    expect((await runLog(db)).at(-1)).toContain("done");
    await storeRule(db, { name: "Again", trigger: "changed", actions: people });
    const [{ id } = { id: 0 }] = await db.selectFrom("task").select("id").where("title", "=", "By Rita").execute();
    await inTransaction(db, (tx) => applyActions(tx, ada, { taskId: id }, { priority: "high" }, NOON));
    await runRuleJobs(db);
    expect(await runLog(db)).toHaveLength(1);
    await db.updateTable("user").set({ state: "disabled" }).where("id", "=", ada.id).execute();
    await aTask(db, { title: "Other" });
    await runRuleJobs(db);
    expect((await runLog(db)).at(-1)).toMatch(
      /^Copy .*failed Ada Lovelace's account is disabled\. Choose someone else\.$/,
    );
  });

  test("a field is shown by its key when its label matches another field's", async ({ db }) => {
    await aDesk(db);
    await aCustomField(db, { key: "floor_2", label: "floor" });
    const actions = { fields: { floor: "3", floor_2: "4", location: "ulm" } };
    const typed = await asTypedActions(db, actions);
    expect(typed.setFields).toBe("floor: 3\nfloor_2: 4\nLocation: Ulm");
    expect(await readTypedActions(db, typed)).toEqual({ ok: true, actions });
  });

  test("a rule adds the surviving person in place of one who was merged", async ({ db }) => {
    const { admin, ada, bea } = await aDesk(db);
    await storeRule(db, { trigger: "created", actions: [storedAction("add_watcher", `${ada.id},${bea.id}`)] });
    expect(await mergePeople(db, admin, { from: ada.id, into: bea.id }, NOON)).toEqual({ ok: true });
    const { id } = await aTask(db);
    await runRuleJobs(db);
    expect(await idsOf(db, "watcher", id)).toEqual([bea.id]);
  });

  test("rules and macros assign to and notify the surviving person after a merge", async ({ db }) => {
    const { admin, ada, bea } = await aDesk(db);
    const actions = [storedAction("assignee", String(ada.id)), storedAction("notify", `user:${ada.id},user:${bea.id}`)];
    await storeRule(db, { trigger: "created", actions });
    expect(await mergePeople(db, admin, { from: ada.id, into: bea.id }, NOON)).toEqual({ ok: true });
    const { id } = await aTask(db);
    await runRuleJobs(db);
    const task = db.selectFrom("task").select("assignee_id").where("id", "=", id);
    expect(await task.executeTakeFirst()).toEqual({ assignee_id: bea.id });
    expect((await runLog(db)).at(-1)).toMatch(/: done Assignee: Bea Blum; Notified Bea Blum/);
    expect(await showActionValue(db, storedAction("notify", `user:${ada.id}`))).toBe("Bea Blum");
    expect(await showActionValue(db, storedAction("notify", `user:${ada.id},user:${bea.id}`))).toBe("Bea Blum");
    expect(await asTypedActions(db, { assignee: ada.id })).toEqual({ assignee: bea.id });
    expect(await actionsInWords(db, { assignee: ada.id })).toEqual(["Assignee: Bea Blum"]);
    const { id: other } = await aTask(db);
    await inTransaction(db, (tx) => applyActions(tx, admin, { taskId: other }, { assignee: ada.id }, NOON));
    const assigned = db.selectFrom("task").select("assignee_id").where("id", "=", other);
    expect(await assigned.executeTakeFirst()).toEqual({ assignee_id: bea.id });
  });

  test("a macro sets type, due date and fields and adds people, and its undo reverts all of it", async ({ db }) => {
    const { admin, ada, rita } = await aDesk(db);
    const form = { name: "Move in", scope: "everyone", team: null, kind: "none", text: "" } as const;
    const actions = {
      ...{ type: "question", dueIn: "2d", setFields: "Location: Berlin\nFloor: 3\n" },
      ...{ addParticipants: "Rita Rau", addWatchers: "Ada Lovelace" },
    };
    const refused = await saveMacro(
      db,
      admin,
      { ...form, actions: { setFields: "Planet: Mars\nFloor: high", addWatchers: "Rita Rau" }, requestKey: aKey() },
      NOON,
    );
    expect(refused).toMatchObject({ ok: false, why: "wrong" });
    const errors = !refused.ok && refused.why === "wrong" ? refused.errors : {};
    expect(errors.setFields).toEqual([
      "“Planet: Mars”: There's no custom field “Planet”. Check the spelling.",
      expect.stringMatching(/^“Floor: high”: /),
    ]);
    expect(errors.addWatchers).toEqual([expect.stringContaining("Rita Rau")]);

    const saved = await saveMacro(db, admin, { ...form, actions, requestKey: aKey() }, NOON);
    const macro = await readMacro(db, ada, saved.ok ? saved.id : 0);
    expect(await asTypedActions(db, macro?.actions ?? {})).toMatchObject({
      ...actions,
      setFields: "Location: Berlin\nFloor: 3",
    });
    expect((await describeMacros(db, ada)).map(({ does }) => does)).toEqual([
      "Type: Question; Due: in 2d; Location: Berlin; Floor: 3; Add people in copy: Rita Rau; Add watchers: Ada Lovelace",
    ]);
    const { id } = await aTask(db, { type: "incident" });
    const read = await readTypedActions(db, await asTypedActions(db, macro?.actions ?? {}));
    expect(read).toEqual({ ok: true, actions: macro?.actions });
    const done = await runMacro(db, ada, id, { actions: read.ok ? read.actions : {} }, NOON);
    expect(done).toMatchObject({ ok: true });
    const task = () => db.selectFrom("task").select(["type", "due_at"]).where("id", "=", id).executeTakeFirstOrThrow();
    expect(await task()).toEqual({ type: "question", due_at: Date.UTC(2026, 2, 4) });
    expect(await valuesOf(db, id)).toEqual({ location: "berlin", floor: "3" });
    expect(await idsOf(db, "participant", id)).toEqual([rita.id]);

    const undo = { taskId: id, changeSetId: (done.ok && done.changeSetId) || 0 };
    expect(await undoChange(db, ada, undo, NOON)).toMatchObject({ ok: true, kept: [] });
    expect(await task()).toEqual({ type: "incident", due_at: null });
    expect(await valuesOf(db, id)).toEqual({});
    expect(await idsOf(db, "participant", id)).toEqual([]);
    expect(await idsOf(db, "watcher", id)).toEqual([]);

    const cleared = { ...form, actions: { setFields: "Floor:" } };
    expect(await changeMacro(db, admin, saved.ok ? saved.id : 0, cleared, NOON)).toMatchObject({ ok: true });
    expect((await describeMacros(db, ada)).map(({ does }) => does)).toEqual(["Floor: none"]);
  });
});
