import { expect } from "vitest";
import type { Db } from "~/db/types";
import { readBoard } from "~/features/board/board-read.server";
import { QUEUE_SORT } from "~/features/task-list/task-sort-and-cursor";
import type { Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { onEachDatabase } from "../../support/database";
import { anAgent, aTask, NOON } from "../../support/factories";

async function boardAt(db: Db, viewer: Viewer, search: string) {
  const { asked } = await parseListUrl(db, viewer, new URLSearchParams(search), NOON);
  if (!asked.ok) throw new Error(asked.error.message);
  return readBoard(db, viewer, asked, QUEUE_SORT, NOON);
}

const shapeOf = (board: Awaited<ReturnType<typeof boardAt>>) =>
  board.map(({ status, tasks, goesOn }) => [status, tasks.length, goesOn]);

/** Inserts copies of a task, more than any form would create. */
async function copies(db: Db, id: number, count: number) {
  const { id: _, ...row } = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  await db
    .insertInto("task")
    .values(Array.from({ length: count }, () => row))
    .execute();
}

onEachDatabase("a board", (test) => {
  test("has a column per open status and a short one of resolved tasks, within its list", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { tags: ["vpn"] });
    await copies(db, id, 51);
    const done = await aTask(db, { status: "resolved" });
    await copies(db, done.id, 10);
    await aTask(db, { status: "on_hold", tags: ["vpn"] });
    await aTask(db, { status: "closed" });
    const secret = await aTask(db, { confidential: true, evenIfShutOut: true });
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();

    const board = await boardAt(db, ada, "");
    expect(shapeOf(board)).toEqual([
      ["new", 50, true],
      ["in_progress", 0, false],
      ["waiting_requester", 0, false],
      ["on_hold", 1, false],
      ["resolved", 10, true],
    ]);
    expect(board.flatMap(({ tasks }) => tasks).some((task) => task.id === secret.id)).toBe(false);
    expect(shapeOf(await boardAt(db, ada, "tag=vpn")).filter(([, count]) => count !== 0)).toEqual([
      ["new", 1, false],
      ["on_hold", 1, false],
    ]);
  });

  test("shows the statuses its list asks for", async ({ db }) => {
    const ada = await anAgent(db);
    const columns = async (search: string) => (await boardAt(db, ada, search)).map(({ status }) => status);
    expect(await columns("status=on_hold")).toEqual(["on_hold"]);
    expect(await columns("status=done")).toEqual(["resolved", "closed", "cancelled"]);
    expect(await columns("status=any")).toEqual(["new", "in_progress", "waiting_requester", "on_hold", "resolved"]);
  });
});
