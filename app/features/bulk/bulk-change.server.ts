import { setImmediate } from "node:timers/promises";
import { type Selectable, type SqlBool, sql } from "kysely";
import { type Engine, engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { once } from "~/db/request-key.server";
import { reindexTogether } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { cancelJob, planJob } from "~/features/jobs/job-queue.server";
import { bulkBatch } from "~/features/tasks/notifications/batch-names.server";
import { asOneBatch } from "~/features/tasks/notifications/notify.server";
import { isHeldOf } from "~/features/tasks/sending/held-replies.server";
import { type ListTasks, workedOnIn } from "~/features/tasks/task-list.server";
import { UNDO_MS } from "~/features/tasks/undo/undo-rules";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { BULK_LIMITS, type BulkWanted } from "./bulk-words";
import { changeOne, type Outcome, undoOne } from "./change-one.server";

/** The tasks a bulk change is about: those of these numbers, or whatever the list has by now. */
export type BulkTasks = { ids: readonly number[] } | { list: Pick<ListTasks, "filter" | "where"> };

/**
 * nothing   the list has no task that this person works on
 * too_many  it has more than they may change in one go
 */
export type StartBulk = { ok: true; id: number } | { ok: false; why: "nothing" | "forbidden" } | TooMany;
type TooMany = { ok: false; why: "too_many"; most: number };

/** How many tasks this person changes in one go (domain B6). */
export async function mostAtOnce(db: Db, viewer: Viewer): Promise<number> {
  return viewer.role === "admin" || (await leadsATeam(db, viewer)) ? BULK_LIMITS.lead : BULK_LIMITS.agent;
}

/** How many tasks of a list this person works on, up to `most`. */
export async function countMeant(
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

async function leadsATeam(db: Db, viewer: Viewer): Promise<boolean> {
  const led = db.selectFrom("team_member").select("team_id").where("user_id", "=", viewer.id).where("lead", "=", 1);
  return isAgent(viewer) && (await led.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Writes down what is to be done, and has it done: up to 500 tasks before this answers, more by a job soon after. The same
 * form twice is one change.
 */
export async function startBulk(
  db: Db,
  viewer: Viewer,
  { tasks, wanted, back, requestKey }: { tasks: BulkTasks; wanted: BulkWanted; back: string; requestKey: string },
  now: number,
): Promise<StartBulk> {
  if (!isAgent(viewer)) return { ok: false, why: "forbidden" };
  const most = await mostAtOnce(db, viewer);
  const count = "ids" in tasks ? tasks.ids.length : await countMeant(db, viewer, tasks.list, most + 1);
  const made = await begin(
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

/** Answers the number of the bulk change; null where it is refused. */
async function begin(db: Db, viewer: Viewer, bulk: Begin, now: number, insertTasks: TasksOf): Promise<number | null> {
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
      // What is done at once is planned as well: a server that ends meanwhile goes on with it.
      await plan(tx, id, waits ? now + MINUTE_MS : now, now);
      return id;
    });
    return { id: made?.id ?? null, waits };
  });
  if (begun.id !== null && begun.waits) {
    while (await inTransaction(db, (tx) => workOn(tx, begun.id ?? 0, now))) await setImmediate(); // others have their turn
  }
  return begun.id;
}

const jobKey = (id: number) => `bulk:${id}`;

const plan = (tx: Tx, id: number, runAt: number, now: number) =>
  planJob(tx, { kind: "bulk", key: jobKey(id), runAt, payload: { id } }, now);

/** The job: a portion, and then the next. */
export async function bulkJob(tx: Tx, payload: Record<string, unknown>, now: number): Promise<void> {
  const id = Number(payload.id);
  if (await workOn(tx, id, now)) await plan(tx, id, now, now);
}

/**
 * On SQLite nobody else writes while a portion is worked on, and in one process nobody reads: so long they wait, and as long
 * again for the text index and the disk. On PostgreSQL only whoever changes one of the same tasks waits, and beginning and
 * ending a portion costs more.
 */
const PORTION_MS: Record<Engine, number> = { sqlite: 6, postgres: 200 };
const MOST_IN_A_PORTION = 50;

/** Does a portion of a bulk change and answers whether there is more of it. */
const workOn = (tx: Tx, id: number, now: number): Promise<boolean> =>
  reindexTogether(tx, () => workOnPortion(tx, id, now));

async function workOnPortion(tx: Tx, id: number, now: number): Promise<boolean> {
  const until = performance.now() + PORTION_MS[engineOf(tx)];
  const asked = tx.selectFrom("bulk_change").selectAll().where("id", "=", id).where("ended_at", "is", null);
  const bulk = await forUpdate(tx, asked).executeTakeFirst();
  if (!bulk) return false;
  const viewer = await actorOf(tx, bulk.actor_id);
  if (!viewer) {
    await end(tx, id, { cancelled: 1 }, now);
    return false;
  }
  const next = await tx
    .selectFrom("bulk_task")
    .select(["task_id", "change_set_id"])
    .where("bulk_id", "=", id)
    .where("outcome", "is", null)
    .orderBy("task_id")
    .limit(MOST_IN_A_PORTION)
    .execute();
  const wanted = JSON.parse(bulk.wanted) as BulkWanted;
  let [changed, skipped] = [0, 0];
  for (const task of next) {
    const done = await workOnTask(tx, viewer, bulk, wanted, task, now);
    if (done.outcome === "changed") changed++;
    else skipped++;
    const row = tx.updateTable("bulk_task").set(done).where("bulk_id", "=", id).where("task_id", "=", task.task_id);
    await row.execute();
    if (performance.now() > until) break;
  }
  const more = changed + skipped < next.length || next.length === MOST_IN_A_PORTION;
  await tx
    .updateTable("bulk_change")
    .set((eb) => ({ changed: eb("changed", "+", changed), skipped: eb("skipped", "+", skipped) }))
    .where("id", "=", id)
    .execute();
  if (!more) await end(tx, id, {}, now);
  return more;
}

function workOnTask(
  tx: Tx,
  viewer: Viewer,
  { id, undoes, created_at }: Selectable<Database["bulk_change"]>,
  wanted: BulkWanted,
  { task_id: taskId, change_set_id: changeSetId }: { task_id: number; change_set_id: number | null },
  now: number,
): Promise<Outcome> {
  return asOneBatch(tx, { name: bulkBatch(id) }, () =>
    undoes === null
      ? changeOne(tx, viewer, { taskId, bulkId: id }, wanted, now)
      : undoOne(tx, viewer, { bulkId: undoes, taskId, changeSetId, askedAt: created_at }, now),
  );
}

/** Who asked for it, as they are now; null once they do not work on tasks any more. */
async function actorOf(tx: Tx, id: number): Promise<Viewer | null> {
  const person = await tx
    .selectFrom("user")
    .select(["id", "name", "email", "role", "state"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (person?.state !== "active" || !isAgent(person)) return null;
  return { id, name: person.name, email: person.email, role: person.role };
}

async function end(tx: Tx, id: number, more: { cancelled?: 1 }, now: number) {
  await tx
    .updateTable("bulk_change")
    .set({ ended_at: now, ...more })
    .where("id", "=", id)
    .execute();
  await cancelJob(tx, jobKey(id));
}

/** The bulk changes that this person may look at: their own; admins every one. */
export const bulkOf = (db: Db, viewer: Viewer, id: number) => {
  const found = db.selectFrom("bulk_change").selectAll().where("id", "=", id);
  return viewer.role === "admin" ? found : found.where("actor_id", "=", isAgent(viewer) ? viewer.id : 0);
};

/** Ends a bulk change before all of it is done; what was done stays. False for none that is going on. */
export async function cancelBulk(db: Db, viewer: Viewer, id: number, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const bulk = await forUpdate(tx, bulkOf(tx, viewer, id)).executeTakeFirst();
    if (!bulk) return false;
    if (bulk.ended_at === null) await end(tx, id, { cancelled: 1 }, now);
    return true;
  });
}

export type UndoBulk =
  | { ok: true; id: number }
  | { ok: false; why: "no_such_change" | "undone" | "too_late" | "going_on" | "nothing" };

/** Why a bulk change is not undone as a whole; null for yes. */
export async function whyNotUndoBulk(
  db: Db,
  viewer: Viewer,
  bulk: Selectable<Database["bulk_change"]>,
  now: number,
): Promise<Exclude<Extract<UndoBulk, { ok: false }>["why"], "no_such_change"> | null> {
  if (bulk.ended_at === null) return "going_on";
  if (bulk.undoes !== null || !(await hasWhatCanBeUndone(db, bulk.id))) return "nothing";
  if (await undoingOf(db, bulk.id)) return "undone";
  // How long leads have is asked again of each task; of those whose team they do not lead they keep the rest.
  const long = viewer.role === "admin" || (await leadsATeam(db, viewer));
  return now - bulk.created_at <= (long ? UNDO_MS.lead : UNDO_MS.author) ? null : "too_late";
}

/** The tasks of which it changed fields, or holds a reply. What was said stays said. */
const canBeUndone = (id: number) =>
  sql<SqlBool>`(bulk_task.change_set_id is not null or ${isHeldOf(bulkBatch(id), sql`bulk_task.task_id`)})`;

async function hasWhatCanBeUndone(db: Db, id: number): Promise<boolean> {
  const one = db.selectFrom("bulk_task").select("task_id").where("bulk_id", "=", id).where(canBeUndone(id));
  return (await one.limit(1).executeTakeFirst()) !== undefined;
}

/** The bulk change that takes this one back. */
export const undoingOf = (db: Db, id: number) =>
  db.selectFrom("bulk_change").select("id").where("undoes", "=", id).executeTakeFirst();

/** Takes back everything that a bulk change has changed, as one more bulk change. */
export async function undoBulk(db: Db, viewer: Viewer, id: number, now: number): Promise<UndoBulk> {
  const bulk = await bulkOf(db, viewer, id).executeTakeFirst();
  if (!bulk) return { ok: false, why: "no_such_change" };
  const undoing = await undoingOf(db, id);
  if (undoing) return { ok: true, id: undoing.id }; // pressed twice
  const why = await whyNotUndoBulk(db, viewer, bulk, now);
  if (why) return { ok: false, why };
  const undone = { requestKey: `undo-bulk:${id}`, wanted: {}, back: bulk.back, undoes: id };
  const made = await begin(db, viewer, undone, now, (tx, newId) =>
    tx
      .insertInto("bulk_task")
      .columns(["bulk_id", "task_id", "change_set_id"])
      .expression(
        tx
          .selectFrom("bulk_task")
          .select([sql<number>`cast(${newId} as integer)`.as("bulk_id"), "task_id", "change_set_id"])
          .where("bulk_id", "=", id)
          .where(canBeUndone(id)),
      )
      .executeTakeFirstOrThrow(),
  );
  return made === null ? { ok: false, why: "nothing" } : { ok: true, id: made };
}

/** As long as leads and admins may undo a change, it is known which were made together. */
const KEPT_MS = UNDO_MS.lead + DAY_MS;
const SWEPT_AT_ONCE = 10;

/** Forgets old bulk changes, a few at a time; the history of their tasks stays. Answers whether there are more. */
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
