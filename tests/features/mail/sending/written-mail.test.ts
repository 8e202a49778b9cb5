import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { remindRequesters } from "~/features/mail/sending/reminders.server";
import { saveTemplate } from "~/features/mail/templates/mail-templates.server";
import { createTask } from "~/features/new-task/task-create.server";
import { putInCopy } from "~/features/people/participants.server";
import { asOneBatch } from "~/features/tasks/event-batches.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { StatusKey } from "~/features/tasks/tasks";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, aRequester, aTask, NOON } from "../../../support/factories";
import { headerOf, sendingDesk } from "./sending-desk";

/** Kind and recipient of every mail written so far. */
const written = async (db: Db) =>
  (
    await db
      .selectFrom("delivery")
      .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
      .select(["outgoing_mail.kind", "delivery.address"])
      .orderBy("delivery.id")
      .execute()
  ).map(({ kind, address }) => `${kind} ${address}`);

const mailFrom = (from: string, more = "X-Any: header", body = "It burns.") =>
  `From: ${from}\nTo: help@example.org\nSubject: Smoke\nMessage-ID: <${crypto.randomUUID()}@one.example>\n${more}\n\n${body}`;

const setStatus = async (db: Db, viewer: Viewer, id: number, status: StatusKey) => {
  const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const changed = await changeTask(db, viewer, id, { change: { status, version }, was: {} }, NOON);
  expect(changed.ok).toBe(true);
};

const aRequest = (db: Db, viewer: Viewer, at = NOON) =>
  createTask(
    db,
    viewer,
    { title: "A *new* request", body: "Please.", type: "request", requestKey: aKey(), anyway: true },
    at,
  );

onEachDatabase("an acknowledgement", (test) => {
  test("tells a requester the number of a request made on the web, once", async ({ db }) => {
    const { rita, doJobs, sent } = await sendingDesk(db);
    const made = await aRequest(db, rita);
    const id = made.ok ? made.id : 0;
    await doJobs();
    const [one, ...others] = await sent();
    expect(others).toEqual([]);
    expect(one?.mail.text?.trimEnd()).toBe(
      `Hello Rita,\n\nWe've received your request A *new* request. Its number is #${id}.\n\n` +
        `To add something, reply to this email.\n\nView this request (https://desk.example.org/login?key=KEY&to=/tasks/${id})`,
    );
    const { source = "" } = one ?? {};
    expect(one?.from).toBe(""); // null sender: automatic answers have nowhere to go
    expect(headerOf(source, "Subject")).toBe(`Re: A *new* request [#${id}]`);
    expect(headerOf(source, "Auto-Submitted")).toBe("auto-replied");
    expect(headerOf(source, "X-Auto-Response-Suppress")).toBe("All");
    expect(headerOf(source, "Precedence")).toBe("bulk");
  });

  const senders = [
    { who: "a person", from: "priya@one.example", header: "X-Any: header", count: 1 },
    { who: "a machine", from: "priya@one.example", header: "Auto-Submitted: auto-generated", count: 0 },
    { who: "a list", from: "priya@one.example", header: "List-Id: <news.one.example>", count: 0 },
    { who: "a mailbox that isn't read", from: "no-reply@one.example", header: "X-Any: header", count: 0 },
  ];
  test.for(senders)(
    "goes to people, not to automatic senders: mail from $who",
    async ({ from, header, count }, { db }) => {
      const { receive, doJobs, sent } = await sendingDesk(db);
      await db
        .updateTable("mail_address")
        .set({ options: JSON.stringify({ automaticMail: "task" }) })
        .execute();
      const { task_id: id } = await receive(mailFrom(from, header));
      expect(id).not.toBeNull();
      await doJobs(Date.now());
      const mail = await sent();
      expect(mail).toHaveLength(count);
      if (count > 0) expect(headerOf(mail[0]?.source ?? "", "In-Reply-To")).toMatch(/@one\.example>$/);
    },
  );

  test("isn't sent for an unverified sender, a reply, an agent's own request or a sub-task", async ({ db }) => {
    const desk = await sendingDesk(db);
    const { task_id: unverified } = await desk.receive(mailFrom("eve@one.example"));
    await db.updateTable("message_email").set({ flags: "unverified" }).execute();
    await desk.reply("Hello.");
    await aRequest(db, desk.ada);
    await db
      .updateTable("task")
      .set({ parent_id: desk.id })
      .where("id", "=", (await aTask(db)).id)
      .execute();
    await desk.doJobs(Date.now());
    expect(unverified).not.toBeNull();
    expect(await written(db)).toEqual(["reply rita@one.example"]);
  });

  test("goes to a requester at most once in ten minutes and twice an hour", async ({ db }) => {
    const { rita, doJobs } = await sendingDesk(db);
    const times = [0, 5, 11, 30, 45, 75].map((minutes) => NOON + minutes * MINUTE_MS);
    const counts: number[] = [];
    for (const at of times) {
      await aRequest(db, rita, at);
      await doJobs(at);
      counts.push((await written(db)).length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3]);
  });

  test("goes to a requester at most ten times a day", async ({ db }) => {
    const { rita, doJobs } = await sendingDesk(db);
    for (let hour = 0; hour < 12; hour++) {
      await aRequest(db, rita, NOON + hour * HOUR_MS);
      await doJobs(NOON + hour * HOUR_MS);
    }
    expect(await written(db)).toHaveLength(10);
  });
});

