import { Readable } from "node:stream";
import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { processWaiting } from "~/features/mail/receiving/process-waiting.server";
import { type MailFiles, storeMail } from "~/features/mail/receiving/store-mail.server";
import { rememberIds } from "~/features/mail/threading/known-ids.server";
import { onEachDatabase } from "../../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aFileStore } from "../../../support/files";
import { aMailAddress } from "../../../support/mail";
import { type CorpusMail, corpus } from "./corpus";

/* domain B18.7: each mail from clients, machines and attackers ends in one stated place, and never twice. */

async function receive(db: Db, files: MailFiles, addressId: number, mails: readonly CorpusMail[]) {
  const before = await db.selectFrom("inbound_mail").select("id").execute();
  for (const { source, wholeSize = null } of mails) {
    const arrived = { addressId, way: "listener", uid: null, envelope: null, wholeSize } as const;
    await storeMail(db, files, { ...arrived, source: Readable.from([Buffer.from(source)]) }, Date.now());
  }
  const failures: unknown[] = [];
  await processWaiting(db, files, "test", { failed: (error) => void failures.push(error) });
  expect(failures).toEqual([]);
  const rows = await db.selectFrom("inbound_mail").selectAll().orderBy("id").execute();
  return rows.slice(before.length);
}

onEachDatabase("a corpus of mail", (test) => {
  test("ends in one stated place per mail, and adds nothing when received again", async ({ db }) => {
    const files = await aFileStore();
    const addressId = await aMailAddress(db, {
      ...{ address: "help@desk.example", options: JSON.stringify({ newPeoplePerHour: 10_000 }) },
    });
    const [ada, rita] = [await anAgent(db), await aRequester(db, { email: "rita@one.example" })];
    const { id: taskId } = await aTask(db, { requester: rita });
    await inTransaction(db, (tx) =>
      rememberIds(tx, { taskId, messageId: null, ours: true }, ["known@desk.example"], NOON),
    );
    const rule = { address_key: "blocked@one.example", rule: "block" as const, created_by: ada.id, created_at: NOON };
    await db.insertInto("sender_rule").values(rule).execute();

    const mails = corpus({ taskId, ritaId: rita.id, adaId: ada.id });
    expect(mails.length).toBeGreaterThanOrEqual(150);
    const log = await receive(db, files, addressId, mails);
    const taskOf = new Map([["known", taskId], ...mails.map(({ name }, at) => [name, log[at]?.task_id ?? 0] as const)]);
    const became = mails.map(({ name, reason = "", on }, at) => {
      const row = log[at];
      return [
        ...[name, row?.outcome, row?.reason.startsWith(reason) ? reason : row?.reason],
        on === undefined || row?.task_id === taskOf.get(on) ? "there" : `on #${row?.task_id}`,
      ];
    });
    expect(became).toEqual(mails.map(({ name, outcome, reason = "" }) => [name, outcome, reason, "there"]));

    const places = log.flatMap(({ message_id }) => message_id ?? []);
    expect(new Set(places).size).toBe(places.length);
    const messages = () => db.selectFrom("message").select("id").execute();
    const before = await messages();
    expect(before).toHaveLength(places.length + 1);
    const again = await receive(db, files, addressId, mails);
    const made = again.filter(({ outcome, message_id }) => message_id !== null || outcome === null);
    expect(made.map(({ subject }) => subject)).toEqual([]);
    expect(await messages()).toHaveLength(before.length);
  });
});
