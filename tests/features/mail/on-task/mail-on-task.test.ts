import { expect, test } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { failureReason } from "~/features/mail/on-task/delivery-words";
import { readMailOnTask } from "~/features/mail/on-task/mail-on-task.server";
import { readOriginal, sourceOfMessage } from "~/features/mail/on-task/original-mail.server";
import { allowMailTo, dismissDelivery, retryDelivery } from "~/features/mail/on-task/undelivered.server";
import { putInCopy } from "~/features/people/participants.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { readTask } from "~/features/task-page/task-read.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aDelivery, aMail, aMailAddress, anEmailOf } from "../../../support/mail";

const LATER = NOON + 60_000;

async function aDesk(db: Db) {
  const address = await aMailAddress(db);
  const ada = await anAgent(db, { name: "Ada" });
  const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
  const { id } = await aTask(db, { requester: rita });
  const [{ id: description } = { id: 0 }] = await db
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", id)
    .execute();
  return { address, ada, rita, id, description };
}

async function pageOf(db: Db, viewer: Viewer, id: number) {
  const task = await readTask(db, viewer, id, NOON);
  if (!task) throw new Error("There's no such task.");
  return task;
}

async function mailOf(db: Db, viewer: Viewer, id: number) {
  const task = await pageOf(db, viewer, id);
  if (task.as !== "agent") throw new Error("The viewer doesn't get the agent's page.");
  return readMailOnTask(db, task);
}

async function reply(db: Db, ada: Viewer, id: number) {
  await replyToTask(db, ada, id, { body: "Stand back.", requestKey: aKey() }, NOON);
  const newest = db.selectFrom("message").select("id").where("task_id", "=", id).orderBy("id", "desc").limit(1);
  return (await newest.executeTakeFirstOrThrow()).id;
}

