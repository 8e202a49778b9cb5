import { afterEach, expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeEntry, createEntry, type EntryVerb, editEntry } from "~/features/catalogue/entries.server";
import { NewStatusForm } from "~/features/catalogue/entry-schema";
import { NEW_STATUS, STATUS_LIMITS, type StatusFields } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readCatalogue, resetCatalogue } from "~/features/tasks/catalogue.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { defaultOf, offeredStatuses } from "~/features/tasks/tasks";
import { deleteForGood } from "~/features/trash/delete-task.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

afterEach(resetCatalogue);

const parked: StatusFields = { ...NEW_STATUS, name: "Parked", requesterName: "Parked", category: "waiting" };

/** The requester name defaults to the name. */
const alike = ({ name }: Partial<StatusFields>) => (name === undefined ? {} : { requesterName: name });

const create = (db: Db, who: Viewer, more: Partial<StatusFields> = {}, key = "") =>
  createEntry(db, who, STATUSES, { requestKey: aKey(), key, fields: { ...parked, ...alike(more), ...more } }, NOON);

const edit = async (db: Db, who: Viewer, key: string, mine: Partial<StatusFields>, was?: StatusFields) => {
  const before = was ?? (await STATUSES.list(db)).find((one) => one.key === key)?.fields ?? parked;
  return editEntry(db, who, STATUSES, { key, was: before, mine: { ...before, ...mine } }, NOON);
};

const does = (db: Db, who: Viewer, key: string, verb: EntryVerb) => changeEntry(db, who, STATUSES, { key, verb }, NOON);

const keysOf = async (db: Db) =>
  (await STATUSES.list(db)).map(
    ({ key, enabled, fields }) => `${key}${fields.isDefault ? "*" : ""}${enabled ? "" : "-"}`,
  );

