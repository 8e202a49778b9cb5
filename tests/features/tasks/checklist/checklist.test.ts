import { expect } from "vitest";
import type { Db } from "~/db/types";
import { undoChange } from "~/features/history/undo-change.server";
import { changeItem, readChecklist, writeItem } from "~/features/tasks/checklist/checklist.server";
import { CHECKLIST_LIMITS } from "~/features/tasks/tasks";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";

const add = (db: Db, viewer: Parameters<typeof writeItem>[1], task: number, text: string, requestKey = aKey()) =>
  writeItem(db, viewer, task, { text, requestKey, was: "" }, NOON);
const texts = async (db: Db, task: number) =>
  (await readChecklist(db, task)).map(({ text, done }) => (done ? `${text} (${done.by})` : text));
const history = async (db: Db, task: number) =>
  (await db.selectFrom("event").selectAll().where("task_id", "=", task).where("field", "=", "checklist").execute()).map(
    ({ old_value, new_value }) => [old_value, new_value],
  );

onEachDatabase("a task's checklist (domain B2)", (test) => {
  test("adds an item once per form, records who ticked it, and logs each change", async ({ db }) => {
    const [ada, task] = [await anAgent(db, { name: "Ada" }), await aTask(db)];
    const key = aKey();
    await add(db, ada, task.id, "Order the cable", key);
    await add(db, ada, task.id, "Order the cable", key);
    await add(db, ada, task.id, "Lay it");
    const [first] = await readChecklist(db, task.id);
    await changeItem(db, ada, task.id, { verb: "tick", item: first?.id ?? 0 }, NOON);
    await changeItem(db, ada, task.id, { verb: "tick", item: first?.id ?? 0 }, NOON);

    expect(await texts(db, task.id)).toEqual(["Order the cable (Ada)", "Lay it"]);
    expect(await history(db, task.id)).toEqual([
      [null, "Order the cable"],
      [null, "Lay it"],
      ["☐ Order the cable", "☑ Order the cable"],
    ]);
    const { version } = await db
      .selectFrom("task")
      .select("version")
      .where("id", "=", task.id)
      .executeTakeFirstOrThrow();
    expect(version).toBe(4);
  });

  test("keeps the order that agents choose", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    for (const text of ["one", "two", "three"]) await add(db, ada, task.id, text);
    const [one, , three] = await readChecklist(db, task.id);
    await changeItem(db, ada, task.id, { verb: "up", item: three?.id ?? 0 }, NOON);
    expect(await texts(db, task.id)).toEqual(["one", "three", "two"]);
    await changeItem(db, ada, task.id, { verb: "up", item: one?.id ?? 0 }, NOON);
    await changeItem(db, ada, task.id, { verb: "down", item: one?.id ?? 0 }, NOON);
    expect(await texts(db, task.id)).toEqual(["three", "one", "two"]);
  });

  test("stays in order when an undone removal restores an item to a position since taken", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    for (const text of ["one", "two", "three"]) await add(db, ada, task.id, text);
    const three = (await readChecklist(db, task.id))[2]?.id ?? 0;
    const removed = await changeItem(db, ada, task.id, { verb: "remove", item: three }, NOON);
    await add(db, ada, task.id, "four");
    const changeSetId = (removed.ok && removed.removal) || 0;
    await undoChange(db, ada, { taskId: task.id, changeSetId }, NOON);
    expect(await texts(db, task.id)).toEqual(["one", "two", "four", "three"]);

    const move = async (text: string, verb: "up" | "down") => {
      const item = (await readChecklist(db, task.id)).find((one) => one.text === text)?.id ?? 0;
      await changeItem(db, ada, task.id, { verb, item }, NOON);
      return texts(db, task.id);
    };
    expect(await move("three", "up")).toEqual(["one", "two", "three", "four"]);
    expect(await move("two", "down")).toEqual(["one", "three", "two", "four"]);
  });

  test("rewords an item unless it was changed or removed in the meantime", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    await add(db, ada, task.id, "Order");
    const item = (await readChecklist(db, task.id))[0]?.id ?? 0;
    const write = (text: string, was: string) =>
      writeItem(db, ada, task.id, { text, item, was, requestKey: aKey() }, NOON);

    expect(await write("Order two", "Order")).toEqual({ ok: true });
    expect(await write("Order three", "Order")).toEqual({ ok: false, why: "changed", text: "Order two" });
    await changeItem(db, ada, task.id, { verb: "remove", item }, NOON);
    expect(await write("Order four", "Order two")).toEqual({ ok: false, why: "no_such_item" });
    expect(await texts(db, task.id)).toEqual([]);
  });

  test("holds at most 50 items, even when more are added at once", async ({ db }) => {
    const [ada, task] = [await anAgent(db), await aTask(db)];
    const added = await Promise.all(
      Array.from({ length: CHECKLIST_LIMITS.items + 5 }, (_, n) => add(db, ada, task.id, `item ${n}`)),
    );
    expect(added.filter((one) => !one.ok)).toHaveLength(5);
    expect(await texts(db, task.id)).toHaveLength(CHECKLIST_LIMITS.items);
  });

  test("undoes a change unless another agent changed the item since (domain B12, B18.13)", async ({ db }) => {
    const [ada, bob, task] = [await anAgent(db), await anAgent(db), await aTask(db)];
    for (const text of ["Order", "Lay", "Test"]) await add(db, ada, task.id, text);
    const [order, lay, check] = await readChecklist(db, task.id);
    await changeItem(db, ada, task.id, { verb: "tick", item: order?.id ?? 0 }, NOON);
    await changeItem(db, ada, task.id, { verb: "remove", item: lay?.id ?? 0 }, NOON);
    const rename = { text: "Try", item: check?.id ?? 0, was: "Test", requestKey: aKey() };
    await writeItem(db, ada, task.id, rename, NOON);
    await writeItem(db, bob, task.id, { ...rename, text: "Try twice", was: "Try", requestKey: aKey() }, NOON);

    const sets = await db.selectFrom("change_set").select("id").where("kind", "=", "checklist").orderBy("id").execute();
    const undo = (nth: number) => undoChange(db, ada, { taskId: task.id, changeSetId: sets[nth]?.id ?? 0 }, NOON);
    expect(await undo(3)).toMatchObject({ ok: true, back: ["the tick on “Order”"] });
    expect(await undo(4)).toMatchObject({ ok: true, back: ["“Lay”"] });
    expect(await undo(4)).toEqual({ ok: false, why: "undone" });
    expect(await undo(5)).toEqual({ ok: false, why: "nothing_left", kept: ["“Try twice” has changed since then."] });
    expect(await undo(0)).toMatchObject({ ok: true, back: ["“Order”"] });
    expect((await texts(db, task.id)).sort()).toEqual(["Lay", "Try twice"]);
  });

  test("refuses requesters, and items of another task", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const [mine, other] = [await aTask(db, { requester: rita }), await aTask(db)];
    await add(db, ada, mine.id, "Order");
    const item = (await readChecklist(db, mine.id))[0]?.id ?? 0;
    expect(await add(db, rita, mine.id, "Hurry")).toEqual({ ok: false, why: "no_such_task" });
    expect(await changeItem(db, rita, mine.id, { verb: "tick", item }, NOON)).toEqual({
      ok: false,
      why: "no_such_task",
    });
    expect(await changeItem(db, ada, other.id, { verb: "remove", item }, NOON)).toEqual({
      ok: false,
      why: "no_such_item",
    });
    expect(await texts(db, mine.id)).toEqual(["Order"]);
  });
});
