import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { MINUTE_MS } from "~/lib/durations";
import { turns } from "~/lib/turns";

/** The limits of sign-ins look back as far. */
const WINDOW_MS = 15 * MINUTE_MS;

/** However many accounts and networks are tried in a window, it brings no more entries than this. */
const MOST_ENTRIES = 100;

/** One at a time: of many failures at once each sees what the others have written. */
const inTurn = turns(1);

/** Writes down that sign-ins fail beyond the limit: one entry for each account, or network address, and window. */
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
