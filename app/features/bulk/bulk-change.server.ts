import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import { once } from "~/db/once-per-form.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { UNDO_MS } from "~/features/history/undo-rules";
import { type ListTasks, workedOnIn } from "~/features/task-list/task-list.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { BULK_LIMITS, type BulkWanted } from "./bulk";
import { endBulk, planBatch, workOn } from "./bulk-batch.server";

/** Tasks to change: these numbers, or everything currently in the list. */
type BulkTasks = { ids: readonly number[] } | { list: Pick<ListTasks, "filter" | "where"> };

/**
 * nothing   the list has no task with agent access
 * too_many  it has more than this person may change at once
 */
type StartBulk = { ok: true; id: number } | { ok: false; why: "nothing" | "forbidden" } | TooMany;
type TooMany = { ok: false; why: "too_many"; most: number };

/** How many tasks this person may change at once (domain B6). */
export async function mostAtOnce(db: Db, viewer: Viewer): Promise<number> {
  return (await leadsSomewhere(db, viewer)) ? BULK_LIMITS.lead : BULK_LIMITS.agent;
}

/** Counts a list's tasks with agent access, up to `most`. */
export async function countBulkTasks(
  db: Db,
  viewer: Viewer,
  list: Pick<ListTasks, "filter" | "where">,
  most: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(workedOnIn(db, viewer, list, most).as("meant"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the requesters that a reply to all these tasks would reach. Looks at no more than `most` tasks of a list. */
export async function countRequesters(db: Db, viewer: Viewer, tasks: BulkTasks, most: number): Promise<number> {
  if ("ids" in tasks && tasks.ids.length === 0) return 0;
  const { count } = await db
    .selectFrom("task")
    .select(({ fn }) => fn.count<number | string>("requester_id").distinct().as("count"))
    .where("id", "in", "ids" in tasks ? tasks.ids : workedOnIn(db, viewer, tasks.list, most))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether the viewer leads any team or is an admin. Each task is checked for its own team later. */
export async function leadsSomewhere(db: Db, viewer: Viewer): Promise<boolean> {
  if (viewer.role === "admin") return true;
  const led = db.selectFrom("team_member").select("team_id").where("user_id", "=", viewer.id).where("lead", "=", 1);
  return isAgent(viewer) && (await led.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Records a bulk change and starts it: up to 500 tasks are done before this returns, more are left to a job. Sending the form
 * twice starts one change.
 */
export async function startBulk(
  db: Db,
  viewer: Viewer,
  { tasks, wanted, back, requestKey }: { tasks: BulkTasks; wanted: BulkWanted; back: string; requestKey: string },
  now: number,
): Promise<StartBulk> {
  if (!isAgent(viewer)) return { ok: false, why: "forbidden" };
  const most = await mostAtOnce(db, viewer);
  const count = "ids" in tasks ? tasks.ids.length : await countBulkTasks(db, viewer, tasks.list, most + 1);
  const made = await beginBulk(
    db,
    viewer,
    { requestKey, wanted, back, refuse: count === 0 || count > most },
    now,
    (tx, id) =>
      "ids" in tasks
        ? tx
            .insertInto("bulk_task")
            .values(tasks.ids.map((task_id) => ({ bulk_id: id, task_id })))
            .executeTakeFirstOrThrow()
        : tx
            .insertInto("bulk_task")
            .columns(["bulk_id", "task_id"])
            .expression(
              tx
                .selectFrom(workedOnIn(tx, viewer, tasks.list, most).as("meant"))
                .select([sql<number>`cast(${id} as integer)`.as("bulk_id"), "meant.id as task_id"]),
            )
            .executeTakeFirstOrThrow(),
  );
  if (made !== null) return { ok: true, id: made };
  return count > most ? { ok: false, why: "too_many", most } : { ok: false, why: "nothing" };
}

type Begin = { requestKey: string; wanted: BulkWanted; back: string; undoes?: number; refuse?: boolean };
type TasksOf = (tx: Tx, id: number) => Promise<{ numInsertedOrUpdatedRows?: bigint | undefined }>;

/** Returns the id of the bulk change; null if it was refused. */
export async function beginBulk(
  db: Db,
  viewer: Viewer,
  bulk: Begin,
  now: number,
  insertTasks: TasksOf,
): Promise<number | null> {
  const { requestKey, wanted, back, undoes, refuse = false } = bulk;
  const begun = await inTransaction(db, async (tx) => {
    let waits = false;
    const made = await once(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      if (refuse) return null;
      const values = { actor_id: viewer.id, wanted: JSON.stringify(wanted), back, undoes: undoes ?? null };
      const { id } = await tx
        .insertInto("bulk_change")
        .values({ ...values, total: 0, created_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { numInsertedOrUpdatedRows = 0n } = await insertTasks(tx, id);
      const total = Number(numInsertedOrUpdatedRows);
      await tx.updateTable("bulk_change").set({ total }).where("id", "=", id).execute();
      waits = total <= BULK_LIMITS.atOnce;
      // Work done at once is planned as well, so that it continues after a restart.
      await planBatch(tx, id, waits ? now + MINUTE_MS : now, now);
      return id;
    });
    return { id: made?.id ?? null, waits };
  });
  if (begun.id !== null && begun.waits) {
    while (await inTransaction(db, (tx) => workOn(tx, begun.id ?? 0, now))) await setImmediate(); // lets other requests run
  }
  return begun.id;
}

/** Query for a bulk change this person may view: their own, or any for admins. */
export const bulkOf = (db: Db, viewer: Viewer, id: number) => {
  const found = db.selectFrom("bulk_change").selectAll().where("id", "=", id);
  return viewer.role === "admin" ? found : found.where("actor_id", "=", isAgent(viewer) ? viewer.id : 0);
};

/** Stops a bulk change; what is done stays. Returns false if there is no such change. */
export async function cancelBulk(db: Db, viewer: Viewer, id: number, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const bulk = await forUpdate(tx, bulkOf(tx, viewer, id)).executeTakeFirst();
    if (!bulk) return false;
    if (bulk.ended_at === null) await endBulk(tx, id, { cancelled: 1 }, now);
    return true;
  });
}

/** A bulk change is kept as long as leads and admins may undo it. */
const KEPT_MS = UNDO_MS.lead + DAY_MS;
const SWEPT_AT_ONCE = 10;

/** Deletes a few old bulk changes; the history of their tasks stays. Returns whether there may be more. */
export async function sweepBulkChanges(tx: Tx, now: number): Promise<boolean> {
  const old = await tx
    .selectFrom("bulk_change")
    .select("id")
    .where("created_at", "<", now - KEPT_MS)
    .orderBy("created_at")
    .limit(SWEPT_AT_ONCE)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await tx.deleteFrom("bulk_task").where("bulk_id", "in", ids).execute();
  await tx.deleteFrom("bulk_change").where("id", "in", ids).execute();
  return old.length === SWEPT_AT_ONCE;
}
