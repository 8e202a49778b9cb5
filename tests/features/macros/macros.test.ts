import { expect } from "vitest";
import type { Db } from "~/db/types";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { readBulkChange } from "~/features/bulk/bulk-read.server";
import { runMacro } from "~/features/macros/apply-macro.server";
import { fillTemplate, unfilledVariables } from "~/features/macros/fill-template.server";
import type { MacroForm } from "~/features/macros/macros";
import { changeMacro, deleteMacro, listMacros, readMacro, saveMacro } from "~/features/macros/macros.server";
import { templateValues } from "~/features/macros/template-values.server";
import { restoreRecord } from "~/features/records/scoped-records.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const form = (more: Partial<MacroForm> = {}): MacroForm => ({
  ...{ name: "Hello", scope: "personal", team: null, kind: "reply", text: "Hello {{requester.first_name|there}}" },
  ...{ actions: { priority: "high" } },
  ...more,
});

const text = (body: string, kind: "reply" | "note" = "reply") => ({
  ...{ kind, body, requestKey: aKey(), windowMs: 0, origin: "https://desk.example" },
});

const said = (db: Db, taskId: number) =>
  db.selectFrom("message").select(["kind", "body"]).where("task_id", "=", taskId).orderBy("id").execute();

onEachDatabase("macros (A13, B6, B11)", (test) => {
  test("are saved by agents for themselves, by leads for their team and by admins for everyone", async ({ db }) => {
    const [ada, ben, lea, admin] = [await anAgent(db), await anAgent(db), await anAgent(db), await anAdmin(db)];
    const rita = await aRequester(db);
    await db.updateTable("team_member").set({ lead: 1 }).where("user_id", "=", lea.id).execute();
    const { id: team } = await db.selectFrom("team").select("id").executeTakeFirstOrThrow();
    const save = (who: typeof ada, more: Partial<MacroForm>) =>
      saveMacro(db, who, { ...form(more), requestKey: aKey() }, NOON);
    const forbidden = { ok: false, why: "forbidden" };

    const own = await save(ada, { name: "Own" });
    expect(await save(ada, { scope: "team", team })).toEqual(forbidden);
    expect(await save(lea, { name: "Team", scope: "team", team })).toMatchObject({ ok: true });
    expect(await save(lea, { scope: "everyone" })).toEqual(forbidden);
    expect(await save(admin, { name: "All", scope: "everyone" })).toMatchObject({ ok: true });
    expect(await save(rita, {})).toEqual(forbidden);

    const of = async (who: typeof ada) => (await listMacros(db, who)).map(({ name, mayChange }) => [name, mayChange]);
    expect(await of(ada)).toEqual([
      ["All", false],
      ["Own", true],
      ["Team", false],
    ]);
    expect(await of(lea)).toEqual([
      ["All", false],
      ["Team", true],
    ]);
    expect(await of(admin)).toContainEqual(["Team", true]);
    expect(await of(rita)).toEqual([]);

    const id = own.ok ? own.id : 0;
    expect(await readMacro(db, ben, id)).toBeNull();
    expect(await changeMacro(db, ben, id, form(), NOON)).toEqual({ ok: false, why: "no_such_macro" });
    expect(await changeMacro(db, ada, id, form({ scope: "everyone" }), NOON)).toEqual(forbidden);
    expect(await changeMacro(db, ada, id, form({ name: "New" }), NOON)).toEqual({ ok: true, id });
    expect(await deleteMacro(db, ben, id, NOON)).toBeNull();
    expect(await deleteMacro(db, ada, id, NOON)).toBe("New");
    expect(await restoreRecord(db, "macro", ben, id, NOON)).toBe(false);
    expect(await restoreRecord(db, "macro", ada, id, NOON + 2 * DAY_MS)).toBe(false);
    expect(await restoreRecord(db, "macro", ada, id, NOON)).toBe(true);
    expect(await readMacro(db, ada, id)).toMatchObject({ name: "New", actions: { priority: "high" } });
  });

  test("aren't overwritten if changed since the form was loaded, and the form gets the new version", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAdmin(db)];
    const made = await saveMacro(db, root, { ...form({ scope: "everyone" }), requestKey: aKey() }, NOON);
    const id = made.ok ? made.id : 0;
    const seen = (await readMacro(db, root, id))?.updatedAt ?? 0;
    const change = (who: typeof root, text: string, seen: number | null) =>
      changeMacro(db, who, id, { ...form({ scope: "everyone", text }), seen }, NOON);
    expect(await change(root, "From Root", seen)).toMatchObject({ ok: true });
    const refused = await change(ada, "From Ada", seen);
    expect(refused).toMatchObject({ ok: false, why: "newer", macro: { text: "From Root" } });
    expect(await change(ada, "From Ada", null)).toMatchObject({ ok: false, why: "newer" });
    expect(await readMacro(db, root, id)).toMatchObject({ text: "From Root" });
    const shown = "macro" in refused ? refused.macro.updatedAt : 0;
    expect(await change(ada, "From Ada", shown)).toMatchObject({ ok: true });
    expect(await readMacro(db, root, id)).toMatchObject({ text: "From Ada" });
  });

  test("may only use known variables", async ({ db }) => {
    const ada = await anAgent(db);
    await aCustomField(db, { key: "cost" });
    const save = (text: string) => saveMacro(db, ada, { ...form({ text }), requestKey: aKey() }, NOON);
    const saved = await save("{{ requester.name | you }}: {{field.cost}}, see {{task.url}}");
    if (!saved.ok) throw new Error(saved.why);
    for (const slip of ["{{requester.fist_name|there}}", "{{field.key}}", "{{ }}"]) {
      const errors = { text: [`“${slip}” isn't a variable. Use one from the list below.`] };
      expect(await save(`Hello ${slip}`)).toEqual({ ok: false, why: "wrong", errors });
      expect(await changeMacro(db, ada, saved.id, form({ text: slip }), NOON)).toMatchObject({ errors });
    }
  });

  test("apply completely or not at all, and keep agents-only fields out of replies", async ({ db }) => {
    const [ada, rita] = [await anAgent(db, { name: "Ada Winter" }), await aRequester(db, { name: "Rita Berg" })];
    await aCustomField(db, { key: "cost", label: "Cost", visibility: "agents" });
    const { id } = await aTask(db, { requester: rita, title: "The *lamp*" });
    await db.insertInto("task_field").values({ task_id: id, key: "cost", value: "300" }).execute();
    const actions = { priority: "high", status: "resolved", assignee: "me" } as const;
    const task = () => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

    const before = await task();
    const filled = async (body: string, kind: "reply" | "note" = "reply") => {
      const about = { taskId: id, isReply: kind === "reply", origin: "https://desk.example" };
      return fillTemplate(body, (await templateValues(db, ada, about)) ?? new Map());
    };
    const { missing } = await filled("It costs {{field.cost}}");
    expect(missing).toEqual(["{{field.cost}}"]);
    expect(unfilledVariables("It costs {{field.cost}}", missing)).toEqual(missing);
    expect(unfilledVariables("It costs {{ cost }}, as the template says", missing)).toEqual([]);
    const mention = await runMacro(db, ada, id, { actions, text: text("@Rita Berg, see {{task.url}}") }, NOON);
    expect(mention).toMatchObject({ ok: false, why: "refused" }); // a requester can't be mentioned
    expect(await task()).toEqual(before);

    const noted = await runMacro(
      db,
      ada,
      id,
      { actions: {}, text: text((await filled("Costs {{field.cost}}", "note")).text, "note") },
      NOON,
    );
    expect(noted).toEqual({ ok: true, changeSetId: null, held: null });
    const reply = "Hello {{requester.first_name}}, {{task.title}} is done: {{task.url}}. {{agent.name}}";
    const done = await runMacro(db, ada, id, { actions, text: text(`${(await filled(reply)).text} {{ item }}`) }, NOON);
    expect(done).toMatchObject({ ok: true, held: null });
    expect((await said(db, id)).slice(-2)).toEqual([
      { kind: "internal", body: "Costs 300" },
      {
        kind: "public",
        body: `Hello Rita, The \\*lamp\\* is done: https://desk.example/tasks/${id}. Ada Winter {{ item }}`,
      },
    ]);
    expect(await task()).toMatchObject({ priority: 3, status: "resolved", assignee_id: ada.id });
    const stranger = await runMacro(db, rita, id, { actions, text: text("Hello") }, NOON);
    expect(stranger).toEqual({ ok: false, why: "no_such_task" });
  });

  test("apply to many tasks with each one's own values, and skip a task whose value is empty", async ({ db }) => {
    const ada = await anAgent(db);
    await aCustomField(db, { key: "place", label: "Place", visibility: "requester_read" });
    const [first, second] = [await aTask(db), await aTask(db)];
    await db.insertInto("task_field").values({ task_id: first.id, key: "place", value: "the roof" }).execute();
    const wanted = { macro: "Roof", priority: "urgent" as const, text: text("We come to {{field.place}}.") };
    const tasks = { ids: [first.id, second.id] };
    const started = await startBulk(db, ada, { tasks, wanted, back: "/tasks", requestKey: aKey() }, NOON);
    const result = started.ok ? await readBulkChange(db, ada, started.id, null, NOON) : null;
    expect(result).toMatchObject({ changed: 1, skipped: 1, words: "Macro Roof; Priority: Urgent", mayUndo: true });
    expect((await said(db, first.id)).at(-1)).toEqual({ kind: "public", body: "We come to the roof." });
    expect(await said(db, second.id)).toHaveLength(1);
    const { priority } = await db
      .selectFrom("task")
      .select("priority")
      .where("id", "=", second.id)
      .executeTakeFirstOrThrow();
    expect(priority).toBe(2);
  });
});
