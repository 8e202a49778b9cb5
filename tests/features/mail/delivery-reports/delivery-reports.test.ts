import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { deliveryFailed } from "~/features/mail/delivery-reports/delivery-failed.server";
import { liftSuppression, suppressedAmong } from "~/features/mail/delivery-reports/suppression.server";
import { rememberIds } from "~/features/mail/threading/known-ids.server";
import { bounceKey, withKey } from "~/features/mail/threading/signed-address.server";
import { putInCopy } from "~/features/people/participants.server";
import { closeResolved } from "~/features/tasks/status/close-resolved.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { receivingDesk } from "../receiving/mail-desk";

type Told = { to: string; action: string; status: string; words?: string };

/** A delivery report (RFC 3464) to one of the desk's addresses. */
const report = ({ to, about, id = "none@one.example" }: { to: string; about: Told[]; id?: string }) =>
  [
    "From: Mail Delivery System <mailer-daemon@relay.example>",
    `To: ${to}`,
    "Subject: Undelivered Mail Returned to Sender",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "",
    `Returned. ${Math.random()}`,
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "",
    ...about.flatMap(({ to: recipient, action, status, words = "No such user" }) => [
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; 550 ${status} ${words}`,
      "",
    ]),
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${id}>`,
    "Subject: Hello",
    "--b--",
  ].join("\r\n");

/** An abuse report (RFC 5965). */
const complaint = (to: string) =>
  [
    "From: abuse@provider.example",
    `To: ${to}`,
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    "",
    "--b",
    "",
    "Spam.",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: Provider/1",
    "Version: 1",
    "--b--",
  ].join("\r\n");

/** A desk where Ada replies to Rita and Otto on a task assigned to Jonas. */
async function sentDesk(db: Db) {
  const desk = await receivingDesk(db);
  const ada = await anAgent(db, { name: "Ada" });
  const jonas = await anAgent(db, { name: "Jonas" });
  const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
  const { id } = await aTask(db, { requester: rita, assignee: jonas });
  await putInCopy(db, ada, id, "otto@two.example", NOON);
  const reply = async () => {
    await replyToTask(db, ada, id, { body: "Stand back.", requestKey: aKey(), anyway: true }, NOON);
    await db.updateTable("delivery").set({ state: "sent", try_at: null }).where("state", "=", "queued").execute();
    const { id: outgoing, mail_id: mailId } = await db
      .selectFrom("outgoing_mail")
      .select(["id", "mail_id"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const rows = db.selectFrom("delivery").select(["id", "address"]).where("outgoing_id", "=", outgoing);
    const sent = new Map((await rows.execute()).map((row) => [row.address, row.id]));
    const signed = (address: string) => withKey("help@example.org", bounceKey(sent.get(address) ?? 0));
    return { mailId, signed, idOf: (address: string) => sent.get(address) ?? 0 };
  };
  const states = async () =>
    (await db.selectFrom("delivery").selectAll().orderBy("id").execute()).map(
      ({ address, state, status, words, proven_bounce }) =>
        `${address} ${state}${status ? ` ${status} ${words}` : ""}${proven_bounce ? " proven" : ""}`,
    );
  const notified = async () =>
    (
      await db
        .selectFrom("notification")
        .innerJoin("user", "user.id", "notification.user_id")
        .select(["user.name", "notification.reason", "notification.details"])
        .where("notification.kind", "=", "undelivered")
        .orderBy("notification.id")
        .execute()
    ).map(({ name, reason, details }) => `${name} ${reason} ${details}`);
  const suppressed = () => suppressedAmong(db, ["rita@one.example", "otto@two.example"]);
  return { ...desk, id, ada, reply, states, notified, suppressed };
}

const gone = (to: string): Told => ({ to, action: "failed", status: "5.1.1" });

onEachDatabase("a delivery report", (test) => {
  test("to a signed address marks that copy as bounced, and notifies author and assignee once", async ({ db }) => {
    const { receive, reply, states, notified, id } = await sentDesk(db);
    const { signed } = await reply();
    const [first, again] = await receive(
      report({ to: signed("rita@one.example").toUpperCase(), about: [gone("rita@one.example")] }),
      report({ to: signed("rita@one.example"), about: [gone("rita@one.example")] }),
    );
    expect(first).toMatchObject({ outcome: "bounce", reason: "delivery_report", task_id: id });
    expect(again).toMatchObject({ outcome: "bounce", reason: "delivery_report" });
    expect(await states()).toEqual([
      "rita@one.example bounced 5.1.1 550 5.1.1 No such user proven",
      "otto@two.example sent",
    ]);
    expect(await notified()).toEqual(["Ada writer rita@one.example", "Jonas assignee rita@one.example"]);
    const mailed = db.selectFrom("notification").select("mail_at").where("kind", "=", "undelivered");
    for (const { mail_at } of await mailed.execute()) expect(mail_at).not.toBeNull();
    const history = db.selectFrom("event").select(["field", "new_value"]).where("field", "=", "undelivered");
    expect(await history.execute()).toEqual([{ field: "undelivered", new_value: "rita@one.example" }]);
  });

  test("matched by returned headers alone updates each recipient it names, without proof", async ({ db }) => {
    const { receive, reply, states, suppressed } = await sentDesk(db);
    const { mailId } = await reply();
    const about = [gone("rita@one.example"), { to: "otto@two.example", action: "delayed", status: "4.4.1" }];
    const [mail] = await receive(report({ to: "help@example.org", id: mailId.toUpperCase(), about }));
    expect(mail).toMatchObject({ outcome: "bounce", reason: "delivery_report" });
    expect(await states()).toEqual([
      "rita@one.example bounced 5.1.1 550 5.1.1 No such user",
      "otto@two.example deferred 4.4.1 550 4.4.1 No such user",
    ]);
    expect(await suppressed()).toEqual(new Map());
  });

  test("without proof stops no delivery that is still waiting", async ({ db }) => {
    const { receive, reply, states } = await sentDesk(db);
    const { mailId, signed } = await reply();
    const set = (state: "queued" | "held" | "deferred", tryAt: number | null) =>
      db.updateTable("delivery").set({ state, try_at: tryAt }).where("address_key", "=", "rita@one.example").execute();
    const unproven = () => receive(report({ to: "help@example.org", id: mailId, about: [gone("rita@one.example")] }));
    for (const state of ["queued", "held", "deferred"] as const) {
      await set(state, NOON);
      await unproven();
      expect((await states())[0]).toBe(`rita@one.example ${state}`);
    }
    await set("deferred", null);
    await unproven();
    expect((await states())[0]).toBe("rita@one.example bounced 5.1.1 550 5.1.1 No such user");
    await set("queued", NOON);
    await receive(report({ to: signed("rita@one.example"), about: [gone("rita@one.example")] }));
    expect((await states())[0]).toMatch(/^rita@one.example bounced .* proven$/);
  });

  test("is matched by the ID that a relay gave the message", async ({ db }) => {
    const { receive, reply, states, id } = await sentDesk(db);
    await reply();
    const place = db.selectFrom("outgoing_mail").select("message_id");
    const { message_id: messageId } = await place.executeTakeFirstOrThrow();
    const learned = { taskId: id, messageId, ours: true };
    await inTransaction(db, (tx) => rememberIds(tx, learned, ["01@ses.example"], NOON));
    await receive(report({ to: "help@example.org", id: "01@ses.example", about: [gone("otto@two.example")] }));
    expect((await states())[1]).toBe("otto@two.example bounced 5.1.1 550 5.1.1 No such user");
  });

  test("changes nothing if it says relayed or delivered, or reports a delay after a failure", async ({ db }) => {
    const { receive, reply, states } = await sentDesk(db);
    const { signed } = await reply();
    const tell = (action: string, status: string) =>
      report({ to: signed("rita@one.example"), about: [{ to: "rita@one.example", action, status }] });
    await receive(tell("relayed", "2.0.0"), tell("delivered", "2.0.0"));
    expect(await states()).toEqual(["rita@one.example sent", "otto@two.example sent"]);
    await receive(tell("failed", "5.2.2"), tell("delayed", "4.2.2"));
    expect((await states())[0]).toBe("rita@one.example bounced 5.2.2 550 5.2.2 No such user proven");
  });

  test("about an unknown message or recipient is only logged", async ({ db }) => {
    const { receive, reply, states, notified } = await sentDesk(db);
    const { signed, mailId } = await reply();
    const forged = signed("rita@one.example").replace(/\+b\d+/, "+b999");
    const mails = await receive(
      report({ to: "help@example.org", about: [gone("rita@one.example")] }),
      report({ to: forged, about: [gone("rita@one.example")] }),
      report({ to: "help@example.org", id: mailId, about: [gone("lea@three.example")] }),
    );
    expect(mails.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(
      Array.from({ length: 3 }, () => "bounce unmatched_report"),
    );
    expect(await states()).toEqual(["rita@one.example sent", "otto@two.example sent"]);
    expect(await notified()).toEqual([]);
  });
});

onEachDatabase("the suppression of an address", (test) => {
  test("starts after hard bounces of two messages, not after soft ones, and can be lifted", async ({ db }) => {
    const { receive, reply, suppressed } = await sentDesk(db);
    const about = (to: string, status: string): Told[] => [{ to, action: "failed", status }];
    for (const status of ["5.1.1", "5.1.10"]) {
      expect(await suppressed()).toEqual(new Map());
      const { signed } = await reply();
      await receive(
        report({ to: signed("rita@one.example"), about: about("rita@one.example", status) }),
        report({ to: signed("rita@one.example"), about: about("rita@one.example", status) }), // counts once
        report({ to: signed("otto@two.example"), about: about("otto@two.example", "5.2.2") }),
      );
    }
    expect([...(await suppressed()).keys()]).toEqual(["rita@one.example"]);
    await inTransaction(db, (tx) => liftSuppression(tx, "rita@one.example"));
    expect(await suppressed()).toEqual(new Map());
  });

  test("starts after an abuse report to its signed address, not after one to the desk's address", async ({ db }) => {
    const { receive, reply, suppressed } = await sentDesk(db);
    const { signed } = await reply();
    const [loose] = await receive(complaint("help@example.org"));
    expect(loose).toMatchObject({ outcome: "ignored", reason: "abuse_report" });
    expect(await suppressed()).toEqual(new Map());
    await receive(complaint(signed("otto@two.example")));
    expect(await suppressed()).toEqual(new Map([["otto@two.example", "complaint"]]));
  });
});

onEachDatabase("a resolved task", (test) => {
  test("isn't closed while it has a proven failed delivery that isn't dismissed", async ({ db }) => {
    const { receive, reply, id, ada } = await sentDesk(db);
    const { signed, mailId, idOf } = await reply();
    await replyToTask(db, ada, id, { body: "Done.", status: "resolved", requestKey: aKey(), anyway: true }, NOON);
    const closes = async () => {
      await inTransaction(db, (tx) => closeResolved(tx, NOON + 90 * DAY_MS));
      const { status } = await db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow();
      await db.updateTable("task").set({ status: "resolved", closed_at: null }).where("id", "=", id).execute();
      return status === "closed";
    };
    expect(await closes()).toBe(true);
    await receive(report({ to: "help@example.org", id: mailId, about: [gone("rita@one.example")] }));
    expect(await closes()).toBe(true);
    await receive(report({ to: signed("rita@one.example"), about: [gone("rita@one.example")] }));
    expect(await closes()).toBe(false);
    await db.updateTable("delivery").set({ dismissed_at: NOON }).execute();
    expect(await closes()).toBe(true);
    const failure = { state: "failed", status: "5.7.1", words: "Refused" } as const;
    await inTransaction(db, (tx) => deliveryFailed(tx, idOf("otto@two.example"), failure, NOON));
    expect(await closes()).toBe(false);
  });
});
