import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { readTask } from "~/features/task-page/task-read.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";

/** The database with a query counter. */
function counted(db: Db) {
  const asked = { queries: 0 };
  const counting = db.withPlugin({
    transformQuery({ node }) {
      asked.queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, asked };
}

onEachDatabase("the page of a task with three messages", (test) => {
  test("loads no parts the task lacks: few queries and a small payload (design 5)", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester } = await aTask(db);
    await replyToTask(db, ada, id, { body: "Which floor?", requestKey: aKey() }, NOON + 1);
    await replyToTask(db, requester, id, { body: "The third.", requestKey: aKey() }, NOON + 2);

    const agents = counted(db);
    const page = await readTask(agents.db, ada, id, NOON + 3);
    expect(page?.messages).toHaveLength(3);
    expect(agents.asked.queries).toBeLessThanOrEqual(7);
    expect(JSON.stringify(page).length).toBeLessThan(3_000);

    const requesters = counted(db);
    const own = await readTask(requesters.db, requester, id, NOON + 3);
    expect(own?.messages).toHaveLength(3);
    expect(requesters.asked.queries).toBeLessThanOrEqual(3);
    expect(JSON.stringify(own).length).toBeLessThan(1_500);
  });
});