onEachDatabase("mail about a resolved request", (test) => {
  test("asks only the requester whether it's solved, and includes a reply sent with the change", async ({ db }) => {
    const { ada, id, reply, doJobs, sent } = await sendingDesk(db);
    await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    await reply("We replaced it.", { status: "resolved" });
    await doJobs();
    const [his, hers, ...others] = await sent();
    expect(others).toEqual([]);
    expect(hers?.mail.text).toContain("We replaced it.\n\n---\n\nWe've marked this request as resolved.");
    expect(hers?.mail.html).toContain(">It is solved</a>");
    expect(hers?.mail.html).toContain(">It is not solved</a>");
    expect(his?.mail.text).not.toContain("It is solved");
    expect(headerOf(hers?.source ?? "", "Auto-Submitted")).toBeNull();
  });

  test("goes out on its own without a reply, unless the agent reopens the request in time", async ({ db }) => {
    const { ada, id, doJobs, sent } = await sendingDesk(db);
    await setStatus(db, ada, id, "resolved");
    await setStatus(db, ada, id, "in_progress");
    await doJobs();
    expect(await written(db)).toEqual([]);

    await setStatus(db, ada, id, "resolved");
    await doJobs();
    const [one, ...others] = await sent();
    expect(others).toEqual([]);
    expect(one?.mail.text).toContain("We've resolved your request The printer is on fire");
    expect(one?.mail.text).toContain("It is solved (https://desk.example.org/login/link?key=KEY)");
    expect(headerOf(one?.source ?? "", "Auto-Submitted")).toBe("auto-generated");
  });

  test("isn't sent for requester, desk or import changes, no-reply addresses or opted-out people", async ({ db }) => {
    const { rita, ada, id, doJobs } = await sendingDesk(db);
    await db.updateTable("task").set({ status: "resolved", open: 0, resolved_at: NOON }).where("id", "=", id).execute();
    const event = { taskId: id, kind: "changed", field: "status", from: "New", to: "Resolved", at: NOON } as const;
    const record = (more: { actorId: number | null; via?: "import" }) =>
      inTransaction(db, (tx) => recordEvents(tx, [{ ...event, ...more }]));
    await record({ actorId: ada.id, via: "import" });
    await record({ actorId: rita.id });
    await record({ actorId: null });
    await doJobs();
    expect(await written(db)).toEqual([]);
    const herAddress = (email: string) => db.updateTable("user").set({ email }).where("id", "=", rita.id).execute();
    await herAddress("no-reply@one.example");
    await record({ actorId: ada.id });
    expect(await doJobs()).toBe(1);
    expect(await written(db)).toEqual([]);
    await herAddress("rita@one.example");
    await db.insertInto("notification_level").values({ user_id: rita.id, kind: "resolved", level: "off" }).execute();
    await record({ actorId: ada.id });
    expect(await doJobs()).toBe(1);
    expect(await written(db)).toEqual([]);
  });

  test("goes out once per requester after a bulk change", async ({ db }) => {
    const { rita, ada, id, doJobs, sent } = await sendingDesk(db);
    const otto = await aRequester(db, { name: "Otto", email: "otto@one.example" });
    const hersToo = await aTask(db, { requester: rita, title: "**Not** bold" });
    const his = await aTask(db, { requester: otto });
    await db.deleteFrom("job").execute();
    for (const taskId of [id, hersToo.id, his.id]) {
      await db.updateTable("task").set({ status: "resolved", open: 0 }).where("id", "=", taskId).execute();
      const event = { taskId, actorId: ada.id, kind: "changed", field: "status", from: "New", to: "Resolved" } as const;
      await inTransaction(db, (tx) =>
        asOneBatch(tx, { name: "bulk:7" }, () => recordEvents(tx, [{ ...event, at: NOON }])),
      );
    }
    await doJobs();
    const [toOtto, toRita, ...others] = await sent();
    expect(others).toEqual([]);
    expect(toOtto?.mail.text).toContain("We've resolved your request");
    expect(headerOf(toRita?.source ?? "", "Subject")).toBe("We've resolved 2 of your requests");
    const address = `https://desk.example.org/login?key=KEY&to=/tasks/${hersToo.id}`;
    expect(toRita?.mail.text).toContain(`- #${hersToo.id} (${address}) **Not** bold`);
  });
});

