import { afterEach, expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeEntry, createEntry, type EntryVerb, editEntry } from "~/features/catalogue/entries.server";
import { arrangeOptions, NewFieldForm } from "~/features/catalogue/field-schema";
import { CUSTOM_FIELD_LIMITS, type CustomFieldFields, NEW_FIELD } from "~/features/catalogue/fields";
import { FIELDS } from "~/features/catalogue/fields.server";
import { listAllFields, listFields, readFieldValues } from "~/features/custom-fields/custom-fields.server";
import { reindexFieldJob } from "~/features/custom-fields/reindex-field.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { resetCatalogue } from "~/features/tasks/catalogue.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

afterEach(resetCatalogue);

const PLACES = [
  { key: "roof", label: "Roof", enabled: true },
  { key: "cellar", label: "Cellar", enabled: true },
];
const place: CustomFieldFields = { ...NEW_FIELD, label: "Place", kind: "select", options: JSON.stringify(PLACES) };

const create = (db: Db, who: Viewer, more: Partial<CustomFieldFields> = {}, key = "") =>
  createEntry(db, who, FIELDS, { requestKey: aKey(), key, fields: { ...place, ...more } }, NOON);

const edit = async (db: Db, who: Viewer, key: string, mine: Partial<CustomFieldFields>) => {
  const was = (await FIELDS.list(db)).find((one) => one.key === key)?.fields ?? place;
  return editEntry(db, who, FIELDS, { key, was, mine: { ...was, ...mine } }, NOON);
};

const does = (db: Db, who: Viewer, key: string, verb: EntryVerb) => changeEntry(db, who, FIELDS, { key, verb }, NOON);

const fills = (db: Db, taskId: number, key: string, value: string) =>
  db.insertInto("task_field").values({ task_id: taskId, key, value }).execute();

