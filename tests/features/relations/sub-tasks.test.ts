import { expect } from "vitest";
import { undoChange } from "~/features/history/undo-change.server";
import { createTask } from "~/features/new-task/task-create.server";
import { detachSubTask, makeSubTask } from "~/features/relations/sub-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";
import { lastChange } from "../../support/history";

onEachDatabase("sub-tasks (domain B2: one level, up to 200)", (test) => {
  test("are created under a parent, shown on both tasks and detached again", async ({ db }) => {
    const [ada, { id: parent }] = [await anAgent(db), await aTask(db, { title: "Move" })];
    const words = { title: "Pack", body: "Boxes.", type: "task", parent } as const;
    const made = await createTask(db, ada, { ...words, requestKey: aKey() }, NOON);
    if (!made.ok) throw new Error(made.why);

    const child = await readTask(db, ada, made.id, NOON);
    expect(child).toMatchObject({ relations: { parent: { task: { id: parent, title: "Move" } } } });
    const shown = await readTask(db, ada, parent, NOON);
    expect(shown).toMatchObject({ relations: { subTasks: [{ id: made.id, title: "Pack" }] } });
    expect(shown?.as === "agent" && lastChange(shown)).toBe(`added the sub-task #${made.id}`);

    expect(await detachSubTask(db, ada, made.id, parent, NOON)).toMatchObject({ ok: true });
    expect(await readTask(db, ada, parent, NOON)).toMatchObject({ relations: { subTasks: [] } });
    expect(await readTask(db, ada, made.id, NOON)).toMatchObject({ relations: { parent: null } });
  });

  test("go one level deep and have at most one parent", async ({ db }) => {
    const ada = await anAgent(db);
    const [top, middle, low] = [(await aTask(db)).id, (await aTask(db)).id, (await aTask(db)).id];
    const refusal = async (task: number, parent: number) => {
      const made = await makeSubTask(db, ada, task, parent, NOON);
      return made.ok ? null : made.why === "wrong" ? made.message : made.why;
    };
    expect(await refusal(top, top)).toMatch(/of itself/);
    expect(await refusal(middle, top)).toBeNull();
    expect(await makeSubTask(db, ada, middle, top, NOON)).toEqual({ ok: true, changeSetId: null });
    expect(await refusal(low, middle)).toMatch(/is itself a sub-task/);
    expect(await refusal(top, low)).toMatch(/This task has sub-tasks/);
    expect(await refusal(middle, low)).toMatch(/Remove it there first/);
    expect(await refusal(low, 999_999)).toMatch(/Task #999999 doesn't exist/);
    const under = { title: "T", body: "B", type: "task", parent: middle, requestKey: aKey() } as const;
    expect(await createTask(db, ada, under, NOON)).toMatchObject({ ok: false, errors: { parent: expect.anything() } });
    expect(await db.selectFrom("task").select("id").where("title", "=", "T").execute()).toEqual([]);
  });

  test("are limited to 200 per parent, however they are added; detaching one makes room", async ({ db }) => {
    const [ada, { id: parent }, { id: late }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const row = await db.selectFrom("task").selectAll().where("id", "=", parent).executeTakeFirstOrThrow();
    const { id: _, ...like } = row;
    const children = Array.from({ length: 200 }, () => ({ ...like, parent_id: parent }));
    for (let at = 0; at < children.length; at += 20) {
      await db
        .insertInto("task")
        .values(children.slice(at, at + 20))
        .execute();
    }
    const full = `#${parent} already has 200 sub-tasks, the most a task can have. Remove one first.`;
    expect(await makeSubTask(db, ada, late, parent, NOON)).toMatchObject({ ok: false, message: full });
    const under = { title: "T", body: "B", type: "task", parent, requestKey: aKey() } as const;
    expect(await createTask(db, ada, under, NOON)).toMatchObject({ ok: false, errors: { parent: [full] } });
    expect(await readTask(db, ada, late, NOON)).toMatchObject({ relations: { parent: null } });

    const one = await db.selectFrom("task").select("id").where("parent_id", "=", parent).executeTakeFirstOrThrow();
    expect(await detachSubTask(db, ada, one.id, parent, NOON)).toMatchObject({ ok: true });
    expect(await makeSubTask(db, ada, late, parent, NOON)).toMatchObject({ ok: true });
  });

  test("form one pair, without deadlock, when two tasks are put under each other at once", async ({ db }) => {
    const [ada, bob, { id: one }, { id: two }] = [
      await anAgent(db),
      await anAgent(db),
      await aTask(db),
      await aTask(db),
    ];
    const both = await Promise.all([makeSubTask(db, ada, one, two, NOON), makeSubTask(db, bob, two, one, NOON)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("get their former parent back when attaching or detaching is undone", async ({ db }) => {
    const [ada, { id: parent }, { id: child }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const parentOf = async () =>
      (await db.selectFrom("task").select("parent_id").where("id", "=", child).executeTakeFirstOrThrow()).parent_id;
    const made = await makeSubTask(db, ada, child, parent, NOON);
    if (!made.ok || made.changeSetId === null) throw new Error("The sub-task wasn't attached.");
    expect(await undoChange(db, ada, { taskId: child, changeSetId: made.changeSetId }, NOON)).toMatchObject({
      ok: true,
    });
    expect(await parentOf()).toBeNull();

    await makeSubTask(db, ada, child, parent, NOON);
    const released = await detachSubTask(db, ada, child, parent, NOON);
    if (!released.ok || released.changeSetId === null) throw new Error("The sub-task wasn't detached.");
    const undone = await undoChange(db, ada, { taskId: child, changeSetId: released.changeSetId }, NOON);
    expect(undone).toMatchObject({ ok: true, back: [`the parent #${parent}`] });
    expect(await parentOf()).toBe(parent);
  });
});