onEachDatabase("a reminder", (test) => {
  test("goes out once per wait, after the number of days set in its template", async ({ db }) => {
    const { id, reply, sent } = await sendingDesk(db);
    const root = await anAdmin(db);
    const remind = (at: number) => inTransaction(db, (tx) => remindRequesters(tx, at));
    await reply("Which printer?", { status: "waiting_requester" });
    await remind(NOON + 30 * DAY_MS);
    expect(await written(db)).toEqual(["reply rita@one.example"]); // off by default

    const text = { subject: "Waiting: {{task.title}}", body: "Please **answer**.", days: 3, version: 0 };
    const saved = await saveTemplate(db, root, { kind: "reminder", host: "", ...text }, NOON);
    expect(saved).toEqual({ ok: true });
    await remind(NOON + 3 * DAY_MS - 1);
    expect(await written(db)).toHaveLength(1);
    await remind(NOON + 3 * DAY_MS);
    await remind(NOON + 9 * DAY_MS);
    expect(await written(db)).toEqual(["reply rita@one.example", "reminder rita@one.example"]);
    const mail = await sent();
    expect(mail.map(({ source }) => headerOf(source, "Subject"))).toContain("Waiting: The printer is on fire");

    // The agent asks again, which starts a new wait.
    await db.updateTable("task").set({ status: "in_progress" }).where("id", "=", id).execute();
    await reply("And which floor?", { status: "waiting_requester" }, NOON + 10 * DAY_MS);
    await remind(NOON + 12 * DAY_MS);
    await remind(NOON + 13 * DAY_MS);
    expect((await written(db)).filter((one) => one.startsWith("reminder"))).toHaveLength(2);
  });

  test("isn't blocked by a hundred requests of a requester who turned reminders off", async ({ db }) => {
    const { rita, ada } = await sendingDesk(db);
    const root = await anAdmin(db);
    const off = await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await db.insertInto("notification_level").values({ user_id: off.id, kind: "reminder", level: "off" }).execute();
    const text = { subject: "Waiting", body: "Please answer.", days: 3, version: 0 };
    await saveTemplate(db, root, { kind: "reminder", host: "", ...text }, NOON);
    const waiting = { status: "waiting_requester", requester: off } as const;
    const { id } = await aTask(db, waiting);
    const { id: _, ...row } = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await db
      .insertInto("task")
      .values(Array.from({ length: 100 }, () => row))
      .execute();
    const hers = await aTask(db, { ...waiting, requester: rita });
    const tasks = await db.selectFrom("task").select("id").where("status", "=", "waiting_requester").execute();
    const event = { actor_id: ada.id, kind: "changed", field: "status", via: "web", at: NOON } as const;
    await db
      .insertInto("event")
      .values(tasks.map((task) => ({ ...event, task_id: task.id })))
      .execute();
    await inTransaction(db, (tx) => remindRequesters(tx, NOON + 4 * DAY_MS));
    const reminders = db.selectFrom("outgoing_mail").select("task_id").where("kind", "=", "reminder");
    expect(await reminders.execute()).toEqual([{ task_id: hers.id }]);
  });
});
