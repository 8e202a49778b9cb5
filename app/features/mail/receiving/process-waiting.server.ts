import { setImmediate } from "node:timers/promises";
import { databaseTrouble } from "~/db/database-errors.server";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { MINUTE_MS } from "~/lib/durations";
import { processMail, waitingMail } from "./process-mail.server";
import type { MailFiles } from "./store-mail.server";
import type { ResolveDns } from "./trust.server";

const AT_ONCE = 50;
/** Longer than processing an email may take, so the lease never expires in the middle. */
const LEASE_MS = MINUTE_MS;

type Processing = {
  failed: (error: unknown, id: number) => void;
  stopped?: () => boolean;
  resolveDns?: ResolveDns;
};

/**
 * Processes stored mail in order of arrival until none is waiting, in one process at a time. Returns the number
 * processed. Failed mail is logged and retried later; it doesn't block the mail after it.
 */
export async function processWaiting(
  db: Db,
  files: MailFiles,
  holder: string,
  { failed, stopped = () => false, resolveDns }: Processing,
): Promise<number> {
  const lease: Lease = { name: "process_mail", holder };
  let done = 0;
  const tried = new Set<number>();
  // Usually no mail is waiting; then this writes nothing.
  while (!stopped() && (await waitingMail(db, 1, Date.now())).length > 0) {
    if (!(await takeLease(db, lease, Date.now(), LEASE_MS))) return done;
    const mails = (await waitingMail(db, AT_ONCE, Date.now())).filter(({ id }) => !tried.has(id));
    if (mails.length === 0) break;
    for (const mail of mails) {
      if (stopped()) break;
      tried.add(mail.id);
      try {
        if (!(await takeLease(db, lease, Date.now(), LEASE_MS))) return done;
        await processMail(db, files, mail, Date.now(), resolveDns);
        done++;
      } catch (error) {
        if (databaseTrouble(error)) throw error;
        failed(error, mail.id);
      }
      await setImmediate(); // requests get a turn
    }
  }
  await returnLease(db, lease);
  return done;
}
