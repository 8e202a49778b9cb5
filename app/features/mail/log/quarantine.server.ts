import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeRecords, type NotAllowed } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import { mailReason } from "../mail-reasons";
import type { HandlingUndo, Rule } from "./quarantine-undo";

/** not_waiting: the message isn't in quarantine. no_sender: there is no sender to allow or block. */
type Refused = NotAllowed | { ok: false; why: "no_such_mail" | "not_waiting" | "no_sender" };
type Handled = { ok: true; sender: string; undo: HandlingUndo } | Refused;

/** Hands a quarantined message back to the processing job, which accepts it this time. */
export const releaseMail = (db: Db, viewer: Viewer, id: number) =>
  handleMail(db, viewer, id, async (tx, mail) => {
    await release(tx, id);
    return { ok: true, sender: mail.from_address, undo: { id, did: "release", was: wasOf(mail) } };
  });

/** Processes a message, and from now on all mail from its sender. */
export const allowSender = (db: Db, viewer: Viewer, id: number, now: number) =>
  handleMail(db, viewer, id, async (tx, mail) => {
    const rule = await setRule(tx, viewer, mail.from_address, "allow", now);
    if (!rule) return { ok: false, why: "no_sender" };
    await release(tx, id);
    return { ok: true, sender: mail.from_address, undo: { id, did: "release", was: wasOf(mail), rule } };
  });

/** Removes a message from the quarantine list, and quarantines all further mail from its sender. */
export const blockSender = (db: Db, viewer: Viewer, id: number, now: number) =>
  handleMail(db, viewer, id, async (tx, mail) => {
    const rule = await setRule(tx, viewer, mail.from_address, "block", now);
    if (!rule) return { ok: false, why: "no_sender" };
    await takeOffList(tx, viewer, id, now);
    return { ok: true, sender: mail.from_address, undo: { id, did: "take_off", was: wasOf(mail), rule } };
  });

/** Removes a message from the quarantine list. It stays in the log, and its sender's rule doesn't change. */
export const dismissMail = (db: Db, viewer: Viewer, id: number, now: number) =>
  handleMail(db, viewer, id, async (tx, mail) => {
    await takeOffList(tx, viewer, id, now);
    return { ok: true, sender: mail.from_address, undo: { id, did: "take_off", was: wasOf(mail) } };
  });

const takeOffList = (tx: Tx, viewer: Viewer, id: number, now: number) =>
  tx.updateTable("inbound_mail").set({ handled_at: now, handled_by: viewer.id }).where("id", "=", id).execute();

/** processed: too late. `task`: the one it created or belongs to. */
type Undone = { ok: true } | Refused | { ok: false; why: "processed"; task: number | null; isNew: boolean };

/** Returns a message to quarantine, and its sender to the rule before. Refused once the message is processed. */
export async function undoHandling(db: Db, viewer: Viewer, { id, did, was, rule }: HandlingUndo, now: number) {
  return changeRecords<Undone>(db, viewer, { may: maySetUpDesk }, async (tx) => {
    let mail = tx.updateTable("inbound_mail").where("id", "=", id);
    if (did === "release") mail = mail.where("outcome", "is", null).where("reason", "=", mailReason("released"));
    else mail = mail.where("outcome", "=", "quarantined").where("handled_by", "=", viewer.id);
    const { numUpdatedRows } = await mail
      .set({
        ...{ outcome: "quarantined", reason: was.reason, attempts: was.attempts, processed_at: was.processedAt },
        ...{ handled_at: was.handledAt, handled_by: was.handledAt === null ? null : viewer.id },
      })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      const current = tx.selectFrom("inbound_mail").select(["task_id", "outcome"]).where("id", "=", id);
      const found = await current.executeTakeFirst();
      if (!found) return { ok: false, why: "no_such_mail" };
      return { ok: false, why: "processed", task: found.task_id, isNew: found.outcome === "task" };
    }
    if (rule) await resetRule(tx, viewer, rule, now);
    return { ok: true };
  });
}

type Mail = {
  from_address: string;
  reason: string;
  attempts: number;
  processed_at: number | null;
  handled_at: number | null;
};

const wasOf = (mail: Mail): HandlingUndo["was"] => ({
  ...{ reason: mail.reason.slice(0, 500), attempts: mail.attempts, processedAt: mail.processed_at },
  handledAt: mail.handled_at,
});

/** Runs `work` for an admin if the message is in quarantine, handled or not. */
const handleMail = (db: Db, viewer: Viewer, id: number, work: (tx: Tx, mail: Mail) => Promise<Handled>) =>
  changeRecords<Handled>(db, viewer, { may: maySetUpDesk }, async (tx) => {
    // A no-op change, which locks the row on both engines.
    const mail = await tx
      .updateTable("inbound_mail")
      .set((eb) => ({ attempts: eb.ref("attempts") }))
      .where("id", "=", id)
      .where("outcome", "=", "quarantined")
      .returning(["from_address", "reason", "attempts", "processed_at", "handled_at"])
      .executeTakeFirst();
    if (mail) return work(tx, mail);
    const known = await tx.selectFrom("inbound_mail").select("id").where("id", "=", id).executeTakeFirst();
    return { ok: false, why: known ? "not_waiting" : "no_such_mail" };
  });

async function release(tx: Tx, id: number) {
  const released = { outcome: null, reason: mailReason("released"), attempts: 0, try_at: null, processed_at: null };
  await tx
    .updateTable("inbound_mail")
    .set({ ...released, handled_at: null, handled_by: null })
    .where("id", "=", id)
    .execute();
}

type SetRule = NonNullable<HandlingUndo["rule"]>;

/** Null for a message without a sender. */
async function setRule(tx: Tx, viewer: Viewer, sender: string, rule: Rule, now: number): Promise<SetRule | null> {
  const key = emailKeyOf(sender);
  if (key === "") return null;
  const before = await tx.selectFrom("sender_rule").select("rule").where("address_key", "=", key).executeTakeFirst();
  const row = { rule, created_by: viewer.id, created_at: now };
  await tx
    .insertInto("sender_rule")
    .values({ address_key: key, ...row })
    .onConflict((conflict) => conflict.column("address_key").doUpdateSet(row))
    .execute();
  const kind = rule === "allow" ? "sender_allowed" : "sender_blocked";
  await logSecurity(tx, { kind, actorId: viewer.id, details: { Of: key } }, now);
  return { key, set: rule, was: before?.rule ?? null };
}

/** Doesn't change a rule that another admin has set since. */
async function resetRule(tx: Tx, viewer: Viewer, { key, set, was }: SetRule, now: number) {
  const deleted = await tx
    .deleteFrom("sender_rule")
    .where("address_key", "=", key)
    .where("rule", "=", set)
    .where("created_by", "=", viewer.id)
    .returning("address_key")
    .execute();
  if (deleted.length === 0) return;
  if (was !== null) {
    const row = { address_key: key, rule: was, created_by: viewer.id, created_at: now };
    await tx.insertInto("sender_rule").values(row).execute();
  }
  await logSecurity(tx, { kind: "sender_rule_undone", actorId: viewer.id, details: { Of: key } }, now);
}
