import { expect } from "vitest";
import type { Db } from "~/db/types";
import { readFields } from "~/features/custom-fields/custom-fields.server";
import { undoChange } from "~/features/history/undo-change.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import {
  changedMeanwhile,
  changeRequesterFields,
  readRequesterFields,
} from "~/features/task-page/custom-fields-for-requesters.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField, anAgent, aRequester, aTask, NOON } from "../../support/factories";

type Texts = Record<string, string>;
const sentFields = (sent: Texts, was: Texts = {}, keptTheirs: string[] = []) => ({
  sent: Object.fromEntries(Object.entries(sent).map(([key, text]) => [key, [text]])),
  was,
  keptTheirs,
});

/** Sends an agent's form that was rendered with `was`. */
const change = (db: Db, viewer: Viewer, task: number, sent: Texts, was: Texts, fields: TaskFields = {}) =>
  changeTask(db, viewer, task, { change: { version: 1, ...fields }, was: {}, custom: sentFields(sent, was) }, NOON);

const valuesOf = async (db: Db, task: number) => (await readFields(db, task)).values;
const history = async (db: Db, task: number) =>
  (await db.selectFrom("event").selectAll().where("task_id", "=", task).where("kind", "=", "changed").execute()).map(
    ({ field, old_value, new_value }) => [field, old_value, new_value],
  );

onEachDatabase("custom fields of a task (domain B2, B12)", (test) => {
  test("keep changes by two people to different fields, and conflict on the same one", async ({ db }) => {
    const [ada, bob, task] = [await anAgent(db), await anAgent(db), await aTask(db)];
    await aCustomField(db, { key: "floor", label: "Floor", kind: "number" });
    await aCustomField(db, { key: "room", label: "Room" });
    const empty = { floor: "", room: "" };

    expect(await change(db, ada, task.id, { floor: "3", room: "" }, empty)).toMatchObject({ changed: ["field.Floor"] });
    expect(await change(db, bob, task.id, { floor: "", room: "12" }, empty)).toMatchObject({ changed: ["field.Room"] });
    expect(await change(db, bob, task.id, { floor: "4", room: "12" }, empty)).toEqual({
      ok: false,
      why: "conflict",
      fields: [
        {
          field: "field.floor",
          label: "Floor",
          mine: "4",
          theirs: "3",
          by: { id: ada.id, name: ada.name, at: NOON },
        },
      ],
    });
    const kept = sentFields({ floor: "4", room: "14" }, { floor: "", room: "12" }, ["floor"]);
    await changeTask(db, bob, task.id, { change: { version: 1 }, was: {}, custom: kept }, NOON);

    expect(await valuesOf(db, task.id)).toEqual({ floor: "3", room: "14" });
    expect(await history(db, task.id)).toEqual([
      ["field.Floor", null, "3"],
      ["field.Room", null, "12"],
      ["field.Room", "12", "14"],
    ]);
  });

  test("keep their value when the type hides them", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    await aCustomField(db, { key: "serial", types: ["incident"] });
    await change(db, ada, task.id, { serial: "A1" }, { serial: "" });
    await changeTask(db, ada, task.id, { change: { version: 2, type: "question" }, was: { type: "incident" } }, NOON);
    await change(db, ada, task.id, { serial: "B2" }, { serial: "A1" });
    expect(await valuesOf(db, task.id)).toEqual({ serial: "A1" });
  });

  test("required to resolve block resolving, unless the same form fills them in", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    await aCustomField(db, { key: "cause", label: "Cause", required: "resolve" });
    const resolve = (cause: string) => change(db, ada, task.id, { cause }, { cause: "" }, { status: "resolved" });
    expect(await resolve("")).toMatchObject({ ok: false, why: "missing_fields" });
    expect(await resolve("A loose cable")).toMatchObject({ ok: true, changed: ["status", "field.Cause"] });
  });

  test("are restored by undo, except where others changed them since (B18.13)", async ({ db }) => {
    const [ada, bob, task] = [await anAgent(db), await anAgent(db), await aTask(db)];
    await aCustomField(db, { key: "floor", label: "Floor" });
    await aCustomField(db, { key: "room", label: "Room" });
    const made = await change(db, ada, task.id, { floor: "3", room: "12" }, { floor: "", room: "" });
    await change(db, bob, task.id, { room: "14" }, { room: "12" });
    if (!made.ok || made.changeSetId === null) throw new Error("Nothing was changed.");

    const undone = await undoChange(db, ada, { taskId: task.id, changeSetId: made.changeSetId }, NOON);
    expect(undone).toEqual({
      ok: true,
      back: ["Floor"],
      kept: ["Room has changed since then and keeps its new value."],
    });
    expect(await valuesOf(db, task.id)).toEqual({ room: "14" });
  });
});

