import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type JobHandlers, planJob } from "~/features/jobs/job-queue.server";
import { mailRequestedLink } from "./account-mail.server";

export type RequestedLink = { kind: "sign_in" | "password"; address: string; path: string };

const MAIL_LINK = "mail_link";

/** A job looks up the address, so the response takes equally long whether or not it exists. */
export const requestLink = (db: Db, payload: RequestedLink, now: number): Promise<void> =>
  inTransaction(db, (tx) => planJob(tx, { kind: MAIL_LINK, runAt: now, payload }, now));

export const linkJobs: JobHandlers = {
  [MAIL_LINK]: (tx, payload, now) => mailRequestedLink(tx, payload as RequestedLink, now),
};
