import { clearIndex } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";

const KIND = "clear_index";

/** Plans that the words of what was redacted go from the file of the search index as well. */
export const planClearing = (tx: Tx, now: number) =>
  planJob(tx, { kind: KIND, key: KIND, runAt: now, payload: { begin: true } }, now);

/** The job `clear_index`: a part of the work, then the next one. */
export const clearIndexJob: JobHandler = async (tx, { begin }, now) => {
  if (await clearIndex(tx, { begin: begin === true })) {
    await planJob(tx, { kind: KIND, key: KIND, runAt: now, payload: {} }, now);
  }
};