onEachDatabase("custom fields on a requester's page (domain B2, B6)", (test) => {
  test("are readable and writable as their visibility says, until the task is resolved", async ({ db }) => {
    const [ada, rita, otto] = [await anAgent(db), await aRequester(db), await aRequester(db)];
    const task = await aTask(db, { requester: rita });
    await aCustomField(db, { key: "inner", label: "Inner" });
    await aCustomField(db, { key: "shown", label: "Shown", visibility: "requester_read" });
    await aCustomField(db, { key: "own", label: "Own", visibility: "requester_write" });
    await aCustomField(db, {
      key: "hidden",
      visibility: "requester_write",
      showIf: { field: "inner", is: "is", value: "secret" },
    });
    await aCustomField(db, {
      key: "read",
      visibility: "requester_read",
      showIf: { field: "inner", is: "is", value: "secret" },
    });
    await change(db, ada, task.id, { inner: "secret", hidden: "narwhal", read: "dugong" }, {});
    const found = async (word: string, viewer = rita) => {
      const answer = await searchTasks(db, viewer, word, { now: NOON });
      return answer.ok && answer.tasks.length;
    };
    expect([await found("narwhal"), await found("dugong"), await found("secret")]).toEqual([1, 1, 0]);
    await change(db, ada, task.id, { inner: "walrus", shown: "ibex" }, { inner: "secret", shown: "" });
    // A field that isn't shown any more keeps its value, but requesters no longer find it.
    expect([await found("narwhal"), await found("dugong"), await found("ibex")]).toEqual([0, 0, 1]);
    expect([await found("narwhal", ada), await found("dugong", ada)]).toEqual([1, 1]);

    const page = (open: 0 | 1) => readRequesterFields(db, { id: task.id, type: "incident", open });
    expect(JSON.stringify(await page(1))).not.toMatch(/inner|walrus|secret|hidden|narwhal|dugong/i);
    expect((await page(1)).readOnly).toEqual([{ label: "Shown", text: "ibex" }]);
    expect((await page(1)).form?.fields.map(({ key }) => key)).toEqual(["own"]);

    const fill = (viewer: Viewer, sent: Texts) => changeRequesterFields(db, viewer, task.id, sentFields(sent), NOON);
    expect(await fill(rita, { own: "mine", shown: "hers", inner: "hers" })).toMatchObject({ ok: true });
    expect(await fill(otto, { own: "his" })).toEqual({ ok: false, why: "no_such_task" });
    expect(await valuesOf(db, task.id)).toMatchObject({ inner: "walrus", shown: "ibex", own: "mine" });

    await changeTask(db, ada, task.id, { change: { version: 1, status: "resolved" }, was: { status: "new" } }, NOON);
    expect(await fill(rita, { own: "late" })).toEqual({ ok: false, why: "resolved" });
    expect((await page(0)).readOnly).toContainEqual({ label: "Own", text: "mine" });
  });

  test("domain B12: report another person's change once; saving again uses the requester's values", async ({ db }) => {
    const rita = await aRequester(db);
    const task = await aTask(db, { requester: rita });
    await aCustomField(db, { key: "device", label: "Device", visibility: "requester_write" });
    await aCustomField(db, { key: "floor", label: "Floor", visibility: "requester_write" });
    const fill = (sent: Texts, was: Texts) => changeRequesterFields(db, rita, task.id, sentFields(sent, was), NOON);
    expect(await fill({ device: "A-1", floor: "3" }, { device: "", floor: "" })).toMatchObject({ ok: true });
    expect(await fill({ floor: "" }, { floor: "3" })).toMatchObject({ ok: true });

    const refused = await fill({ device: "B-2", floor: "5" }, { device: "", floor: "3" });
    if (refused.ok || refused.why !== "conflict") throw new Error(JSON.stringify(refused));
    expect(changedMeanwhile(refused.conflicts)).toBe(
      "Someone else changed Device to “A-1” and Floor to empty. Save again to use your values.",
    );
    expect(await fill({ device: "B-2", floor: "5" }, { device: "A-1", floor: "" })).toMatchObject({ ok: true });
    expect(await valuesOf(db, task.id)).toEqual({ device: "B-2", floor: "5" });
  });
});

