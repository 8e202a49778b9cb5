import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "./user-policy";
import type { Viewer } from "./users";
import * as say from "./users-copy";

/** Sets the desk's time zone by name. False for anyone but an admin. */
export async function saveDeskZone(db: Db, viewer: Viewer, zone: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const me = await tx.selectFrom("user").select("role").where("id", "=", viewer.id).executeTakeFirst();
    if (!me || !maySetUpDesk(me)) return false;
    const { time_zone: before } = await tx.selectFrom("catalogue").select("time_zone").executeTakeFirstOrThrow();
    if (before === zone) return true;
    await tx.updateTable("catalogue").set({ time_zone: zone }).execute();
    const details = { [say.timeZone]: `${before} → ${zone}` };
    await logSecurity(tx, { kind: "desk_zone_changed", actorId: viewer.id, details }, now);
    return true;
  });
}
