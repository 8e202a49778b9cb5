import { expect, test } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { redactMessage } from "~/features/conversation/corrections/redact-message.server";
import { planJob } from "~/features/jobs/job-queue.server";
import { noteFailure } from "~/features/mail/addresses/address-health.server";
import { deliveryFailed } from "~/features/mail/delivery-reports/delivery-failed.server";
import { mailNotifications } from "~/features/mail/notices/mail-notifications.server";
import { nextTry } from "~/features/mail/sending/delivery-state";
import { sweepSentContent } from "~/features/mail/sending/forget-content.server";
import { keyIn, readBounceKey, readSignedKey } from "~/features/mail/threading/signed-address.server";
import { putInCopy, takeOutOfCopy } from "~/features/people/participants.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, aRequester, aTask, disableUser, NOON } from "../../../support/factories";
import { aDelivery } from "../../../support/mail";
import { headerOf, sendingDesk } from "./sending-desk";

onEachDatabase("a public reply", (test) => {
  test("goes to the requester and everyone in copy, each with their own Reply-To address", async ({ db }) => {
    const { ada, rita, id, sent, reply, states } = await sendingDesk(db);
    const otto = await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    await reply("Please **stand back**.");
    const mail = await sent();
    expect((await states()).sort()).toEqual(["otto@one.example sent", "rita@one.example sent"]);
    expect(mail.map(({ to }) => to)).toEqual(["otto@one.example", "rita@one.example"]);
    const [his, hers] = mail.map(({ source }) => source) as [string, string];
    for (const name of ["Message-ID", "Subject", "From"]) expect(headerOf(hers, name)).toBe(headerOf(his, name));
    expect(headerOf(hers, "Subject")).toBe(`Re: The printer is on fire [#${id}]`);
    expect(headerOf(hers, "From")).toBe('"Ada (IT-HELP)" <help@example.org>');
    expect(hers).toContain("stand back");
    for (const [source, person] of [
      [hers, rita],
      [his, otto],
    ] as const) {
      expect(readSignedKey(keyIn(headerOf(source, "Reply-To") ?? "") ?? "")).toMatchObject({
        taskId: id,
        userId: person.id,
      });
    }
    const senders = mail.map(({ from }) => readBounceKey(keyIn(from) ?? ""));
    expect(new Set(senders).size).toBe(2);
    expect(senders).not.toContain(null);
  });

  test("comes from the plain address where name+tag@ doesn't arrive, as does automatic mail", async ({ db }) => {
    const { sink, rita, id, send, reply, doJobs } = await sendingDesk(db, { plusArrives: false });
    sink.faults.mail = (from) => (from === "" ? "550 5.7.1 Null sender not allowed" : null);
    await inTransaction(db, (tx) => planJob(tx, { kind: "acknowledge", runAt: NOON, payload: { taskId: id } }, NOON));
    await doJobs();
    await reply("Hello.");
    await send();
    expect(sink.messages.map(({ from, to }) => [from, to])).toEqual(
      [1, 2].map(() => ["help@example.org", [rita.email]]),
    );
  });

  test("has a state per recipient, so a permanent refusal doesn't hold up the others", async ({ db }) => {
    const { sink, ada, id, send, reply, states } = await sendingDesk(db);
    await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    sink.faults.rcpt = (to) => (to.startsWith("rita") ? "550 5.1.1 No such user" : "451 4.2.1 Try later");
    await reply("Hello.");
    await send();
    expect(await states()).toEqual(["rita@one.example failed 5.1.1", "otto@one.example deferred 4.2.1"]);
    sink.faults = {};
    await db.updateTable("delivery").set({ try_at: 0 }).where("state", "=", "deferred").execute();
    await send();
    expect(await states()).toEqual(["rita@one.example failed 5.1.1", "otto@one.example sent"]);
    expect(sink.messages).toHaveLength(1);
  });

  test("is sent again with the same Message-ID if the connection drops before the server answers", async ({ db }) => {
    const { sink, send, reply, states } = await sendingDesk(db);
    sink.faults.data = () => "drop";
    await reply("Hello.");
    await send();
    expect(await states()).toEqual(["rita@one.example deferred"]);
    sink.faults = {};
    await db.updateTable("delivery").set({ try_at: 0 }).execute();
    await send();
    expect(await states()).toEqual(["rita@one.example sent"]);
    const ids = sink.messages.map(({ source }) => headerOf(source, "Message-ID"));
    expect(new Set(ids).size).toBe(1);
  });

  test("goes out once when several processes send at the same time", async ({ db }) => {
    const { sink, send, reply } = await sendingDesk(db);
    for (let number = 0; number < 5; number++) await reply(`Message ${number}.`);
    await Promise.all([send(), send(), send()]);
    expect(sink.messages).toHaveLength(5);
  });

  test("waits while its address is paused or removed, then goes out, or fails a day after removal", async ({ db }) => {
    const { sink, send, reply, states } = await sendingDesk(db);
    const address = (change: { paused?: string | null; deleted_at?: number | null }) =>
      db.updateTable("mail_address").set(change).execute();
    await reply("Hello.");
    await address({ paused: "Ada paused this address." });
    await send();
    expect(await states()).toEqual(["rita@one.example held"]);
    await reply("Hello again.");
    expect(await states()).toEqual(["rita@one.example held", "rita@one.example held"]);
    await address({ paused: null, deleted_at: Date.now() });
    await send();
    expect(sink.messages).toEqual([]);
    await address({ deleted_at: null });
    await send();
    expect(await states()).toEqual(["rita@one.example sent", "rita@one.example sent"]);

    await reply("A third time.");
    await address({ deleted_at: Date.now() - 25 * HOUR_MS });
    await send();
    expect((await states()).at(-1)).toBe("rita@one.example failed");
    await reply("To nobody: this desk has no address.");
    expect(await states()).toHaveLength(3);
  });

  test("is held while its task is in the trash, and dropped for recipients removed since", async ({ db }) => {
    const { sink, send, reply, states, ada, id } = await sendingDesk(db);
    const otto = await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    const place = (put_away: "trash" | null) => db.updateTable("task").set({ put_away }).where("id", "=", id).execute();
    await reply("Hello.");
    await place("trash");
    await send();
    expect(await states()).toEqual(["rita@one.example held", "otto@one.example held"]);
    await place(null);
    await takeOutOfCopy(db, ada, id, otto.id, NOON);
    await send();
    expect(await states()).toEqual(["rita@one.example sent", "otto@one.example failed"]);
    expect(sink.messages).toHaveLength(1);
    const told = db.selectFrom("notification").select("id").where("kind", "=", "undelivered");
    expect(await told.execute()).toEqual([]);
  });

  test("is retried if it can't be composed, and fails once the retries run out", async ({ db }) => {
    const { send, reply, states } = await sendingDesk(db);
    await reply("Hello.");
    const first = Date.now() - 49 * HOUR_MS;
    await db.updateTable("outgoing_mail").set({ content: "no JSON" }).execute();
    await send(null, [expect.any(SyntaxError)]);
    expect(await states()).toEqual(["rita@one.example deferred 4.3.0"]);
    await db.updateTable("delivery").set({ try_at: 0, first_tried_at: first }).execute();
    await send(null, [expect.any(SyntaxError)]);
    expect(await states()).toEqual(["rita@one.example failed 4.3.0"]);
  });

  test("stays bounced if the bounce arrives before the relay's answer is saved", async ({ db }) => {
    const { send, reply, states, during } = await sendingDesk(db);
    await reply("Hello.");
    const bounce = { state: "bounced", status: "5.1.1", words: "No such user" } as const;
    during.sent = async () => {
      const { id } = await db.selectFrom("delivery").select("id").executeTakeFirstOrThrow();
      await inTransaction(db, (tx) => deliveryFailed(tx, id, bounce, NOON));
    };
    await send();
    expect(await states()).toEqual(["rita@one.example bounced 5.1.1"]);
    const refused = { state: "failed", status: "5.7.1", words: "Refused" } as const; // the relay's answer came last
    const { id } = await db.selectFrom("delivery").select("id").executeTakeFirstOrThrow();
    await inTransaction(db, (tx) => deliveryFailed(tx, id, refused, NOON));
    expect(await states()).toEqual(["rita@one.example bounced 5.1.1"]);
  });

  test("isn't sent to an address suppressed before or after the reply was queued", async ({ db }) => {
    const { sink, send, reply, states } = await sendingDesk(db);
    await reply("Hello.");
    await db
      .insertInto("mail_suppression")
      .values({ address_key: "rita@one.example", suppressed_at: NOON, reason: "bounced" })
      .execute();
    await reply("Hello again.");
    expect(await states()).toEqual(["rita@one.example queued", "rita@one.example failed"]);
    await send();
    expect(await states()).toEqual(["rita@one.example failed", "rita@one.example failed"]);
    const { words } = await db.selectFrom("delivery").select("words").limit(1).executeTakeFirstOrThrow();
    expect(words).toBe("Emails to this address are stopped because earlier emails bounced or were reported as spam.");
    expect(sink.messages).toEqual([]);
  });

  test("is held and its address paused if the mail server asks for authentication", async ({ db }) => {
    const { sink, send, reply, states } = await sendingDesk(db);
    sink.faults.mail = () => "530 5.7.0 Authentication required";
    await reply("Hello.");
    await send();
    await send();
    expect(await states()).toEqual(["rita@one.example held"]);
    const { paused } = await db.selectFrom("mail_address").select("paused").executeTakeFirstOrThrow();
    expect(paused).toContain("Authentication required");
    const delivery = db.selectFrom("delivery").select(["attempts", "first_tried_at"]);
    expect(await delivery.execute()).toEqual([{ attempts: 0, first_tried_at: null }]);
  });

  test("gets another two days of retries after it was held", async ({ db }) => {
    const { sink, send, reply, states } = await sendingDesk(db);
    sink.faults.rcpt = () => "451 4.7.1 Greylisted";
    await reply("Hello.");
    await db.updateTable("mail_address").set({ paused: "Ada paused this address." }).execute();
    await send();
    const long = { attempts: 3, first_tried_at: Date.now() - 60 * HOUR_MS };
    await db.updateTable("delivery").set(long).execute();
    await db.updateTable("mail_address").set({ paused: null }).execute();
    await send();
    expect(await states()).toEqual(["rita@one.example deferred 4.7.1"]);
  });

  test("isn't sent if it is held after the sender loaded it", async ({ db }) => {
    const { sink, send, reply, during } = await sendingDesk(db);
    for (let number = 0; number < 8; number++) await reply(`Message ${number}.`);
    during.sent = async () => {
      await db.updateTable("delivery").set({ state: "held" }).where("state", "=", "queued").execute();
    };
    await send();
    expect(sink.messages.length).toBeLessThan(8);
  });

  test("stays due, without a failed attempt, if a stopping process can't finish sending it", async ({ db }) => {
    const { sink, send, reply, during } = await sendingDesk(db);
    await reply("Hello.");
    const queued = () =>
      db.selectFrom("delivery").select(["state", "attempts", "try_at", "first_tried_at", "words"]).execute();
    const before = await queued();
    sink.faults.mail = () => {
      during.isStopped = true;
      return "421 4.3.2 The connection closes";
    };
    await send();
    expect(during.isStopped).toBe(true);
    expect(await queued()).toEqual(before);
    expect(await db.selectFrom("mail_address").select("failure").execute()).toEqual([{ failure: null }]);
  });

  test("doesn't clear the fetching failure of its address", async ({ db }) => {
    const { addressId, send, reply, states } = await sendingDesk(db);
    await noteFailure(db, addressId, "in", "IMAP is away.", NOON);
    await reply("Hello.");
    await send();
    expect(await states()).toEqual(["rita@one.example sent"]);
    const address = await db.selectFrom("mail_address").select(["failure", "sent_at"]).executeTakeFirstOrThrow();
    expect(address).toEqual({ failure: "IMAP is away.", sent_at: expect.any(Number) });
  });

  test("isn't sent once its message is redacted, and shows no delivery failure", async ({ db }) => {
    const { sink, id, send, reply, states } = await sendingDesk(db);
    await reply("The password is swordfish.");
    await reply("Hello.");
    const message = db.selectFrom("message").select("id").where("body", "like", "%swordfish%");
    const { id: messageId } = await message.executeTakeFirstOrThrow();
    await redactMessage(db, await anAdmin(db), id, messageId, NOON);
    await send();
    expect(await states()).toEqual(["rita@one.example failed", "rita@one.example sent"]);
    expect(sink.messages).toHaveLength(1);
    const banner = db
      .selectFrom("delivery")
      .select("id")
      .where("dismissed_at", "is", null)
      .where("state", "=", "failed");
    expect(await banner.execute()).toEqual([]);
  });
});

