import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logHref, readLogUrl } from "~/features/mail/log/mail-log";
import { readMailLog, readQuarantine } from "~/features/mail/log/mail-log.server";
import {
  allowSender,
  blockSender,
  dismissMail,
  releaseMail,
  undoHandling,
} from "~/features/mail/log/quarantine.server";
import { parseUndo } from "~/features/mail/log/quarantine-undo";
import { sweepMailLog } from "~/features/mail/log/sweep-mail.server";
import { mailReason, reasonInWords } from "~/features/mail/mail-reasons";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../../support/factories";
import { aMail, aMailAddress } from "../../../support/mail";

const mailRow = (db: Db, id: number) =>
  db.selectFrom("inbound_mail").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const rules = (db: Db) => db.selectFrom("sender_rule").select(["address_key", "rule"]).execute();

onEachDatabase("mail log and quarantine", (test) => {
  test("lists mail newest first and pages forwards and backwards", async ({ db }) => {
    const address = await aMailAddress(db);
    for (const subject of ["one", "two", "three", "four", "five"]) await aMail(db, address, { subject });
    const subjects = ({ mail }: Awaited<ReturnType<typeof readMailLog>>) => mail.map((one) => one.subject);
    const first = await readMailLog(db, undefined, null, 2);
    expect([subjects(first), first.previous]).toEqual([["five", "four"], null]);
    const second = await readMailLog(db, undefined, { before: first.next as number }, 2);
    expect(subjects(second)).toEqual(["three", "two"]);
    const back = await readMailLog(db, undefined, { after: second.previous as number }, 2);
    expect(subjects(back)).toEqual(["five", "four"]);
    const last = await readMailLog(db, undefined, { before: second.next as number }, 2);
    expect([subjects(last), last.next]).toEqual([["one"], null]);
  });

  test("filters by outcome, address and sender, and matches wildcards in a sender literally", async ({ db }) => {
    const [help, sales] = [await aMailAddress(db), await aMailAddress(db, { address: "sales@example.org" })];
    await aMail(db, help, { subject: "a", outcome: "task", from_address: "ada_1@one.example", from_name: "Ada Byron" });
    await aMail(db, sales, { subject: "b", outcome: "bounce", from_address: "adax1@one.example" });
    await aMail(db, help, { subject: "c", outcome: null });
    const found = async (query: string) => {
      const { place, ...filter } = readLogUrl(new URLSearchParams(query));
      expect(logHref(filter, place)).toBe(`/settings/addresses/log${query && "?"}${query}`);
      return (await readMailLog(db, filter, place)).mail.map(({ subject }) => subject);
    };
    expect(await found("")).toEqual(["c", "b", "a"]);
    expect(await found("outcome=bounce")).toEqual(["b"]);
    expect(await found("outcome=waiting")).toEqual(["c"]);
    expect(await found(`address=${help}`)).toEqual(["c", "a"]);
    expect(await found("sender=BYRON")).toEqual(["a"]);
    expect(await found("sender=ada_1")).toEqual(["a"]);
    expect(await found("sender=%25")).toEqual([]);
    expect(readLogUrl(new URLSearchParams("outcome=constructor&address=x&before=~"))).toEqual({
      ...{ outcome: null, address: null, sender: "", place: null },
    });
  });

  test("gives the reason of a mail as a sentence and links to its task", async ({ db }) => {
    const { id } = await aTask(db);
    await aMail(db, await aMailAddress(db), { outcome: "reply", reason: "answer", task_id: id, sha256: null });
    const [mail] = (await readMailLog(db)).mail;
    expect(mail).toMatchObject({ reason: "Added to a task.", task: id, hasSource: false, inQuarantine: false });
    expect(reasonInWords(mailReason("same_message", "12"))).toBe("The same message was already received.");
    expect(reasonInWords("automatic:list")).toBe("Sent automatically. The message comes from a mailing list.");
    expect(reasonInWords("constructor")).toBe("constructor");
  });

  test("releases quarantined mail, which an admin can undo until it is processed", async ({ db }) => {
    const admin = await anAdmin(db);
    const id = await aMail(db, await aMailAddress(db), { reason: "broken", attempts: 3, processed_at: NOON });
    expect((await readQuarantine(db)).mail.map((one) => one.id)).toEqual([id]);
    const released = await releaseMail(db, admin, id);
    expect(await mailRow(db, id)).toMatchObject({
      ...{ outcome: null, reason: "released", attempts: 0, processed_at: null, handled_at: null },
    });
    expect((await readQuarantine(db)).mail).toEqual([]);
    expect(await releaseMail(db, admin, id)).toEqual({ ok: false, why: "not_waiting" });

    const undo = released.ok ? parseUndo(JSON.stringify(released.undo)) : null;
    if (!undo) throw new Error("The release can't be undone.");
    expect(await undoHandling(db, admin, undo, NOON)).toEqual({ ok: true });
    expect(await mailRow(db, id)).toMatchObject({
      ...{ outcome: "quarantined", reason: "broken", attempts: 3, processed_at: NOON },
    });
    const task = await aTask(db);
    await releaseMail(db, admin, id);
    await db.updateTable("inbound_mail").set({ outcome: "task", reason: "new_task", task_id: task.id }).execute();
    expect(await undoHandling(db, admin, undo, NOON)).toEqual({
      ...{ ok: false, why: "processed", task: task.id, isNew: true },
    });
  });

  test("applies a rule that allows or blocks the sender, and undo reverts it", async ({ db }) => {
    const admin = await anAdmin(db);
    const address = await aMailAddress(db);
    const id = await aMail(db, address, { from_address: "Spam@Example.ORG" });
    const blocked = await blockSender(db, admin, id, NOON);
    expect(await rules(db)).toEqual([{ address_key: "spam@example.org", rule: "block" }]);
    expect(await mailRow(db, id)).toMatchObject({ outcome: "quarantined", handled_at: NOON, handled_by: admin.id });
    expect((await readQuarantine(db)).mail).toEqual([]);

    const allowed = await allowSender(db, admin, id, NOON + 1); // from the log, after a change of mind
    expect(await rules(db)).toEqual([{ address_key: "spam@example.org", rule: "allow" }]);
    expect(await mailRow(db, id)).toMatchObject({ outcome: null, handled_at: null });
    if (!blocked.ok || !allowed.ok) throw new Error("Refused.");
    await undoHandling(db, admin, allowed.undo, NOON);
    expect(await rules(db)).toEqual([{ address_key: "spam@example.org", rule: "block" }]);
    expect(await mailRow(db, id)).toMatchObject({ outcome: "quarantined", handled_at: NOON });
    await undoHandling(db, admin, blocked.undo, NOON);
    expect(await rules(db)).toEqual([]);
    expect((await readQuarantine(db)).mail.map((one) => one.id)).toEqual([id]);
    const kinds = await db.selectFrom("security_event").select("kind").orderBy("id").execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...["sender_blocked", "sender_allowed", "sender_rule_undone", "sender_rule_undone"],
    ]);
  });

  test("dismisses mail without a sender rule, and undo returns it to quarantine", async ({ db }) => {
    const admin = await anAdmin(db);
    const id = await aMail(db, await aMailAddress(db), { from_address: "rita@one.example", reason: "not_fetched" });
    const dismissed = await dismissMail(db, admin, id, NOON);
    expect((await readQuarantine(db)).mail).toEqual([]);
    expect(await mailRow(db, id)).toMatchObject({ outcome: "quarantined", handled_by: admin.id });
    expect(await rules(db)).toEqual([]);
    const undo = dismissed.ok ? parseUndo(JSON.stringify(dismissed.undo)) : null;
    expect(undo && (await undoHandling(db, admin, undo, NOON))).toEqual({ ok: true });
    expect((await readQuarantine(db)).mail.map((one) => one.id)).toEqual([id]);
  });

  test("keeps mail as long as its address says, but at least eight days", async ({ db }) => {
    const address = await aMailAddress(db, { options: JSON.stringify({ keepDays: 1 }) });
    const kept = await aMail(db, address, { received_at: NOON - 7.5 * DAY_MS });
    await aMail(db, address, { received_at: NOON - 8.5 * DAY_MS });
    await inTransaction(db, (tx) => sweepMailLog(tx, NOON));
    expect(await db.selectFrom("inbound_mail").select("id").execute()).toEqual([{ id: kept }]);
  });

  test("refuses rules for mail without a sender, actions by agents and malformed undo data", async ({ db }) => {
    const [admin, agent] = [await anAdmin(db), await anAgent(db)];
    const id = await aMail(db, await aMailAddress(db), { from_address: "" });
    expect(await allowSender(db, admin, id, NOON)).toEqual({ ok: false, why: "no_sender" });
    expect(await blockSender(db, admin, id, NOON)).toEqual({ ok: false, why: "no_sender" });
    expect(await releaseMail(db, admin, 9_999)).toEqual({ ok: false, why: "no_such_mail" });
    for (const handle of [releaseMail, allowSender, blockSender, dismissMail]) {
      expect(await handle(db, agent, id, NOON)).toEqual({ ok: false, why: "not_allowed" });
    }
    expect(await mailRow(db, id)).toMatchObject({ outcome: "quarantined", handled_at: null });
    for (const text of ["", "{}", "null", '{"id":1,"did":"delete"}', "[".repeat(9_999)]) {
      expect(parseUndo(text), text.slice(0, 20)).toBeNull();
    }
  });
});
