import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { noteFailure, noteSuccess } from "~/features/mail/addresses/address-health.server";
import { alertAdmins, failingAddresses, mailForAdmin } from "~/features/mail/addresses/mail-alerts.server";
import { addressMetrics } from "~/features/mail/addresses/mail-metrics.server";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import { planWritten } from "~/features/mail/sending/plan-written.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, anAgent, NOON } from "../../../support/factories";
import { aMail, aMailAddress } from "../../../support/mail";

const FOREIGN = "the secret of another desk, long enough";
const LATER = NOON + 15 * MINUTE_MS;

const set = (db: Db, id: number, values: object) =>
  db.updateTable("mail_address").set(values).where("id", "=", id).execute();
const alert = (db: Db, now: number) => inTransaction(db, (tx) => alertAdmins(tx, now));
const subjects = async (db: Db) => {
  const rows = await db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(["outgoing_mail.content", "delivery.address", "outgoing_mail.address_id"])
    .orderBy("delivery.id")
    .execute();
  return rows.map(({ content, address, address_id }) => [JSON.parse(content).subject, address, address_id]);
};

/** Queues a mail whose relay hasn't responded since noon. */
async function unsentMail(db: Db, id: number, more = {}) {
  const mail = {
    ...{ kind: "security" as const, sender: { id, address: "help@example.org" }, taskId: null },
    ...{ to: { userId: null, address: "rita@example.org" }, content: { subject: "s", body: "b", links: {} } },
  };
  const delivery = await inTransaction(db, (tx) => planWritten(tx, mail, NOON));
  const words = "mail.example.org isn't responding.";
  const deferred = { state: "deferred", first_tried_at: NOON, status: null, words };
  await db
    .updateTable("delivery")
    .set({ ...deferred, ...more } as never)
    .where("id", "=", delivery)
    .execute();
}

onEachDatabase("failing email addresses", (test) => {
  test("alert admins once after 15 minutes and once on recovery, through a working address", async ({ db }) => {
    const admin = await anAdmin(db);
    await anAgent(db);
    const [help, it] = [await aMailAddress(db), await aMailAddress(db, { address: "it@example.org" })];
    await set(db, help, { failure: "[Sign in](https://evil.example)", failed_at: NOON });
    await alert(db, LATER - 1);
    expect(await subjects(db)).toEqual([]);
    await alert(db, LATER);
    await alert(db, LATER + HOUR_MS);
    const failed = ["help@example.org isn't working", admin.email, it];
    expect(await subjects(db)).toEqual([failed]);
    const { content } = await db.selectFrom("outgoing_mail").select("content").executeTakeFirstOrThrow();
    expect(JSON.parse(content).body).not.toContain("](https:");

    await set(db, help, { failure: null, failed_at: null });
    await alert(db, LATER + HOUR_MS);
    await alert(db, LATER + HOUR_MS + 1);
    expect(await subjects(db)).toEqual([failed, ["help@example.org is working again", admin.email, it]]);
  });

  test("are those that can't fetch or send, except those an admin paused", async ({ db }) => {
    const id = await aMailAddress(db);
    const cases: [values: object, words: string | undefined][] = [
      [{ failure: "No answer.", failed_at: NOON }, "No answer."],
      [{ failure: "No answer.", failed_at: NOON + 1 }, undefined],
      [{ paused: "Wrong password", paused_at: NOON }, "Wrong password"],
      [{ paused: "Ada paused this address.", paused_at: NOON, paused_by_admin: 1 }, undefined],
      [
        { secrets: encryptSecrets({ imapPassword: "x" }, FOREIGN) },
        "The saved passwords can't be read. Enter them again.",
      ],
      [{ deleted_at: NOON, failure: "No answer.", failed_at: NOON }, undefined],
    ];
    const well = {
      secrets: "",
      failure: null,
      failed_at: null,
      paused: null,
      paused_at: null,
      paused_by_admin: 0,
      deleted_at: null,
    };
    for (const [values, words] of cases) {
      await set(db, id, { ...well, ...values });
      expect((await failingAddresses(db, LATER))[0]?.words).toBe(words);
    }
    await set(db, id, { ...well, sent_at: NOON - 1 });
    await unsentMail(db, id, { status: "4.2.2" }); // one recipient's mailbox is full
    expect(await failingAddresses(db, LATER)).toEqual([]);
    await unsentMail(db, id);
    const words = "mail.example.org isn't responding.";
    expect(await failingAddresses(db, LATER)).toEqual([{ id, address: "help@example.org", words, since: NOON }]);
    expect(await mailForAdmin(db, LATER)).toMatchObject({ hasAddress: true, failing: [{ id }] });
    await set(db, id, { sent_at: NOON + 1 });
    expect(await failingAddresses(db, LATER)).toEqual([]);
  });

  test("keep failing until mail goes through in the direction that failed", async ({ db }) => {
    const id = await aMailAddress(db);
    const failure = async () => (await failingAddresses(db, LATER))[0]?.words;
    await noteFailure(db, id, "in", "IMAP is away.", NOON);
    await noteFailure(db, id, "out", "SMTP is away.", NOON);
    await noteSuccess(db, id, "out", NOON);
    expect(await failure()).toBe("IMAP is away.");
    await noteFailure(db, id, "in", "IMAP is still away.", LATER);
    expect(await failure()).toBe("IMAP is still away.");
    await noteSuccess(db, id, "in", LATER);
    expect(await failure()).toBeUndefined();
    await noteFailure(db, id, "out", "SMTP is away.", NOON);
    await noteSuccess(db, id, "in", NOON);
    expect(await failure()).toBe("SMTP is away.");
  });

  test("appear in the metrics with counts of their mail", async ({ db }) => {
    expect([await addressMetrics(db, NOON), await mailForAdmin(db, NOON)]).toEqual([
      [],
      { hasAddress: false, failing: [] },
    ]);
    const id = await aMailAddress(db, { succeeded_at: NOON, failure: "No answer.", failed_at: NOON });
    await aMailAddress(db, { address: "it@example.org", paused: "Wrong password" });
    await aMail(db, id);
    await aMail(db, id, { outcome: null });
    await aMail(db, id, { handled_at: NOON });
    await aMail(db, id, { received_at: NOON - DAY_MS, handled_at: NOON }); // older than a day
    await unsentMail(db, id);
    await unsentMail(db, id, { state: "sent", try_at: null });
    await unsentMail(db, id, { state: "bounced", try_at: null });
    const none = { received: 0, waiting: 0, quarantined: 0, queued: 0, sent: 0, failed: 0 };
    const mails = { received: 3, waiting: 1, quarantined: 1, queued: 1, sent: 1, failed: 1 };
    expect(await addressMetrics(db, NOON)).toEqual([
      { address: "help@example.org", state: "failing", succeededAt: NOON, mails },
      { address: "it@example.org", state: "paused", succeededAt: null, mails: none },
    ]);
  });
});
