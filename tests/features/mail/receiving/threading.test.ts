import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { rememberIds } from "~/features/mail/threading/known-ids.server";
import { signedKey, withKey } from "~/features/mail/threading/signed-address.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aMail } from "../../../support/mail";
import { dmarcHeader, rawMail, receivingDesk } from "./mail-desk";

/** A desk with Rita's task and the signed address for her replies. */
async function ritasDesk(db: Db, options: object = {}) {
  const desk = await receivingDesk(db, { options: JSON.stringify(options) });
  const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
  const { id } = await aTask(db, { requester: rita, assignee: await anAgent(db, { name: "Ada" }) });
  const key = signedKey({ taskId: id, userId: rita.id, kind: "reply", madeAt: NOON });
  return { ...desk, rita, id, signed: withKey("help@example.org", key) };
}

const setStatus = (db: Db, id: number, status: string, at: number) =>
  db
    .updateTable("task")
    .set({ status, open: 0, resolved_at: at, closed_at: status === "closed" ? at : null })
    .where("id", "=", id)
    .execute();

const statusOf = async (db: Db, id: number) =>
  (await db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

onEachDatabase("finding the task of an answer", (test) => {
  test("works for relay IDs, groups, forwards, signed addresses, envelopes and subjects", async ({ db }) => {
    const { receive, receiveAs, id, signed } = await ritasDesk(db, { viaForward: true });
    await inTransaction(db, (tx) =>
      rememberIds(tx, { taskId: id, messageId: null, ours: true }, ["01@ses.example"], NOON),
    );
    const from = "rita@one.example";
    const google = "List-ID: <help.example.org>\r\nPrecedence: list\r\nX-Original-Sender: rita@one.example";
    const mails = [
      await receive(
        rawMail({ from, body: "The id that a relay gave our message", headers: ["In-Reply-To: <01@SES.example>"] }),
      ),
      await receive(rawMail({ from: "help@example.org", to: signed, body: "A Google group", headers: [google] })),
      await receive(
        rawMail({
          from,
          body: "A rule that forwards",
          headers: ["Auto-Submitted: auto-generated", `X-Forwarded-To: ${signed}`],
        }),
      ),
      await receive(
        rawMail({ from, to: signed.toUpperCase(), subject: "x", body: "A desk that strips everything", headers: [] }),
      ),
      await receiveAs(
        { to: [signed] },
        rawMail({ from, to: "list@one.example", body: "Only the envelope", headers: [] }),
      ),
      await receive(
        rawMail({ from, subject: `Re: it [#${id}]`, body: "The subject", headers: [dmarcHeader("one.example")] }),
      ),
    ];
    expect(mails.flat().map(({ outcome, task_id }) => `${outcome} ${task_id}`)).toEqual(
      Array.from({ length: 6 }, () => `reply ${id}`),
    );
  });

  test("uses the subject only if the sender is verified and part of the task", async ({ db }) => {
    const { receive, id } = await ritasDesk(db);
    const subject = `Re: it [#${id}]`;
    const mails = await receive(
      rawMail({ from: "rita@one.example", subject, body: "Unproved.", headers: ["Message-ID: <s1@x>"] }),
      rawMail({ from: "lea@two.example", subject, body: "A stranger.", headers: [dmarcHeader("two.example")] }),
    );
    expect(mails.map(({ outcome }) => outcome)).toEqual(["task", "task"]);
  });

  test("takes the last number in the subject that belongs to one of the sender's tasks", async ({ db }) => {
    const { receive, id, rita } = await ritasDesk(db);
    const { id: followUp } = await aTask(db, { requester: rita });
    const { id: foreign } = await aTask(db, { requester: await aRequester(db) });
    const about = (subject: string) =>
      rawMail({ from: "rita@one.example", subject, body: subject, headers: [dmarcHeader("one.example")] });
    const mails = await receive(
      about(`Re: Printer [#${id}] [#${followUp}]`),
      about(`Re: Their own [#${foreign}] [#999999] [#${id}]`),
      about(`Re: Their own [#${id}] [#${foreign}] [#999999]`),
    );
    expect(mails.map(({ task_id }) => task_id)).toEqual([followUp, id, id]);
  });

  test("keeps an answer in its thread even if a stranger's mail refers to that thread's IDs", async ({ db }) => {
    const { receive, id, signed } = await ritasDesk(db);
    const answer = (body: string, reference: string) =>
      rawMail({ from: "rita@one.example", body, headers: [`In-Reply-To: <${reference}>`] });
    await receive(rawMail({ from: "rita@one.example", to: signed, headers: ["Message-ID: <r1@one.example>"] }));
    const [theirs] = await receive(rawMail({ from: "eve@evil.example", headers: ["Message-ID: <e1@evil.example>"] }));
    const eve = db
      .selectFrom("task")
      .select("requester_id")
      .where("id", "=", theirs?.task_id ?? 0);
    const { requester_id: userId } = await eve.executeTakeFirstOrThrow();
    const key = signedKey({ taskId: theirs?.task_id ?? 0, userId, kind: "reply", madeAt: Date.now() });
    const pull = {
      ...{ from: "eve@evil.example", to: withKey("help@example.org", key), body: "Mine now." },
      headers: ["Message-ID: <e2@evil.example>", "References: <r1@one.example>"],
    };
    expect(await receive(rawMail(pull))).toMatchObject([{ task_id: theirs?.task_id }]);
    expect(await receive(answer("Still mine.", "r1@one.example"))).toMatchObject([{ outcome: "reply", task_id: id }]);
    await setStatus(db, id, "closed", Date.now() - 400 * DAY_MS);
    const again = {
      from: "rita@one.example",
      body: "Again.",
      headers: ["Message-ID: <r2@x>", "References: <r1@one.example>"],
    };
    const [followUp] = await receive(rawMail(again));
    expect(followUp).toMatchObject({ reason: "follow_up" });
    expect(await receive(answer("And again.", "r2@x"))).toMatchObject([
      { outcome: "reply", task_id: followUp?.task_id },
    ]);
  });

  test("follows a merge to the target task", async ({ db }) => {
    const { receive, signed, id, rita } = await ritasDesk(db);
    const root = await anAgent(db);
    const { id: target } = await aTask(db, { requester: rita });
    const merge = { source: id, into: target, version: 1, intoVersion: 1, keepsRequester: true };
    expect(await mergeTasks(db, root, merge, NOON)).toMatchObject({ ok: true });
    const [mail] = await receive(rawMail({ from: "rita@one.example", to: signed }));
    expect(mail).toMatchObject({ outcome: "reply", task_id: target });
  });

  test("reopens a recently closed task, and opens a linked follow-up to one closed long ago", async ({ db }) => {
    const { receive, signed, id } = await ritasDesk(db);
    await setStatus(db, id, "closed", Date.now() - 400 * DAY_MS);
    const [late] = await receive(rawMail({ from: "rita@one.example", to: signed, body: "Again." }));
    expect(late).toMatchObject({ outcome: "task", reason: "follow_up" });
    const link = db
      .selectFrom("task_link")
      .select(["kind", "other_id"])
      .where("task_id", "=", late?.task_id ?? 0);
    expect(await link.execute()).toEqual([{ kind: "follow_up_of", other_id: id }]);
    expect(await statusOf(db, id)).toBe("closed");
    await setStatus(db, id, "closed", Date.now() - DAY_MS);
    const [soon] = await receive(rawMail({ from: "rita@one.example", to: signed, body: "And again." }));
    expect(soon).toMatchObject({ outcome: "reply", task_id: id });
    expect(await statusOf(db, id)).toBe("in_progress");
  });
});

onEachDatabase("a message that only says thanks", (test) => {
  test("is added and marked, and never reopens the task, however long ago it was closed", async ({ db }) => {
    const { receive, signed, id } = await ritasDesk(db);
    await setStatus(db, id, "resolved", NOON);
    const before = await db.selectFrom("task").select("last_requester_at").where("id", "=", id).executeTakeFirst();
    const thanks = (body: string) => rawMail({ from: "rita@one.example", to: signed, body });
    const [mail] = await receive(thanks("Thank you, Ada! It works now.\n\nRita"));
    expect(mail).toMatchObject({ outcome: "reply", reason: "thanks", task_id: id });
    const email = db
      .selectFrom("message_email")
      .select("flags")
      .where("message_id", "=", mail?.message_id ?? 0);
    expect(await email.executeTakeFirst()).toEqual({ flags: "thanks" });
    expect(await statusOf(db, id)).toBe("resolved");
    const after = await db.selectFrom("task").select("last_requester_at").where("id", "=", id).executeTakeFirst();
    expect(after).toEqual(before);
    await setStatus(db, id, "closed", NOON - 400 * DAY_MS);
    expect(await receive(thanks("Perfect."))).toMatchObject([{ reason: "thanks", task_id: id }]);
    await receive(thanks("Thanks, but it still smokes."));
    expect(await statusOf(db, id)).toBe("closed"); // it opened a follow-up instead
  });

  test("reopens the task like any other answer if the team turned the filter off", async ({ db }) => {
    const { receive, signed, id } = await ritasDesk(db);
    await setStatus(db, id, "resolved", NOON);
    await db.updateTable("team").set({ thanks_filter: 0 }).execute();
    const [mail] = await receive(rawMail({ from: "rita@one.example", to: signed, body: "Thanks!" }));
    expect(mail).toMatchObject({ outcome: "reply", reason: "answer", task_id: id });
    expect(await statusOf(db, id)).toBe("in_progress");
  });
});

onEachDatabase("mail from one sender to one task", (test) => {
  test("waits in quarantine after twenty messages in an hour, counting automatic ones", async ({ db }) => {
    const { receive, signed } = await ritasDesk(db);
    const mails = await receive(
      ...Array.from({ length: 22 }, (_, index) => {
        const headers = index % 2 === 0 ? ["Auto-Submitted: auto-replied"] : [];
        return rawMail({ from: "rita@one.example", to: signed, body: `Number ${index}`, headers });
      }),
    );
    expect(mails.map(({ outcome }) => outcome === "quarantined")).toEqual(mails.map((_, index) => index >= 20));
    expect(mails.at(-1)).toMatchObject({ reason: "too_many_from_sender" });
  });

  test("waits in quarantine after thirty follow-ups in an hour", async ({ db }) => {
    const { receive, signed, id, addressId } = await ritasDesk(db);
    await setStatus(db, id, "closed", Date.now() - 400 * DAY_MS);
    const opened = { outcome: "task", from_address: "rita@one.example", task_id: id, received_at: Date.now() } as const;
    for (let n = 1; n < 30; n++) await aMail(db, addressId, opened);
    const late = () => rawMail({ from: "rita@one.example", to: signed });
    const mails = await receive(late(), late());
    expect(mails.map(({ reason }) => reason)).toEqual(["follow_up", "too_many_from_sender"]);
  });
});
