import { expect } from "vitest";
import type { Db } from "~/db/types";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { rateTask } from "~/features/tasks/rating/rate-task.server";
import { RatingForm } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../../support/factories";

const DAY = 86_400_000;
const good = { value: "good", comment: "" } as const;
const bad = { value: "bad", comment: "Nobody called." } as const;

const row = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const history = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["actor_id", "old_value", "new_value"])
    .where("task_id", "=", id)
    .where("field", "=", "rating")
    .orderBy("id")
    .execute();
const becomes = (db: Db, id: number, changes: object) =>
  db.updateTable("task").set(changes).where("id", "=", id).execute();

onEachDatabase("a rating (domain B13)", (test) => {
  test("can be given to a resolved task and is shown to agents", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db, { status: "resolved" })];
    expect(await rateTask(db, requester, id, bad, NOON + 1)).toEqual({ ok: true, isComment: false });
    expect(await row(db, id)).toMatchObject({
      rating: "bad",
      rating_comment: "Nobody called.",
      rated_at: NOON + 1,
      rated_by: requester.id,
      version: 2,
    });
    expect(await history(db, id)).toEqual([
      { actor_id: requester.id, old_value: null, new_value: "Bad: Nobody called." },
    ]);
    const [page, own] = [await readTask(db, ada, id, NOON + 2), await readTask(db, requester, id, NOON + 2)];
    expect(page?.rating).toEqual({ value: "bad", comment: "Nobody called.", at: NOON + 1, isPast: false });
    expect(own?.rating).toEqual({ value: "bad", comment: "Nobody called.", changeable: true });
  });

  test("can be changed for 14 days after it was first given; repeating it is a no-op", async ({ db }) => {
    const { id, requester } = await aTask(db, { status: "closed" });
    await rateTask(db, requester, id, good, NOON);
    await rateTask(db, requester, id, good, NOON + 1);
    expect(await rateTask(db, requester, id, bad, NOON + 14 * DAY)).toEqual({ ok: true, isComment: false });
    expect(await row(db, id)).toMatchObject({ rating: "bad", rated_at: NOON, version: 3 });
    expect(await history(db, id)).toMatchObject([
      { old_value: null, new_value: "Good" },
      { old_value: "Good", new_value: "Bad: Nobody called." },
    ]);
    expect(await rateTask(db, requester, id, good, NOON + 14 * DAY + 1)).toEqual({ ok: false, why: "too_late" });
    const page = await readTask(db, requester, id, NOON + 14 * DAY + 1);
    expect(page?.rating).toMatchObject({ value: "bad", changeable: false });
  });

  test("is asked for again when a reopened task is resolved; agents still see the earlier one", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db, { status: "resolved" })];
    await rateTask(db, requester, id, bad, NOON);
    await becomes(db, id, { status: "in_progress", open: 1, resolved_at: null });
    expect((await readTask(db, requester, id, NOON))?.rating).toBeNull();
    expect((await readTask(db, ada, id, NOON))?.rating).toMatchObject({ value: "bad", isPast: true });

    await becomes(db, id, { status: "resolved", open: 0, resolved_at: NOON + 30 * DAY });
    expect((await readTask(db, requester, id, NOON + 30 * DAY))?.rating).toMatchObject({ value: null });
    expect(await rateTask(db, requester, id, good, NOON + 30 * DAY)).toEqual({ ok: true, isComment: false });
    expect(await row(db, id)).toMatchObject({ rating: "good", rating_comment: null, rated_at: NOON + 30 * DAY });
  });

  for (const status of ["in_progress", "waiting_requester", "cancelled"] as const) {
    test(`can't be given to a task that is ${status}`, async ({ db }) => {
      const { id, requester } = await aTask(db, { status });
      expect(await rateTask(db, requester, id, good, NOON)).toEqual({ ok: false, why: "open" });
      expect(await row(db, id)).toMatchObject({ rating: null, version: 1 });
    });
  }

  test("can be given only by the requester, not by people in copy, agents or strangers", async ({ db }) => {
    const [ada, copied, otto] = [await anAgent(db), await aRequester(db), await aRequester(db)];
    const { id, requester } = await aTask(db, { status: "resolved" });
    await db.insertInto("participant").values({ task_id: id, user_id: copied.id, added_at: NOON }).execute();
    await rateTask(db, requester, id, bad, NOON);
    expect(await rateTask(db, copied, id, good, NOON)).toEqual({ ok: false, why: "not_yours" });
    expect(await rateTask(db, ada, id, good, NOON)).toEqual({ ok: false, why: "not_yours" });
    expect(await rateTask(db, otto, id, good, NOON)).toEqual({ ok: false, why: "no_such_task" });
    expect(await readTask(db, copied, id, NOON)).toMatchObject({ as: "requester", rating: null });
    expect(await row(db, id)).toMatchObject({ rating: "bad" });
  });

  test("by a previous requester is hidden from the current one", async ({ db }) => {
    const [zoe, { id, requester }] = [await aRequester(db), await aTask(db, { status: "resolved" })];
    await rateTask(db, requester, id, bad, NOON);
    await becomes(db, id, { requester_id: zoe.id });
    expect((await readTask(db, zoe, id, NOON))?.rating).toEqual({ value: null, comment: "", changeable: true });
  });

  test("can be searched with rating: and has:rating, by agents only (B7)", async ({ db }) => {
    const ada = await anAgent(db);
    const ana = await aRequester(db);
    const [one, two, three] = [
      await aTask(db, { requester: ana, status: "resolved" }),
      await aTask(db, { requester: ana, status: "resolved" }),
      await aTask(db, { requester: ana }),
    ].map(({ id }) => id) as [number, number, number];
    await rateTask(db, ana, one, good, NOON);
    await rateTask(db, ana, two, bad, NOON);
    const found = async (viewer: Viewer, query: string) => {
      const answer = await searchTasks(db, viewer, query, { now: NOON });
      return answer.ok ? answer.tasks.map(({ id }) => id).sort() : answer.error.message;
    };
    expect(await found(ada, "rating:bad")).toEqual([two]);
    expect(await found(ada, "rating:good,bad")).toEqual([one, two]);
    expect(await found(ada, "rating:none")).toEqual([three]);
    expect(await found(ada, "-has:rating")).toEqual([three]);
    for (const query of ["rating:bad", "has:rating"]) {
      expect(await found(ana, query)).toContain("only available to agents");
    }
  });

  test("takes a comment of up to 2,000 characters and rejects a longer one (B16)", () => {
    expect(RatingForm.safeParse({ rating: "good", comment: "é".repeat(2000) }).success).toBe(true);
    const refused = RatingForm.safeParse({ rating: "awful", comment: "é".repeat(2001) });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      "Choose Good or Bad.",
      "A comment can have at most 2,000 characters.",
    ]);
  });
});