onEachDatabase("custom fields with odd names and kinds", (test) => {
  test("one called constructor starts empty, is required until filled in, and can be undone", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const task = await aTask(db, { requester: rita });
    await aCustomField(db, {
      key: "constructor",
      label: "Builder",
      visibility: "requester_write",
      required: "resolve",
    });
    await aCustomField(db, { key: "room", showIf: { field: "constructor", is: "is_set" } });
    const page = await readRequesterFields(db, { id: task.id, type: "incident", open: 1 });
    expect(page).toMatchObject({
      readOnly: [],
      form: { fields: [{ key: "constructor" }], values: { constructor: "" } },
    });
    expect((await readRequesterFields(db, { id: task.id, type: "incident", open: 0 })).readOnly).toEqual([]);
    expect(await change(db, ada, task.id, {}, {}, { status: "resolved" })).toMatchObject({ why: "missing_fields" });
    const hurried = await change(db, ada, task.id, { room: "12" }, {}, { priority: "high" });
    if (!hurried.ok) throw new Error(JSON.stringify(hurried));
    expect(hurried.changed).toEqual(["priority"]); // the room is not shown

    const built = await change(db, ada, task.id, { constructor: "Lego" }, { constructor: "" });
    if (!built.ok) throw new Error(JSON.stringify(built));
    expect(await valuesOf(db, task.id)).toEqual({ constructor: "Lego" });
    expect(await history(db, task.id)).toContainEqual(["field.Builder", null, "Lego"]);
    await undoChange(db, ada, { taskId: task.id, changeSetId: built.changeSetId ?? 0 }, NOON);
    expect(await valuesOf(db, task.id)).toEqual({});
    const undone = await undoChange(db, ada, { taskId: task.id, changeSetId: hurried.changeSetId ?? 0 }, NOON);
    expect(undone).toEqual({ ok: true, back: ["Priority"], kept: [] });
  });

  test("days and times appear as words in the history, also under a new label", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    await aCustomField(db, { key: "since", label: "Since", kind: "date" });
    await aCustomField(db, { key: "visit", label: "Visit", kind: "datetime" });
    await change(db, ada, task.id, { since: "2026-03-09", visit: "2026-03-10T14:30" }, { since: "", visit: "" });
    expect(await history(db, task.id)).toEqual([
      ["field.Since", null, "9 March 2026"],
      ["field.Visit", null, "10 March 2026, 14:30"],
    ]);
    await db.updateTable("custom_field").set({ label: "Broken since" }).where("key", "=", "since").execute();
    await change(db, ada, task.id, { since: "" }, { since: "2026-03-09" });
    expect((await history(db, task.id)).at(-1)).toEqual(["field.Broken since", "9 March 2026", null]);
  });
});
