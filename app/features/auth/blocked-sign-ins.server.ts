import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { turns } from "~/lib/concurrency-limit";
import { MINUTE_MS } from "~/lib/durations";

/** The same window as the sign-in limits. */
const WINDOW_MS = 15 * MINUTE_MS;

/** The most entries per window, however many accounts and networks are tried. */
const MOST_ENTRIES = 100;

/** One at a time, so that each of many simultaneous failures sees the entries of the others. */
const inTurn = turns(1);

/** Logs that sign-ins fail beyond the limit, once per window for each account, or for each network address. */
export function noteBlockedSignIn(
  db: Db,
  { userId, ip }: { userId: number | null; ip: string },
  now: number,
): Promise<void> {
  return inTurn(async () => {
    const known = await db
      .selectFrom("security_event")
      .select(["user_id", "ip"])
      .where("kind", "=", "sign_in_blocked")
      .where("at", ">", now - WINDOW_MS)
      .limit(MOST_ENTRIES)
      .execute();
    const isKnown = known.some((entry) => (userId === null ? entry.ip === ip : entry.user_id === userId));
    if (isKnown || known.length === MOST_ENTRIES) return;
    await logSecurity(db, { kind: "sign_in_blocked", actorId: null, userId, ip }, now);
  });
}
