import { expect } from "vitest";
import type { Db } from "~/db/types";
import { answerSubTasks, readSubTasks, resolveSubTasks } from "~/features/relations/reply-to-sub-tasks.server";
import { makeSubTask } from "~/features/relations/sub-tasks.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";

const LATER = NOON + 60_000;

/** A parent with an open sub-task, a closed one, and one with an unticked checklist item. */
async function aFamily(db: Db) {
  const ada = await anAgent(db);
  const parent = (await aTask(db, { title: "Power cut" })).id;
  const [open, closed, listed] = [
    (await aTask(db)).id,
    (await aTask(db, { status: "closed" })).id,
    (await aTask(db)).id,
  ];
  for (const child of [open, closed, listed]) await makeSubTask(db, ada, child, parent, NOON);
  await db.insertInto("checklist_item").values({ task_id: listed, position: 1, text: "Fuse" }).execute();
  return { ada, parent, open, closed, listed };
}

onEachDatabase("acting on sub-tasks from the parent (domain B4)", (test) => {
  test("replies once in each sub-task's conversation and reports which it skipped and why", async ({ db }) => {
    const { ada, parent, open, closed, listed } = await aFamily(db);
    const chosen = [open, closed, listed, parent];
    const answer = { body: "Power is back.", requestKey: aKey(), chosen };
    const result = await answerSubTasks(db, ada, parent, answer, LATER);
    expect(result.done).toEqual([open, listed]);
    expect(result.skipped).toEqual([
      { id: parent, why: "This task is no longer one of the sub-tasks." },
      { id: closed, why: "This task can't move from Closed to that status. Choose another status." },
    ]);
    expect(await answerSubTasks(db, ada, parent, answer, LATER), "sent twice").toEqual(result);
    const said = await db.selectFrom("message").select("task_id").where("body", "=", "Power is back.").execute();
    expect(said.map(({ task_id }) => task_id).sort()).toEqual([open, listed].sort());
    const { subTasks } = await readSubTasks(db, ada, parent);
    expect(subTasks.map(({ id, status }) => [id, status])).toEqual([
      [open, "waiting_requester"],
      [closed, "closed"],
      [listed, "waiting_requester"],
    ]);
  });

  test("holds the replies for the sending window", async ({ db }) => {
    const { ada, parent, open } = await aFamily(db);
    const answer = { body: "Soon.", requestKey: aKey(), chosen: [open] };
    await answerSubTasks(db, ada, parent, answer, LATER, { windowMs: 10_000 });
    const held = await db.selectFrom("message").select("send_after").where("body", "=", "Soon.").execute();
    expect(held).toEqual([{ send_after: LATER + 10_000 }]);
  });

  test("resolves the sub-tasks with nothing left to do and says why it skipped others", async ({ db }) => {
    const { ada, parent, open, closed, listed } = await aFamily(db);
    const result = await resolveSubTasks(db, ada, parent, [open, closed, listed], LATER);
    expect(result).toEqual({
      done: [open],
      skipped: [
        { id: closed, why: "This task is already Closed." },
        { id: listed, why: "This task has 1 unticked checklist item. Open the task to resolve it." },
      ],
    });
    expect(await resolveSubTasks(db, ada, parent, [open], LATER)).toEqual({ done: [], skipped: [] });
  });

  test("skips sub-tasks the viewer can't access and only counts them", async ({ db }) => {
    const { ada, parent, open } = await aFamily(db);
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", open).execute();
    const { subTasks, unseen } = await readSubTasks(db, ada, parent);
    expect([subTasks.length, unseen]).toEqual([2, 1]);
    const answer = { body: "Hello", requestKey: aKey(), chosen: [open] };
    expect((await answerSubTasks(db, ada, parent, answer, LATER)).done).toEqual([]);
  });
});
