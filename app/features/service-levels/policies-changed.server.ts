import { isAmong } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { type JobHandler, type JobHandlers, planJob } from "~/features/jobs/job-queue.server";
import { MINUTE_MS } from "~/lib/durations";
import { addToClocks, lockClocks } from "./clock-store.server";
import { changesBetween, isInWork, knownFrom } from "./known-task";
import { selectPolicies } from "./select-policy.server";
import {
  type DeskServiceLevels,
  loadServiceLevels,
  renewIfInUse,
  renewServiceLevels,
} from "./service-levels-data.server";
import { beginClocks, clockTasks, recordSelection } from "./update-clocks.server";

const KIND = "select_policies";
/** Key of the job that goes through all tasks. */
export const SELECTION_JOB = `${KIND}:all`;
/** Tasks in one transaction, which on SQLite blocks all other writes. */
const BATCH = 50;

/**
 * Call it in the transaction that saves, reorders or deletes a policy or a calendar. Every process uses the new version
 * from the next change on, and a job selects policies again for all unfinished tasks.
 */
export async function policiesChanged(tx: Tx, now: number): Promise<void> {
  await renewServiceLevels(tx);
  await plan(tx, now);
}

/** Like `policiesChanged`, for changes that matter only if there are policies: pausing statuses, imported tasks. */
export async function clockTermsChanged(tx: Tx, now: number): Promise<void> {
  if (await renewIfInUse(tx)) await plan(tx, now);
}

const AGAIN_MS = MINUTE_MS;

async function plan(tx: Tx, now: number) {
  await planBatch(tx, { pass: "all", at: 0, id: 0 }, now);
  // A second pass, for tasks with a change in progress when this was saved.
  await planBatch(tx, { pass: "recent", at: now - AGAIN_MS, id: 0 }, now + AGAIN_MS);
}

/** The position of a pass through unfinished tasks, which are sorted by their last change. */
type Place = { pass: "all" | "recent"; at: number; id: number };

const planBatch = (tx: Tx, place: Place, runAt: number) =>
  planJob(tx, { kind: KIND, key: `${KIND}:${place.pass}`, runAt, payload: place }, runAt);

/** The job `select_policies`: one batch of unfinished tasks. */
const selectForBatch: JobHandler = async (tx, payload, now) => {
  const desk = await loadServiceLevels(tx);
  if (!desk) return;
  const { pass, at, id } = payload as Place;
  if (pass === "all" && id === 0) await catchUp(tx, desk, now);
  const open = tx
    .selectFrom("task")
    .select(["id", "updated_at"])
    .where("open", "=", 1)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("updated_at", "id"), ">", tuple(at, id)))
    .orderBy("updated_at")
    .orderBy("id")
    .limit(BATCH);
  const batch = await open.execute();
  await selectFor(tx, desk, await locked(tx, batch), now);
  const last = batch.at(-1);
  if (last && batch.length === BATCH) await planBatch(tx, { pass, at: last.updated_at, id: last.id }, now);
};

async function locked(tx: Tx, tasks: readonly { id: number }[]): Promise<number[]> {
  const ids = tasks.map(({ id }) => id);
  const rows = tx
    .selectFrom("task")
    .select("id")
    .where(isAmong(tx, "id", ids))
    .orderBy("id");
  return (await forUpdate(tx, rows).execute()).map(({ id }) => id);
}

/** Tasks finished by an import whose clocks still run. */
async function catchUp(tx: Tx, desk: DeskServiceLevels, now: number): Promise<void> {
  const finished = await tx
    .selectFrom("clock_state")
    .innerJoin("task", "task.id", "clock_state.task_id")
    .select("task.id")
    .where("clock_state.level", "in", ["ok", "warning", "paused"])
    .where("task.open", "=", 0)
    .limit(500)
    .execute();
  if (finished.length > 0) await selectFor(tx, desk, await locked(tx, finished), now);
}

async function selectFor(tx: Tx, desk: DeskServiceLevels, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const stored = await lockClocks(tx, ids);
  const selected = await selectPolicies(tx, desk, ids, now);
  for (const task of await clockTasks(tx, ids)) {
    const before = stored.get(task.id) ?? null;
    const from = before?.known.policy ?? null;
    const known = knownFrom(task, from);
    if (isInWork(known)) known.policy = selected.get(task.id) ?? null;
    if (before) {
      const facts = changesBetween(before.known, known, now);
      // Even without new facts: a new version of its policy or calendar may have changed its clocks.
      await addToClocks(tx, task.id, { before, facts, known }, desk, now);
    } else if (known.policy !== null) await beginClocks(tx, task, known, desk, now);
    await recordSelection(tx, task.id, { from, to: known.policy }, desk, now);
  }
}

export const policyJobs: JobHandlers = { [KIND]: selectForBatch };
