import { afterEach, expect } from "vitest";
import type { Db } from "~/db/types";
import { changeEntry, createEntry, type EntryVerb, editEntry } from "~/features/catalogue/entries.server";
import { NEW_TYPE, TYPE_LIMITS, type TypeFields } from "~/features/catalogue/types";
import { TYPES } from "~/features/catalogue/types.server";
import { createTask } from "~/features/new-task/task-create.server";
import { offerTypes } from "~/features/new-task/type-defaults.server";
import { readCatalogue, resetCatalogue } from "~/features/tasks/catalogue.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

afterEach(resetCatalogue);

const outage: TypeFields = {
  ...NEW_TYPE,
  ...{ name: "Outage", description: "Nothing works for many.", priority: "high", requesterSetsPriority: true },
  ...{ titleTemplate: "Outage of", bodyTemplate: "- Since when?\n- Who is affected?" },
};

const create = (db: Db, who: Viewer, more: Partial<TypeFields> = {}, key = "") =>
  createEntry(db, who, TYPES, { requestKey: aKey(), key, fields: { ...outage, ...more } }, NOON);

const edit = async (db: Db, who: Viewer, key: string, mine: Partial<TypeFields>) => {
  const was = (await TYPES.list(db)).find((one) => one.key === key)?.fields ?? outage;
  return editEntry(db, who, TYPES, { key, was, mine: { ...was, ...mine } }, NOON);
};

const does = (db: Db, who: Viewer, key: string, verb: EntryVerb) => changeEntry(db, who, TYPES, { key, verb }, NOON);

const asked = async (db: Db, who: Viewer, type: string, more: object = {}) => {
  const made = await createTask(
    db,
    who,
    { title: `Of ${type} ${aKey()}`, body: "B", type, requestKey: aKey(), ...more },
    NOON,
  );
  if (!made.ok) return made;
  const row = db.selectFrom("task").select(["type", "priority", "team_id"]).where("id", "=", made.id);
  return row.executeTakeFirstOrThrow();
};

onEachDatabase("domain B2, B6 and B16: admin-defined types", (test) => {
  test("are managed by admins only, 50 at most, each with a unique name", async ({ db }) => {
    const admin = await anAdmin(db);
    for (const stranger of [await anAgent(db), await aRequester(db)]) {
      expect(await create(db, stranger)).toEqual({ ok: false, why: "not_allowed" });
      expect(await does(db, stranger, "question", "remove")).toEqual({ ok: false, why: "not_allowed" });
    }
    expect(await create(db, admin, { name: "INCIDENT" })).toMatchObject({ errors: { name: [expect.any(String)] } });
    expect(await create(db, admin, {}, "any")).toMatchObject({ errors: { key: [expect.any(String)] } });
    expect(await create(db, admin, { team: "Nobody's" })).toMatchObject({ errors: { team: [expect.any(String)] } });
    for (let n = 4; n < TYPE_LIMITS.types; n++)
      expect(await create(db, admin, { name: `T ${n}` })).toEqual({ ok: true });
    expect(await create(db, admin)).toMatchObject({ errors: { name: [expect.stringContaining("50 types")] } });
  });

  test("set a new task's team and priority unless its creator chooses them", async ({ db }) => {
    const [admin, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db)];
    const { id: network } = await db
      .insertInto("team")
      .values({ name: "Network", is_default: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await create(db, admin, { team: "Network" });
    await readCatalogue(db);
    expect(await asked(db, rita, "outage")).toEqual({ type: "outage", priority: 3, team_id: network });
    expect(await asked(db, rita, "outage", { priority: "low" })).toMatchObject({ priority: 1 });
    expect(
      await asked(db, rita, "incident", { priority: "urgent" }),
      "requesters can't set this type's priority",
    ).toMatchObject({
      priority: 2,
      team_id: 1,
    });
    expect(await asked(db, ada, "outage")).toEqual({ type: "outage", priority: 3, team_id: network });
    expect(await asked(db, ada, "outage", { team: 1, priority: "normal" })).toMatchObject({ priority: 2, team_id: 1 });
    await db.updateTable("team").set({ archived_at: NOON }).where("id", "=", network).execute();
    expect(await asked(db, rita, "outage"), "an archived team gets no tasks").toMatchObject({ team_id: 1 });
  });

  test("are offered to requesters if they're on the portal, with their templates for title and text", async ({
    db,
  }) => {
    const [admin, ada, rita] = [await anAdmin(db), await anAgent(db), await aRequester(db)];
    await create(db, admin);
    await create(db, admin, { name: "Fraud", portal: false });
    await does(db, admin, "question", "withdraw");
    await readCatalogue(db);
    const hers = await offerTypes(db, rita, "outage");
    expect(hers.types.map(({ key }) => key)).toEqual(["incident", "request", "outage"]);
    expect(hers.types.at(-1)).toMatchObject({ description: "Nothing works for many.", asksPriority: true });
    expect(hers.chosen).toEqual({ type: "outage", title: "Outage of", body: "- Since when?\n- Who is affected?" });
    expect(await offerTypes(db, rita, "fraud")).toMatchObject({ chosen: null });
    expect((await offerTypes(db, ada, "fraud")).chosen?.type).toBe("fraud");
    for (const type of ["fraud", "question"]) {
      expect(await asked(db, rita, type), type).toMatchObject({ errors: { type: ["Choose a type."] } });
    }
    expect(await asked(db, ada, "question")).toMatchObject({ errors: { type: ["Choose a type."] } });
  });

  test("in use are retired instead of deleted, and requesters keep at least one", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db)];
    await create(db, admin);
    await create(db, admin, { name: "Mistake" });
    await readCatalogue(db);
    const { id } = await aTask(db, { type: "outage" });
    expect(await does(db, admin, "outage", "remove")).toMatchObject({
      sentence: expect.stringContaining("tasks use it"),
    });
    expect(await does(db, admin, "mistake", "remove")).toMatchObject({ ok: true });
    expect(await does(db, admin, "mistake", "restore")).toMatchObject({ ok: true });
    expect(await does(db, admin, "mistake", "remove")).toMatchObject({ ok: true, undo: "restore" });
    expect(await does(db, admin, "outage", "withdraw")).toMatchObject({ ok: true });
    await readCatalogue(db);
    const stays = {
      change: { title: "Still an outage", type: "outage", version: 1 },
      was: { title: "Printer on fire", type: "outage" },
    };
    expect(await changeTask(db, ada, id, stays, NOON)).toMatchObject({ ok: true });
    const other = await aTask(db);
    const becomes = { change: { type: "outage", version: 1 }, was: { type: "incident" } };
    expect(await changeTask(db, ada, other.id, becomes, NOON)).toMatchObject({ errors: { type: "Choose a type." } });

    await changeTask(db, ada, id, { change: { type: "task", version: 2 }, was: { type: "outage" } }, NOON + 1);
    expect(await does(db, admin, "outage", "remove"), "history").toMatchObject({
      sentence: expect.stringContaining("history"),
    });
    for (const key of ["request", "question"])
      expect(await does(db, admin, key, "withdraw")).toMatchObject({ ok: true });
    expect(await does(db, admin, "incident", "withdraw")).toMatchObject({ why: "refused" });
    expect(await edit(db, admin, "incident", { portal: false })).toMatchObject({
      errors: { portal: [expect.any(String)] },
    });
    expect(await edit(db, admin, "incident", { name: "Trouble" })).toEqual({ ok: true });
  });
});