onEachDatabase("domain B2, B6 and B16: admin-defined custom fields", (test) => {
  test("are managed by admins only, 40 at most, and reach forms as defined", async ({ db }) => {
    const admin = await anAdmin(db);
    for (const stranger of [await anAgent(db), await aRequester(db)]) {
      expect(await create(db, stranger)).toEqual({ ok: false, why: "not_allowed" });
      expect(await does(db, stranger, "place", "remove")).toEqual({ ok: false, why: "not_allowed" });
    }
    await create(db, admin, { types: ["incident"], visibility: "requester_write", required: "create" });
    await create(db, admin, {
      label: "Floor",
      kind: "number",
      options: "[]",
      conditionField: "place",
      conditionValue: "cellar",
    });
    const [where, floor] = await listFields(db);
    expect(where).toMatchObject({
      key: "place",
      types: ["incident"],
      options: PLACES,
      required: "create",
      showIf: null,
    });
    expect(floor?.showIf).toEqual({ field: "place", is: "is", value: "cellar" });
    expect((await FIELDS.list(db))[1]?.fields.conditionValue).toBe("Cellar");
    expect(await create(db, admin, { label: "PLACE" })).toMatchObject({ errors: { label: [expect.any(String)] } });
    expect(await create(db, admin, { label: "Type" })).toMatchObject({ errors: { key: [expect.any(String)] } });
    const wrongs: Partial<CustomFieldFields>[] = [
      { options: "[]" },
      { types: ["none_such"] },
      { conditionField: "none_such" },
      { conditionField: "place", conditionValue: "Attic" },
      { conditionField: "type", conditionValue: "Party" },
    ];
    for (const more of wrongs) {
      expect(await create(db, admin, { label: "Wrong", ...more }), JSON.stringify(more)).toMatchObject({
        why: "wrong",
      });
    }
    for (let n = 2; n < CUSTOM_FIELD_LIMITS.fields; n++)
      expect(await create(db, admin, { label: `F ${n}` })).toEqual({ ok: true });
    expect(await create(db, admin, { label: "One more" })).toMatchObject({
      errors: { label: [expect.stringContaining("40 fields")] },
    });
  });

  test("can't lose what tasks use: their kind, their used options, or themselves", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db)];
    await create(db, admin);
    await create(db, admin, { label: "Many", kind: "multiselect" });
    await create(db, admin, { label: "Empty" });
    const { id } = await aTask(db);
    await fills(db, id, "place", "roof");
    await fills(db, id, "many", '["cellar"]');
    expect(await edit(db, admin, "place", { kind: "text", options: "[]" })).toMatchObject({
      errors: { kind: [expect.any(String)] },
    });
    const [roof, cellar] = PLACES.map((option) => JSON.stringify([option])) as [string, string];
    expect(await edit(db, admin, "place", { options: cellar })).toMatchObject({
      errors: { options: [expect.stringContaining("Roof")] },
    });
    expect(await edit(db, admin, "many", { options: roof })).toMatchObject({
      errors: { options: [expect.stringContaining("Cellar")] },
    });
    const without = JSON.stringify(PLACES.map((option) => ({ ...option, enabled: option.key !== "roof" })));
    expect(await edit(db, admin, "place", { options: without })).toEqual({ ok: true });
    expect(await edit(db, admin, "many", { options: cellar })).toEqual({ ok: true });
    expect(await edit(db, admin, "empty", { kind: "text", options: "[]" })).toEqual({ ok: true });

    expect(await does(db, admin, "place", "remove")).toMatchObject({
      sentence: expect.stringContaining("tasks have values"),
    });
    const before = await FIELDS.list(db);
    expect(await does(db, admin, "empty", "remove")).toMatchObject({ ok: true });
    expect((await listAllFields(db)).map(({ key }) => key)).not.toContain("empty");
    expect(await does(db, admin, "empty", "restore")).toMatchObject({ ok: true });
    expect(await FIELDS.list(db)).toEqual(before);
    expect(await does(db, admin, "empty", "remove")).toMatchObject({ ok: true });
    expect(await does(db, admin, "place", "withdraw")).toMatchObject({ ok: true });
    expect((await listFields(db)).map(({ key }) => key)).toEqual(["many"]);
    expect(await readFieldValues(db, id)).toMatchObject({ place: "roof" });
    const found = await searchTasks(db, ada, "field.place:Roof", { now: NOON });
    expect(found.ok && found.tasks.map((task) => task.id)).toEqual([id]);
  });

  test("can't be deleted while another field or a macro uses them", async ({ db }) => {
    const admin = await anAdmin(db);
    await create(db, admin);
    await create(db, admin, { label: "Floor", conditionField: "place", conditionIs: "is_set" });
    const macro = {
      name: "Says",
      scope: "everyone" as const,
      owner_id: admin.id,
      team_id: null,
      kind: "reply" as const,
    };
    const texts = { body: "On {{ field.floor | some floor }}", actions: "{}", created_at: NOON, updated_at: NOON };
    await db
      .insertInto("macro")
      .values({ ...macro, ...texts })
      .execute();
    expect(await does(db, admin, "place", "remove")).toMatchObject({
      sentence: expect.stringContaining("another field depends on it (Floor)"),
    });
    expect(await does(db, admin, "floor", "remove")).toMatchObject({ sentence: expect.stringContaining("macros") });
  });

  test("that become agents-only are no longer found by requesters", async ({ db }) => {
    const [admin, rita] = [await anAdmin(db), await aRequester(db)];
    await create(db, admin, { label: "Remark", kind: "text", options: "[]", visibility: "requester_read" });
    const { id } = await aTask(db, { requester: rita });
    await fills(db, id, "remark", "quokkaword");
    const indexes = () => inTransaction(db, (tx) => reindexFieldJob(tx, { field: "remark", after: 0 }, NOON));
    const hers = async () => {
      const found = await searchTasks(db, rita, "quokkaword", { now: NOON });
      return found.ok && found.tasks.length;
    };
    await indexes();
    expect(await hers()).toBe(1);
    await edit(db, admin, "remark", { visibility: "agents" });
    const planned = await db.selectFrom("job").select("payload").where("kind", "=", "reindex_field").execute();
    expect(planned).toEqual([{ payload: '{"field":"remark","after":0}' }]);
    await indexes();
    expect(await hers()).toBe(0);
  });

  test("read their options from a form's rows and lines, in the chosen order", () => {
    const form = new FormData();
    const row = (key: string, label: string, at: number, offered = true) => {
      form.append("optionKey", key);
      form.append("optionLabel", label);
      form.append("optionPlace", String(at));
      if (offered) form.append("optionOffered", key);
    };
    row("quay", "Quay", 1);
    row("roof", " Top  floor ", 3);
    row("cellar", "Cellar", 1, false);
    row("gone", "", 2);
    row("attic", "Attic", 1);
    form.append("newOptions", "Yard\n\n Cellar \r\nÜber uns");
    arrangeOptions(form);
    expect(JSON.parse(String(form.get("options")))).toEqual([
      { key: "cellar", label: "Cellar", enabled: false },
      { key: "attic", label: "Attic", enabled: true },
      { key: "quay", label: "Quay", enabled: true },
      { key: "roof", label: "Top floor", enabled: true },
      { key: "yard", label: "Yard", enabled: true },
      { key: "cellar_2", label: "Cellar", enabled: true },
      { key: "uber_uns", label: "Über uns", enabled: true },
    ]);
    const sent = { requestKey: aKey(), label: "L", kind: "select", visibility: "agents", required: "never" };
    const many = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, n) => ({ key: `k${n}`, label: `L${n}`, enabled: true })));
    expect(NewFieldForm.safeParse({ ...sent, options: many(CUSTOM_FIELD_LIMITS.options) }).success).toBe(true);
    for (const options of [
      many(101),
      "no",
      form.get("options"),
      JSON.stringify([{ key: "a", label: "x".repeat(61), enabled: true }]),
    ]) {
      expect(NewFieldForm.safeParse({ ...sent, options }).success, String(options).slice(0, 60)).toBe(false);
    }
  });
});
