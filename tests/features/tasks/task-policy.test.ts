import fc from "fast-check";
import { expect } from "vitest";
import { type Asking, canSee, canSeeMessage, sideOf } from "~/features/tasks/task-policy";
import { readableBy, visibleTo } from "~/features/tasks/task-policy.server";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask } from "../../support/factories";

onEachDatabase("who may see a task", (test) => {
  test("is the same in SQL and in memory, for tasks and for messages", async ({ db }) => {
    const people = [await anAdmin(db), await anAgent(db), await aRequester(db), await aRequester(db)];
    for (const requester of [...people, ...people]) {
      const { id } = await aTask(db, { requester });
      const note = { task_id: id, author_id: people[1]?.id ?? null, kind: "internal", side: "agent" } as const;
      await db
        .insertInto("message")
        .values({ ...note, body: "n", body_html: "n", channel: "web", created_at: 1 })
        .execute();
    }
    const tasks = await db.selectFrom("task").select(["id", "requester_id"]).orderBy("id").execute();
    const messages = await db.selectFrom("message").select(["id", "task_id", "kind"]).orderBy("id").execute();

    const asking: fc.Arbitrary<Asking> = fc.record({
      id: fc.oneof(fc.constantFrom(...people.map(({ id }) => id)), fc.integer({ min: -5, max: 9_999 })),
      role: fc.constantFrom("requester", "agent", "admin"),
      state: fc.constantFrom("active", "disabled"),
    });
    await fc.assert(
      fc.asyncProperty(asking, async (someone) => {
        const seen = await db.selectFrom("task").select("id").where(visibleTo(someone)).orderBy("id").execute();
        const allowed = tasks.filter((task) => canSee(someone, task)).map(({ id }) => ({ id }));
        expect(seen).toEqual(allowed);

        const read = await db
          .selectFrom("message")
          .innerJoin("task", "task.id", "message.task_id")
          .select("message.id")
          .where(visibleTo(someone))
          .where(readableBy(someone))
          .orderBy("message.id")
          .execute();
        const readable = messages.filter((message) =>
          tasks.some((task) => task.id === message.task_id && canSeeMessage(someone, task, message)),
        );
        expect(read).toEqual(readable.map(({ id }) => ({ id })));
      }),
      { numRuns: 60 },
    );
  });

  test("a message is on the side of whoever asked, unless they work on it (B4)", () => {
    const [asker, agent] = [
      { id: 1, role: "agent" as const },
      { id: 2, role: "agent" as const },
    ];
    expect(sideOf(asker, { requester_id: 1, assignee_id: null })).toBe("requester");
    expect(sideOf(asker, { requester_id: 1, assignee_id: 1 })).toBe("agent");
    expect(sideOf(agent, { requester_id: 1, assignee_id: null })).toBe("agent");
    expect(sideOf({ id: 3, role: "requester" }, { requester_id: 3, assignee_id: null })).toBe("requester");
  });
});