const stateOf = (db: Db, id: number) =>
  db
    .selectFrom("delivery")
    .select(["state", "address", "try_at", "attempts", "status", "dismissed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

onEachDatabase("mail on the task page (email 6)", (test) => {
  test("shows agents the state of each recipient of a reply, and requesters nothing of it", async ({ db }) => {
    const { ada, rita, id } = await aDesk(db);
    await putInCopy(db, ada, id, "Otto Fink <otto@one.example>", NOON);
    const messageId = await reply(db, ada, id);
    await db
      .updateTable("delivery")
      .set({ state: "deferred", words: "451 greylisted", try_at: LATER })
      .where("address_key", "=", "otto@one.example")
      .execute();
    const { deliveries, undelivered } = await mailOf(db, ada, id);
    expect(deliveries[messageId]).toMatchObject([
      { name: "Rita", address: "rita@one.example", state: "queued", at: null },
      { name: "Otto Fink", address: "otto@one.example", state: "deferred", at: LATER, words: "451 greylisted" },
    ]);
    expect(undelivered).toEqual([]);
    expect(JSON.stringify(await pageOf(db, rita, id))).not.toMatch(/otto@|greylisted|deferred|queued/);
  });

  test("lists undelivered mail once per address, without notifications and dismissed failures", async ({ db }) => {
    const { ada, id } = await aDesk(db);
    const failed = { taskId: id, state: "failed", status: "5.2.2" } as const;
    await aDelivery(db, { ...failed, address: "rita@one.example" });
    const newest = await aDelivery(db, { ...failed, address: "Rita@one.example" });
    const other = await aDelivery(db, { ...failed, address: "otto@one.example", state: "bounced", status: "5.1.1" });
    await aDelivery(db, { ...failed, address: "ada@one.example", kind: "notification" });
    await aDelivery(db, { ...failed, address: "gone@one.example", dismissed_at: NOON });
    expect((await mailOf(db, ada, id)).undelivered).toEqual([
      { id: newest, address: "Rita@one.example", reason: "mailbox full", personId: null, mails: 2 },
      { id: other, address: "otto@one.example", reason: "the mailbox doesn't exist", personId: null, mails: 1 },
    ]);
  });

  test("can be retried to the person's current address, which lifts the suppression", async ({ db }) => {
    const { ada, rita, id } = await aDesk(db);
    const place = { taskId: id, deliveryId: 0 };
    for (let n = 0; n < 2; n++) {
      const failed = { state: "bounced", status: "5.1.1", attempts: 3, words: "No such user" } as const;
      place.deliveryId = await aDelivery(db, { taskId: id, user_id: rita.id, address: "old@one.example", ...failed });
    }
    await db.insertInto("mail_suppression").values({ address_key: "rita@one.example", suppressed_at: NOON }).execute();
    expect(await retryDelivery(db, ada, place, LATER)).toMatchObject({ ok: true, address: "rita@one.example" });
    for (const delivery of [place.deliveryId - 1, place.deliveryId]) {
      expect(await stateOf(db, delivery)).toEqual({
        ...{ state: "queued", address: "rita@one.example", try_at: LATER, attempts: 0, status: null },
        dismissed_at: null,
      });
    }
    expect(await db.selectFrom("mail_suppression").selectAll().execute()).toEqual([]);
    expect(await retryDelivery(db, ada, place, LATER)).toEqual({ ok: false, why: "handled" });
    const { history } = (await pageOf(db, ada, id)) as Extract<Awaited<ReturnType<typeof pageOf>>, { as: "agent" }>;
    expect(JSON.stringify(history.entries.at(-1))).toContain("retried the delivery to rita@one.example");
  });

  test("undoes the dismissal of a failure unless the mail was sent again since", async ({ db }) => {
    const { ada, id } = await aDesk(db);
    const deliveryId = await aDelivery(db, { taskId: id, address: "rita@one.example", state: "failed" });
    const dismiss = async () => {
      const done = await dismissDelivery(db, ada, { taskId: id, deliveryId }, LATER);
      if (!done.ok || done.changeSetId === null) throw new Error("It wasn't dismissed.");
      return done.changeSetId;
    };
    const undo = (changeSetId: number) => undoChange(db, ada, { taskId: id, changeSetId }, LATER);
    const change = await dismiss();
    expect((await mailOf(db, ada, id)).undelivered).toEqual([]);
    expect(await undo(change)).toMatchObject({ ok: true, back: ["the failed delivery to rita@one.example"] });
    expect((await mailOf(db, ada, id)).undelivered).toHaveLength(1);
    const again = await dismiss();
    await db.updateTable("delivery").set({ state: "queued" }).execute();
    expect(await undo(again)).toMatchObject({ ok: false, why: "nothing_left" });
  });

  test("can be handled only by agents with access to the task, and only on the task itself", async ({ db }) => {
    const { ada, rita, id } = await aDesk(db);
    const elsewhere = (await aTask(db)).id;
    const deliveryId = await aDelivery(db, { taskId: id, address: "rita@one.example", state: "failed" });
    await db.insertInto("mail_suppression").values({ address_key: "rita@one.example", suppressed_at: NOON }).execute();
    await db.insertInto("mail_suppression").values({ address_key: "x@one.example", suppressed_at: NOON }).execute();
    for (const handle of [retryDelivery, dismissDelivery]) {
      expect(await handle(db, rita, { taskId: id, deliveryId }, LATER)).toEqual({ ok: false, why: "no_such_task" });
      const there = await handle(db, ada, { taskId: elsewhere, deliveryId }, LATER);
      expect(there).toEqual({ ok: false, why: "no_such_delivery" });
    }
    const allow = (viewer: Viewer, address: string) => allowMailTo(db, viewer, id, address, LATER);
    expect(await allow(rita, "rita@one.example")).toEqual({ ok: false, why: "no_such_task" });
    expect(await allow(ada, "x@one.example")).toEqual({ ok: false, why: "not_suppressed" });
    expect(await allow(ada, "RITA@one.example")).toEqual({ ok: true, address: "rita@one.example" });
    const left = await db.selectFrom("mail_suppression").select("address_key").execute();
    expect(left).toEqual([{ address_key: "x@one.example" }]);
    expect(await stateOf(db, deliveryId)).toMatchObject({ state: "failed", dismissed_at: null });
  });

  test("moves with its messages when their task is merged", async ({ db }) => {
    const { ada, rita, id } = await aDesk(db);
    const messageId = await reply(db, ada, id);
    await db.updateTable("delivery").set({ state: "failed" }).execute();
    const target = (await aTask(db, { requester: rita })).id;
    const versions = await db.selectFrom("task").select(["id", "version"]).execute();
    const versionOf = (task: number) => versions.find((row) => row.id === task)?.version ?? 0;
    const merge = { source: id, into: target, version: versionOf(id), intoVersion: versionOf(target) };
    expect(await mergeTasks(db, ada, { ...merge, keepsRequester: false }, LATER)).toMatchObject({ ok: true });
    const { deliveries, undelivered } = await mailOf(db, ada, target);
    expect(Object.keys(deliveries)).toEqual([String(messageId)]);
    expect(undelivered).toMatchObject([{ address: "rita@one.example" }]);
  });

  test("gives the composer the sender, suppressed addresses and people without an address", async ({ db }) => {
    const { ada, id } = await aDesk(db);
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    const wim = await aRequester(db, { name: "Wim", email: null });
    await db.insertInto("participant").values({ task_id: id, user_id: wim.id, added_at: NOON }).execute();
    await db
      .insertInto("mail_suppression")
      .values([
        { address_key: "otto@one.example", hard_bounces: 2, suppressed_at: NOON },
        { address_key: "rita@one.example", hard_bounces: 1, suppressed_at: null },
      ])
      .execute();
    expect((await mailOf(db, ada, id)).reply).toEqual({
      from: "help@example.org",
      suppressed: [{ address: "otto@one.example", reason: "2 emails bounced" }],
      withoutAddress: ["Wim"],
    });
    await db.updateTable("mail_address").set({ deleted_at: NOON }).execute();
    expect((await mailOf(db, ada, id)).reply).toBeNull();
  });

  test("lists an email's other recipients, without desk, participants and no-reply addresses", async ({ db }) => {
    const { ada, rita, id, description } = await aDesk(db);
    const to = (...addresses: string[]) => addresses.map((address) => ({ name: "", address }));
    const recipients = JSON.stringify({
      to: to("help+7.abc@example.org", "Rita@one.example"),
      cc: to("vera@two.example", "no-reply@two.example", "otto@one.example", "VERA@two.example"),
    });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    await anEmailOf(db, description, { recipients, from_address: "rita@one.example", flags: "unverified,cut" });
    const { others } = await mailOf(db, ada, id);
    expect(Object.values(others)).toEqual([[{ name: "", address: "VERA@two.example" }]]);
    const emailFor = async (viewer: Viewer) => (await pageOf(db, viewer, id)).messages[0]?.email;
    expect(await emailFor(ada)).toMatchObject({
      marks: ["cut", "unverified"],
      headers: { authorId: rita.id, from: "rita@one.example" },
    });
    expect(await emailFor(rita)).toEqual({ marks: ["cut"] });
  });

  test("never shows requesters what an agent's email quotes", async ({ db }) => {
    const { ada, rita, id, description } = await aDesk(db);
    const messageId = await reply(db, ada, id);
    await anEmailOf(db, description, { folded_html: "<p>her own quotation</p>" });
    await anEmailOf(db, messageId, { folded_html: "<p>a quoted note</p>" });
    const quoted = async (viewer: Viewer) => (await pageOf(db, viewer, id)).messages.map(({ folded }) => folded);
    expect(await quoted(ada)).toEqual(["<p>her own quotation</p>", "<p>a quoted note</p>"]);
    expect(await quoted(rita)).toEqual(["<p>her own quotation</p>", undefined]);
    // On their own request an agent writes as a requester, and can still quote notes.
    await db.updateTable("message").set({ side: "requester" }).where("id", "=", messageId).execute();
    expect(await quoted(rita)).toEqual(["<p>her own quotation</p>", undefined]);
  });

  test("shows an original's headers, quotation and source until the message is redacted", async ({ db }) => {
    const { address, id, description } = await aDesk(db);
    const place = { taskId: id, messageId: description };
    expect(await readOriginal(db, place)).toBeNull(); // written on the web
    const inbound = await aMail(db, address, { outcome: "task", message_id: description });
    await anEmailOf(db, description, {
      ...{ inbound_id: inbound, from_name: "Rita", from_address: "rita@one.example", subject: "Fire" },
      recipients: JSON.stringify({ to: [{ name: "", address: "help@example.org" }], cc: [] }),
      folded_html: "<p>-- Rita</p>",
    });
    expect(await readOriginal(db, place)).toMatchObject({
      ...{ subject: "Fire", replyTo: "", sentAt: null, receivedAt: NOON, hasSource: false, folded: "<p>-- Rita</p>" },
      from: { name: "Rita", address: "rita@one.example" },
      to: [{ name: "", address: "help@example.org" }],
    });
    expect(await sourceOfMessage(db, place)).toEqual({ id: inbound, sha256: null });
    expect(await readOriginal(db, { ...place, taskId: id + 1 })).toBeNull();
    await db.updateTable("message").set({ redacted_at: NOON }).where("id", "=", description).execute();
    expect(await readOriginal(db, place)).toBeNull();
    expect(await sourceOfMessage(db, place)).toBeNull();
  });
});

test.for([
  ["5.1.1", "User unknown", "the mailbox doesn't exist"],
  ["5.1.2", "", "the domain doesn't exist"],
  ["5.2.1", "", "the mailbox is disabled"],
  ["5.2.2", "", "mailbox full"],
  ["5.3.4", "", "the message is too large"],
  ["4.4.7", "", "the recipient's server can't be reached"],
  ["5.7.1", "", "refused by the recipient's server"],
  [null, "550 go\r\n  away", "550 go away"],
  ["5.0.0", "", "the mail server gave no reason"],
] as const)("explains a failure with %s %j: %s", ([status, words, reason]) => {
  expect(failureReason({ status, words })).toBe(reason);
});