onEachDatabase("queued mail", (test) => {
  const losses: Record<string, (db: Db, desk: { ada: Viewer; id: number }) => Promise<unknown>> = {
    nothing: async () => {},
    "an enabled account": (db, { ada }) => disableUser(db, ada),
    "the agent role": (db, { ada }) =>
      db.updateTable("user").set({ role: "requester" }).where("id", "=", ada.id).execute(),
    "access to the task, except as its requester": async (db, { ada, id }) => {
      await db.updateTable("task").set({ confidential: 1, requester_id: ada.id }).where("id", "=", id).execute();
      await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    },
  };
  test.for(Object.keys(losses))(
    "goes to an agent only if they still have access; lost since: %s",
    async (lost, { db }) => {
      const desk = await sendingDesk(db);
      const other = await aTask(db);
      await db.deleteFrom("job").execute();
      await db.updateTable("user").set({ preferences: '{"mailWait":"daily"}' }).where("id", "=", desk.ada.id).execute();
      const notify = async (tasks: readonly number[]) => {
        await db
          .insertInto("notification")
          .values(tasks.map((task_id) => aNotification(desk.ada.id, task_id)))
          .execute();
        await mailNotifications(db, "test", NOON);
      };
      await notify([desk.id]);
      await notify([desk.id, other.id]);
      await losses[lost]?.(db, desk);
      await desk.send();
      const state = lost === "nothing" ? "sent" : "failed";
      expect(await desk.states()).toEqual([`${desk.ada.email} ${state}`, `${desk.ada.email} ${state}`]);
      expect(desk.sink.messages).toHaveLength(lost === "nothing" ? 2 : 0);
    },
  );

  test("isn't sent to a requester whose account was disabled", async ({ db }) => {
    const { sink, rita, send, reply } = await sendingDesk(db);
    await reply("Hello.");
    await disableUser(db, rita);
    await send();
    expect(sink.messages).toEqual([]);
  });

  test("loses its content a week after it was settled, except replies and mail to be retried", async ({ db }) => {
    const { id } = await sendingDesk(db);
    const cases = [
      { kind: "notification", kept: false },
      { kind: "notification", state: "failed", kept: false },
      { kind: "notification", state: "queued", try_at: NOON, kept: true },
      { kind: "acknowledgement", kept: false },
      { kind: "acknowledgement", state: "failed", kept: true },
      { kind: "acknowledgement", state: "failed", dismissed_at: NOON, kept: false },
      { kind: "reply", kept: true },
    ] as const;
    for (const { kept: _, ...delivery } of cases)
      await aDelivery(db, { taskId: id, address: "a@one.example", ...delivery });
    const contents = async () =>
      (await db.selectFrom("outgoing_mail").select("content").orderBy("id").execute()).map(
        ({ content }) => content !== "",
      );
    const sweep = (now: number) => inTransaction(db, (tx) => sweepSentContent(tx, now));
    await sweep(NOON + 7 * DAY_MS);
    expect(await contents()).not.toContain(false);
    expect(await sweep(NOON + 7 * DAY_MS + 1)).toBe(false);
    expect(await contents()).toEqual(cases.map(({ kept }) => kept));
  });
});

const aNotification = (user_id: number, task_id: number) => ({
  ...{ user_id, task_id, message_id: null, actor_id: null, kind: "answered", reason: "assignee", details: "" },
  ...{ inner_only: 1 as const, batch: null, at: NOON, read_at: null, mail_at: NOON },
});

test("a temporary refusal is retried after 1, 5, 15 and 60 minutes, then hourly for two days", () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => (nextTry({ attempts, firstTriedAt: NOON }, NOON) ?? 0) - NOON);
  expect(waits).toEqual([1, 5, 15, 60, 60, 60].map((minutes) => minutes * MINUTE_MS));
  expect(nextTry({ attempts: 50, firstTriedAt: NOON }, NOON + 48 * HOUR_MS)).toBeNull();
});
