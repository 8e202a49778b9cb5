import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { NotAllowed } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { setSender, settleSender } from "./address-sender.server";
import * as say from "./addresses-copy";
import { changeAddresses, findLive, isFull } from "./mail-address-changes.server";

type Done = { ok: true; address: string };
type NotHere = NotAllowed | { ok: false; why: "no_such_address" };

/** Pauses an address, which then neither fetches nor sends mail, or resumes it. */
export async function pauseAddress(db: Db, viewer: Viewer, id: number, paused: boolean, now: number) {
  return changeAddress<Done>(db, viewer, id, async (tx, { address, team_id, paused: before }) => {
    if (paused === (before !== null)) return { ok: true, address };
    const columns = paused ? { paused: say.pausedBy(viewer.name), paused_at: now } : { paused: null, paused_at: null };
    await tx
      .updateTable("mail_address")
      .set((eb) => ({ ...columns, paused_by_admin: paused ? 1 : 0, updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    const kind = paused ? "mail_address_paused" : "mail_address_resumed";
    await logSecurity(tx, { kind, actorId: viewer.id, teamId: team_id, details: { Of: address } }, now);
    return { ok: true, address };
  });
}

/** Pauses every address of a desk that was restored or copied: the original may still use the same mailboxes. */
export async function pauseCopiedAddresses(db: Db, now: number): Promise<void> {
  await db
    .updateTable("mail_address")
    .set({ paused: say.pausedAsCopy, paused_at: now, paused_by_admin: 1 })
    .where("paused", "is", null)
    .where("deleted_at", "is", null)
    .execute();
}

/** Makes an address the sender of its team. `previous`: the sender before it, for undo. */
export async function makeSendingAddress(db: Db, viewer: Viewer, id: number, now: number) {
  return changeAddress<Done & { previous: number | null }>(db, viewer, id, async (tx, { address, team_id }) => {
    const previous = await setSender(tx, { id, teamId: team_id });
    if (previous !== null) {
      const details = { Of: address, [say.teamsSendingAddress]: say.yes };
      await logSecurity(tx, { kind: "mail_address_changed", actorId: viewer.id, teamId: team_id, details }, now);
    }
    return { ok: true, address, previous };
  });
}

/**
 * Removes an address; another one of its team becomes the sender if it was. Can be undone for a day. Its row stays, because
 * the log names it.
 */
export async function removeAddress(
  db: Db,
  viewer: Viewer,
  { id, version }: { id: number; version: number },
  now: number,
) {
  type Removed = Done | { ok: false; why: "changed" };
  return changeAddress<Removed>(db, viewer, id, async (tx, { address, team_id, version: current }) => {
    if (current !== version) return { ok: false, why: "changed" };
    await setDeleted(tx, id, now, now);
    await settleSender(tx, team_id);
    const details = { Of: address };
    await logSecurity(tx, { kind: "mail_address_removed", actorId: viewer.id, teamId: team_id, details }, now);
    return { ok: true, address };
  });
}

/** Undoes `removeAddress` within a day, unless the same address has been added since. */
export async function restoreAddress(db: Db, viewer: Viewer, id: number, now: number) {
  type Restored = Done | NotHere | { ok: false; why: "too_many" };
  return changeAddresses<Restored>(db, viewer, async (tx) => {
    const removed = await tx
      .selectFrom("mail_address")
      .select(["address", "address_key", "team_id", "is_sender"])
      .where("id", "=", id)
      .where("deleted_at", ">", now - DAY_MS)
      .executeTakeFirst();
    if (!removed || (await findLive(tx, removed.address_key))) return { ok: false, why: "no_such_address" };
    if (await isFull(tx)) return { ok: false, why: "too_many" };
    const { address, team_id: teamId } = removed;
    await setDeleted(tx, id, null, now);
    if (removed.is_sender === 1) await setSender(tx, { id, teamId });
    else await settleSender(tx, teamId);
    await logSecurity(tx, { kind: "mail_address_restored", actorId: viewer.id, teamId, details: { Of: address } }, now);
    return { ok: true, address };
  });
}

/** Deletes the passwords of addresses that can no longer be restored. */
export async function sweepAddresses(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable("mail_address")
    .set({ secrets: "", http_key: null })
    .where("deleted_at", "<=", now - DAY_MS)
    .where((eb) => eb.or([eb("secrets", "!=", ""), eb("http_key", "is not", null)]))
    .execute();
}

const setDeleted = (tx: Tx, id: number, deleted_at: number | null, now: number) =>
  tx
    .updateTable("mail_address")
    .set((eb) => ({ deleted_at, updated_at: now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

type Address = { address: string; team_id: number; paused: string | null; version: number };

/** Runs `work` for an admin if the address exists. */
const changeAddress = <T>(
  db: Db,
  viewer: Viewer,
  id: number,
  work: (tx: Tx, address: Address) => Promise<T | NotHere>,
) =>
  changeAddresses<T | NotHere>(db, viewer, async (tx) => {
    const address = await tx
      .selectFrom("mail_address")
      .select(["address", "team_id", "paused", "version"])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return address ? work(tx, address) : { ok: false, why: "no_such_address" };
  });
