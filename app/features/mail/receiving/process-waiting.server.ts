import { setImmediate } from "node:timers/promises";
import { databaseTrouble } from "~/db/database-errors.server";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { MINUTE_MS } from "~/lib/durations";
import { processMail, waitingMail } from "./process-mail.server";
import type { MailFiles } from "./store-mail.server";
import type { ResolveDns } from "./trust.server";

const AT_ONCE = 50;
/** Longer than a mail may take, so that a lease never runs out under the process that works. */
const LEASE_MS = MINUTE_MS;

type Processing = {
  failed: (error: unknown, id: number) => void;
  stopped?: () => boolean;
  resolveDns?: ResolveDns;
};

/**
 * Processes stored mail until none waits, in the order it came, in one process at a time. Returns how many. A mail that fails is
 * reported and tried again later; the ones after it aren't held up.
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
  // Usually nothing waits, and then nothing is written.
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
