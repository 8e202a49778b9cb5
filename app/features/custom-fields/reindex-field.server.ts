import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";

const KIND = "reindex_field";
const BATCH = 100;

/** Schedules reindexing of tasks with a value in this field, after its visibility or display condition changes. */
export const planReindexing = (tx: Tx, key: string, now: number) => plan(tx, { field: key, after: 0 }, now);

const plan = (tx: Tx, payload: { field: string; after: number }, now: number) =>
  planJob(tx, { kind: KIND, key: `${KIND}:${payload.field}`, runAt: now, payload }, now);

/** The `reindex_field` job: reindexes one batch of tasks and schedules the next. */
export const reindexFieldJob: JobHandler = async (tx, payload, now) => {
  const field = String(payload.field);
  const rows = await tx
    .selectFrom("task_field")
    .select("task_id")
    .where("key", "=", field)
    .where("task_id", ">", Number(payload.after))
    .orderBy("task_id")
    .limit(BATCH)
    .execute();
  const ids = rows.map(({ task_id }) => task_id);
  if (ids.length > 0) await reindexTasks(tx, ids);
  if (ids.length === BATCH) await plan(tx, { field, after: ids.at(-1) ?? 0 }, now);
};