onEachDatabase("domain B2, B6 and B16: admin-defined statuses", (test) => {
  test("are created, changed and deleted by admins only, and logged", async ({ db }) => {
    const admin = await anAdmin(db);
    for (const stranger of [await anAgent(db), await aRequester(db)]) {
      expect(await create(db, stranger)).toEqual({ ok: false, why: "not_allowed" });
      expect(await edit(db, stranger, "on_hold", { name: "Mine" })).toEqual({ ok: false, why: "not_allowed" });
      expect(await does(db, stranger, "on_hold", "remove")).toEqual({ ok: false, why: "not_allowed" });
    }
    expect(await create(db, admin, { name: "Bei der Übergabe" })).toEqual({ ok: true });
    expect(await edit(db, admin, "bei_der_ubergabe", { name: "Handed over" })).toEqual({ ok: true });
    expect(await does(db, admin, "bei_der_ubergabe", "up")).toMatchObject({ ok: true });
    expect((await keysOf(db)).slice(-2)).toEqual(["bei_der_ubergabe", "cancelled"]);
    expect(await does(db, admin, "bei_der_ubergabe", "remove")).toMatchObject({ ok: true, name: "Handed over" });
    expect(await keysOf(db)).not.toContain("bei_der_ubergabe");
    expect(await edit(db, admin, "bei_der_ubergabe", {})).toEqual({ ok: false, why: "no_such_entry" });
    const log = await db.selectFrom("security_event").select(["kind", "details"]).orderBy("id").execute();
    expect(log.map(({ kind }) => kind)).toEqual([
      "status_created",
      "status_changed",
      "status_changed",
      "status_removed",
    ]);
    expect(log[1]?.details).toContain("Bei der Übergabe → Handed over");
  });

  test("can be restored unchanged for a day after deletion, unless their name is taken by then", async ({ db }) => {
    const admin = await anAdmin(db);
    await create(db, admin, { name: "Parked" });
    await does(db, admin, "parked", "withdraw");
    expect(await does(db, await anAgent(db), "parked", "restore")).toEqual({ ok: false, why: "not_allowed" });
    expect(await does(db, admin, "parked", "restore")).toEqual({ ok: false, why: "no_such_entry" }); // it still exists
    expect(await does(db, admin, "parked", "remove")).toMatchObject({ ok: true, undo: "restore_hidden" });
    expect(await does(db, admin, "parked", "restore_hidden")).toMatchObject({ ok: true, name: "Parked" });
    expect(await keysOf(db)).toContain("parked-");
    expect(await does(db, admin, "parked", "offer")).toMatchObject({ undo: "withdraw" });
    expect(await does(db, admin, "parked", "remove")).toMatchObject({ undo: "restore" });
    await create(db, admin, { name: "Parked" }, "other");
    const taken = await does(db, admin, "parked", "restore");
    expect(taken).toMatchObject({ why: "refused", sentence: expect.stringContaining("name") });
    expect(await keysOf(db)).not.toContain("parked");
    await does(db, admin, "other", "remove");
    const late = { key: "parked", verb: "restore" } as const;
    expect(await changeEntry(db, admin, STATUSES, late, NOON + DAY_MS)).toMatchObject({ why: "no_such_entry" });
    expect(await does(db, admin, "parked", "restore")).toMatchObject({ ok: true });
    expect(await keysOf(db)).toContain("parked");
  });

  test("can be deleted once the tasks that had them are deleted for good", async ({ db }) => {
    const admin = await anAdmin(db);
    await create(db, admin);
    const { id } = await aTask(db);
    const set = (columns: { put_away: "trash" } | { status: string }) =>
      db.updateTable("task").set(columns).where("id", "=", id).execute();
    await set({ status: "parked" });
    const removes = () => does(db, admin, "parked", "remove");
    expect(await removes()).toMatchObject({ ok: false, sentence: expect.stringContaining("deleted: tasks use it.") });
    await set({ put_away: "trash" });
    expect(await removes()).toMatchObject({ ok: false, sentence: expect.stringContaining("tasks in the trash") });
    await inTransaction(db, (tx) => deleteForGood(tx, id, admin.id, NOON));
    expect(await removes()).toMatchObject({ ok: true });
  });

  test("have a unique name and a key that means nothing else, and number 20 at most", async ({ db }) => {
    const admin = await anAdmin(db);
    for (const key of ["open", "done", "any", "new", "active", "waiting", "resolved", "closed"]) {
      expect(await create(db, admin, { name: `Status ${key}` }, key), key).toMatchObject({
        errors: { key: [expect.any(String)] },
      });
    }
    expect(await create(db, admin, {}, "on_hold")).toMatchObject({
      errors: { key: [expect.stringContaining("on_hold")] },
    });
    const inside = { name: "Fraudcheck internal", requesterName: "In progress" };
    expect(await create(db, admin, inside)).toEqual({ ok: true });
    expect(await create(db, admin, { name: "Deadline internal", requesterName: "Open" })).toEqual({ ok: true });
    expect((await keysOf(db)).slice(-2)).toEqual(["in_progress_2", "open_2"]);
    for (const name of ["Waiting inside", "等待"]) {
      expect(await create(db, admin, { name, requesterName: "等待" })).toMatchObject({
        errors: { key: ["“等待” has no letters a–z to make a key from. Enter a key."] },
      });
    }
    expect(await create(db, admin, { name: "ON HOLD" })).toMatchObject({ errors: { name: [expect.any(String)] } });
    for (let n = (await keysOf(db)).length; n < STATUS_LIMITS.statuses; n++) {
      expect(await create(db, admin, { name: `Step ${n}` })).toEqual({ ok: true });
    }
    expect(await create(db, admin)).toMatchObject({ errors: { name: [expect.stringContaining("20 statuses")] } });
    const sent = { requestKey: aKey(), category: "waiting", awaits: "us", colour: "" };
    for (const wrong of [
      { name: "" },
      { name: "x".repeat(41) },
      { key: "Big" },
      { colour: "pink" },
      { category: "odd" },
    ]) {
      expect(NewStatusForm.safeParse({ ...sent, name: "Fine", ...wrong }).success, JSON.stringify(wrong)).toBe(false);
    }
  });

  test("keep their category, and each category keeps an offered default", async ({ db }) => {
    const admin = await anAdmin(db);
    await create(db, admin, { name: "Doing", category: "active" });
    await does(db, admin, "doing", "withdraw");
    expect(await edit(db, admin, "doing", { category: "new" })).toMatchObject({
      errors: { category: [expect.any(String)] },
    });
    expect(await edit(db, admin, "in_progress", { isDefault: false })).toMatchObject({
      errors: { isDefault: [expect.any(String)] },
    });
    expect(await does(db, admin, "in_progress", "withdraw")).toMatchObject({ why: "refused" });
    expect(await does(db, admin, "in_progress", "remove")).toMatchObject({ why: "refused" });
    expect(await edit(db, admin, "doing", { isDefault: true })).toEqual({ ok: true });
    expect(await keysOf(db)).toEqual(expect.arrayContaining(["in_progress", "doing*"]));
    expect(await does(db, admin, "in_progress", "withdraw")).toMatchObject({ ok: true });
    await readCatalogue(db);
    const { id } = await aTask(db);
    const ada = await anAgent(db);
    await changeTask(db, ada, id, { change: { assignee: ada.id, version: 1 }, was: { assignee: null } }, NOON);
    expect(defaultOf("active")).toBe("doing");
    expect(await db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirst()).toEqual({
      status: "doing",
    });
    expect(
      await does(db, admin, "waiting_requester", "withdraw"),
      "a default status in a team's settings",
    ).toMatchObject({
      why: "refused",
    });
    await edit(db, admin, "on_hold", { isDefault: true });
    expect(await does(db, admin, "waiting_requester", "withdraw")).toMatchObject({
      sentence: expect.stringContaining("Service desk"),
    });
  });

  test("used by tasks, macros or history are retired instead of deleted, and stay searchable", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db)];
    for (const name of ["Used", "Planned", "Told"]) await create(db, admin, { name });
    await readCatalogue(db);
    const { id } = await aTask(db, { status: "used" });
    const macro = {
      name: "Later",
      scope: "everyone" as const,
      owner_id: admin.id,
      team_id: null,
      kind: "none" as const,
      body: "",
    };
    await db
      .insertInto("macro")
      .values({ ...macro, actions: '{"status":"planned"}', created_at: NOON, updated_at: NOON })
      .execute();
    const told = await aTask(db);
    for (const [version, status] of ["told", "resolved"].entries()) {
      await changeTask(db, ada, told.id, { change: { status, version: version + 1 }, was: {} }, NOON + version);
    }
    await edit(db, admin, "told", { name: "Renamed" });
    for (const key of ["used", "planned", "told"]) {
      expect(await does(db, admin, key, "remove"), key).toMatchObject({ why: "refused" });
      expect(await does(db, admin, key, "withdraw"), key).toMatchObject({ ok: true });
    }
    await readCatalogue(db);
    expect(offeredStatuses().map(({ key }) => key)).not.toContain("used");
    for (const query of ["status:used", "status:Used", "status:waiting", "awaiting:us status:waiting"]) {
      const found = await searchTasks(db, ada, query, { now: NOON, limit: 10 });
      expect(found.ok && found.tasks.map((task) => task.id), query).toEqual([id]);
    }
    const unknown = await searchTasks(db, ada, "status:usde", { now: NOON });
    expect(unknown).toMatchObject({ ok: false, error: { message: expect.stringContaining("Did you mean") } });
  });

  test("keep both changes of two admins, but refuse a second change of the same field", async ({ db }) => {
    const admin = await anAdmin(db);
    await create(db, admin);
    await edit(db, admin, "parked", { colour: "blue" }, parked);
    expect(await edit(db, admin, "parked", { awaits: "third_party" }, parked)).toEqual({ ok: true });
    const conflict = await edit(db, admin, "parked", { colour: "red" }, parked);
    expect(conflict).toMatchObject({
      why: "conflict",
      fields: ["colour"],
      current: { colour: "blue", awaits: "third_party" },
    });
  });
});
