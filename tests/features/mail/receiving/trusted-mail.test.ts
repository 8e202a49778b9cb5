import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planWritten } from "~/features/mail/sending/plan-written.server";
import { rememberIds } from "~/features/mail/threading/known-ids.server";
import { type SignedKind, signedKey, withKey } from "~/features/mail/threading/signed-address.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { aCustomField, anAgent, aRequester, aTask } from "../../../support/factories";
import { dmarcHeader, rawMail, receivingDesk } from "./mail-desk";

const participantsOf = async (db: Db, taskId: number | null | undefined) =>
  (
    await db
      .selectFrom("participant")
      .innerJoin("user", "user.id", "participant.user_id")
      .select("user.email")
      .where("task_id", "=", taskId ?? 0)
      .orderBy("user.email")
      .execute()
  ).map(({ email }) => email);

const flagsOf = async (db: Db, messageId: number | null | undefined) =>
  (
    await db
      .selectFrom("message_email")
      .select("flags")
      .where("message_id", "=", messageId ?? 0)
      .executeTakeFirst()
  )?.flags;

const fieldsOf = (db: Db, id: number) =>
  db.selectFrom("task").select(["status", "priority", "assignee_id"]).where("id", "=", id).executeTakeFirstOrThrow();

onEachDatabase("the sender of a mail", (test) => {
  test("is marked as unverified if the trusted server's check fails; other servers don't count", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const mails = await receive(
      rawMail({ headers: ["Message-ID: <f1@x>", dmarcHeader("one.example", "fail")] }),
      rawMail({ headers: ["Message-ID: <f2@x>", dmarcHeader("one.example")] }),
      rawMail({ headers: ["Message-ID: <f3@x>", dmarcHeader("two.example")] }), // passed, but for another domain
      rawMail({ headers: ["Message-ID: <f4@x>", "Authentication-Results: evil.example; dmarc=fail"] }),
    );
    expect(await Promise.all(mails.map(({ message_id }) => flagsOf(db, message_id)))).toEqual([
      ...["unverified", "", "unverified", ""],
    ]);
  });

  test("can't borrow the verdict of a co-author or of an author that X-Original-From names", async ({ db }) => {
    const { receive } = await receivingDesk(db, { options: JSON.stringify({ viaForward: true }) });
    const copy = "Cc: lea@two.example";
    const both = { from: "eve@evil.example, priya@one.example" };
    const mails = await receive(
      rawMail({ headers: ["Message-ID: <b1@x>", copy, dmarcHeader("one.example")] }),
      rawMail({ ...both, headers: ["Message-ID: <b2@x>", copy, dmarcHeader("evil.example")] }),
      rawMail({
        ...both,
        headers: ["Message-ID: <b3@x>", copy, "Sender: priya@one.example", dmarcHeader("one.example")],
      }),
      rawMail({
        ...{ from: "eve@one.example", headers: ["Message-ID: <b4@x>", copy, "X-Original-From: priya@one.example"] },
      }).replace("Subject:", `${dmarcHeader("one.example")}\r\nSubject:`),
    );
    expect(await Promise.all(mails.map(async ({ task_id }) => (await participantsOf(db, task_id)).length))).toEqual([
      ...[1, 0, 0, 0],
    ]);
  });

  test("can be a Reply-To of the same domain, or of any domain if the address trusts Reply-To", async ({ db }) => {
    const { receive, addressId } = await receivingDesk(db);
    await anAgent(db, { name: "Ada", email: "ada@one.example" });
    const form = (replyTo: string) =>
      rawMail({ from: "form@one.example", body: `For ${replyTo}`, headers: [`Reply-To: ${replyTo}`] });
    const requesters = async (...mails: string[]) =>
      Promise.all(
        (await receive(...mails)).map(async ({ task_id }) => {
          const task = db.selectFrom("task").innerJoin("user", "user.id", "task.requester_id").select("user.email");
          return (await task.where("task.id", "=", task_id ?? 0).executeTakeFirst())?.email;
        }),
      );
    expect(
      await requesters(
        form("lea@one.example"),
        form("otto@two.example"),
        form("help@example.org"), // never the desk itself
        form("ada@one.example"), // never an agent
        rawMail({ from: "a@gmail.com", headers: ["Reply-To: b@gmail.com"] }),
      ),
    ).toEqual(["lea@one.example", "form@one.example", "form@one.example", "form@one.example", "a@gmail.com"]);
    const options = JSON.stringify({ trustReplyTo: true });
    await db.updateTable("mail_address").set({ options }).where("id", "=", addressId).execute();
    expect(await requesters(form("jonas@two.example"))).toEqual(["jonas@two.example"]);
  });
});

const COPIES = "Cc: Lea <lea@two.example>, no-reply@two.example, help+x@example.org, team@lists.example";

onEachDatabase("people in To and Cc", (test) => {
  test("join the task if the sender is verified, except the desk, lists and no-reply addresses", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const list = "List-Post: <mailto:team@lists.example>";
    const auto = "List-Id: <help.example.org>"; // the desk's own group: its list headers don't count
    const to = "help@example.org, Otto <otto@one.example>, priya@one.example";
    const headers = ["Message-ID: <c1@x>", COPIES, list, auto, dmarcHeader("one.example")];
    const [mail] = await receive(rawMail({ to, headers }));
    expect(mail).toMatchObject({ outcome: "task" });
    expect(await participantsOf(db, mail?.task_id)).toEqual(["lea@two.example", "otto@one.example"]);
    const event = db.selectFrom("event").select(["via", "new_value"]).where("field", "=", "participants");
    expect(await event.orderBy("new_value").execute()).toEqual([
      { via: "email", new_value: "Lea" },
      { via: "email", new_value: "Otto" },
    ]);
    const [reply] = await receive(
      rawMail({ from: "lea@two.example", body: "Me too.", headers: ["In-Reply-To: <c1@x>"] }),
    );
    expect(reply).toMatchObject({ outcome: "reply", reason: "answer" });
  });

  test("stay out if the sender isn't verified; otherwise at most twenty join", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const many = Array.from({ length: 25 }, (_, index) => `p${index}@two.example`).join(", ");
    const [unproved] = await receive(rawMail({ headers: ["Message-ID: <w1@x>", `Cc: ${many}`] }));
    expect(await participantsOf(db, unproved?.task_id)).toEqual([]);
    const [proved] = await receive(
      rawMail({ headers: [dmarcHeader("one.example"), "Message-ID: <w2@x>", `Cc: ${many}`] }),
    );
    expect(await participantsOf(db, proved?.task_id)).toHaveLength(20);
  });

  test("join with an answer to the sender's own signed address", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const rita = await aRequester(db, { email: "rita@one.example" });
    const { id } = await aTask(db, { requester: rita });
    const key = signedKey({ taskId: id, userId: rita.id, kind: "reply", madeAt: Date.now() });
    await receive(rawMail({ from: "rita@one.example", to: withKey("help@example.org", key), headers: [COPIES] }));
    expect(await participantsOf(db, id)).toEqual(["lea@two.example", "team@lists.example"]);
  });

  test("stay out if unknown when the address takes mail only from known people", async ({ db }) => {
    const { receive } = await receivingDesk(db, { unknown_senders: "invited" });
    await aRequester(db, { email: "priya@one.example" });
    await aRequester(db, { email: "otto@one.example" });
    const headers = ["Message-ID: <i1@x>", "Cc: otto@one.example, lea@two.example", dmarcHeader("one.example")];
    const [mail] = await receive(rawMail({ headers }));
    expect(await participantsOf(db, mail?.task_id)).toEqual(["otto@one.example"]);
  });
});

/** A desk with Rita's task, which Ada answers by mail. */
async function agentDesk(db: Db) {
  const desk = await receivingDesk(db);
  const ada = await anAgent(db, { name: "Ada", email: "ada@desk.example" });
  const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
  const { id } = await aTask(db, { requester: rita });
  const addressOf = (userId: number, kind: SignedKind, madeAt = Date.now()) =>
    withKey("help@example.org", signedKey({ taskId: id, userId, kind, madeAt }));
  const pass = dmarcHeader("desk.example");
  const mail = (more: { to?: string; body?: string; html?: string; headers?: string[] }) =>
    rawMail({ from: "ada@desk.example", to: addressOf(ada.id, "reply"), headers: [pass], ...more });
  const kinds = async () =>
    (await db.selectFrom("message").selectAll().where("task_id", "=", id).orderBy("id").execute())
      .slice(1)
      .map(({ kind, side, body }) => `${kind} ${side}: ${body}`);
  const sent = async () =>
    (
      await db
        .selectFrom("delivery")
        .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
        .select(["outgoing_mail.kind", "delivery.address", "outgoing_mail.content"])
        .orderBy("delivery.id")
        .execute()
    ).map(({ content, ...row }) => ({ ...row, body: (JSON.parse(content) as { body?: string }).body }));
  return { ...desk, id, ada, rita, addressOf, mail, kinds, sent, pass };
}

onEachDatabase("an agent's mail", (test) => {
  test("to their signed address becomes a public reply without quotation, sent to the requester", async ({ db }) => {
    const { receive, mail, kinds, sent, id } = await agentDesk(db);
    const html = `<p>Stand back.</p><div class="gmail_quote">On Monday, Desk wrote:<blockquote>SECRET NOTE</blockquote></div>`;
    const [taken] = await receive(mail({ html }));
    expect(taken).toMatchObject({ outcome: "reply", reason: "answer", task_id: id });
    expect(await kinds()).toEqual(["public agent: Stand back."]);
    expect((await sent()).map(({ kind, address }) => `${kind} ${address}`)).toEqual(["reply rita@one.example"]);
    const kept = await db
      .selectFrom("message")
      .innerJoin("message_email", "message_email.message_id", "message.id")
      .select(["body_html", "folded_html"])
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain("SECRET");
    expect(await fieldsOf(db, id)).toMatchObject({ status: "waiting_requester" });
  });

  test("becomes a public reply if it answers a notification to that agent, but not to another", async ({ db }) => {
    const { receive, mail, kinds, ada, id, pass, addressId } = await agentDesk(db);
    const jonas = await anAgent(db, { name: "Jonas" });
    const idFor = async (userId: number) => {
      const to = { userId, address: "ada@desk.example" };
      const content = { subject: "News", body: "News.", links: {} };
      const sender = { id: addressId, address: "help@example.org" };
      await inTransaction(db, (tx) =>
        planWritten(tx, { kind: "notification", sender, taskId: id, to, content }, Date.now()),
      );
      const newest = db.selectFrom("outgoing_mail").select("mail_id").orderBy("id", "desc");
      return (await newest.executeTakeFirstOrThrow()).mail_id;
    };
    const answer = (mailId: string, body: string) =>
      mail({ to: "help@example.org", body, headers: [pass, `In-Reply-To: <${mailId}>`] });
    await receive(answer(await idFor(ada.id), "A"), answer(await idFor(jonas.id), "B"));
    expect(await kinds()).toEqual(["public agent: A", "internal agent: B"]);
  });

  test("becomes a note if unverified, or sent to a note's, another agent's or an expired address", async ({ db }) => {
    const { receive, mail, kinds, sent, ada, addressOf, rita } = await agentDesk(db);
    const jonas = await anAgent(db, { name: "Jonas" });
    const mails = await receive(
      mail({ body: "A", headers: [] }),
      mail({ body: "B", headers: [dmarcHeader("desk.example", "fail")] }),
      mail({ body: "C", to: addressOf(ada.id, "note") }),
      mail({ body: "D", to: addressOf(jonas.id, "reply") }),
      mail({ body: "E", to: addressOf(rita.id, "reply") }),
    );
    expect(mails.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      ...["reply note", "reply note", "reply note", "reply note", "quarantined wrong_signed_address"],
    ]);
    expect(await kinds()).toEqual(["A", "B", "C", "D"].map((body) => `internal agent: ${body}`));
    // Ada learns that her first two replies weren't sent.
    expect((await sent()).map(({ kind, address }) => `${kind} ${address}`)).toEqual([
      ...["command_result ada@desk.example", "command_result ada@desk.example"],
    ]);
    await receive(mail({ body: "F", to: addressOf(ada.id, "reply", Date.now() - 40 * DAY_MS) }));
    expect((await kinds()).at(-1)).toBe("internal agent: F");
    expect((await sent()).at(-1)?.body).toContain("30 days");
  });

  test("can start with commands, which the desk runs and answers in one mail", async ({ db }) => {
    const { receive, mail, kinds, sent, id, ada } = await agentDesk(db);
    const body = "#assign me\n#priority high\n#tag vpn\n#status `moon`\n#status on hold\n\nStand back.";
    const [taken] = await receive(mail({ body }));
    expect(taken).toMatchObject({ outcome: "reply", reason: "command" });
    expect(await kinds()).toEqual(["public agent: Stand back."]);
    expect(await fieldsOf(db, id)).toEqual({ status: "on_hold", priority: 3, assignee_id: ada.id });
    expect((await sent()).map(({ kind, address, body }) => [kind, address, body])).toEqual([
      ["reply", "rita@one.example", undefined],
      [
        ...["command_result", "ada@desk.example"],
        "Done:\n\n- Sent your reply\n- `#assign me`\n- `#priority high`\n- `#tag vpn`\n- `#status on hold`\n\n" +
          "Not done:\n\n- `#status 'moon'`: There's no such status\\. Check the spelling\\.\n\n[Open task](link:view)",
      ],
    ]);
    await receive(mail({ body: "#note\n#close\nKnown fault." }));
    expect((await kinds()).at(-1)).toBe("internal agent: Known fault.");
    expect(await fieldsOf(db, id)).toMatchObject({ status: "resolved" });
    await receive(mail({ body: "#close" })); // a mail with only commands leaves no message
    expect(await kinds()).toHaveLength(2);
    expect(await fieldsOf(db, id)).toMatchObject({ status: "closed" });
  });

  test("runs no commands if unverified, and tells the agent so at most twice an hour", async ({ db }) => {
    const { receive, mail, kinds, sent, id } = await agentDesk(db);
    const forged = (n: number) => mail({ body: `#status resolved\n#assign me\nNumber ${n}`, headers: [] });
    await receive(forged(1), forged(2), forged(3));
    expect(await fieldsOf(db, id)).toMatchObject({ status: "new", assignee_id: null });
    expect((await kinds())[0]).toBe("internal agent: #status resolved\n#assign me\nNumber 1");
    const told = await sent();
    expect(told.map(({ kind }) => kind)).toEqual(["command_result", "command_result"]);
    expect(told[0]?.body).toContain("- `#status resolved`");
    expect(told[0]?.body).toContain("didn't confirm");
  });

  test("gets no answer to its commands if it suppresses automatic replies", async ({ db }) => {
    const { receive, mail, sent, id, pass } = await agentDesk(db);
    await receive(mail({ body: "#tag vpn", headers: [pass, "X-Auto-Response-Suppress: AutoReply"] }));
    const tags = db.selectFrom("task_tag").select("tag").where("task_id", "=", id);
    expect([await tags.execute(), await sent()]).toEqual([[{ tag: "vpn" }], []]);
  });

  test("refuses a change that the task's own form refuses, and names the missing field", async ({ db }) => {
    const { receive, mail, sent, id } = await agentDesk(db);
    await aCustomField(db, { label: "Cause", required: "resolve" });
    await receive(mail({ body: "#status resolved" }));
    expect((await sent())[0]?.body).toMatch(/Not done:\n\n- `#status resolved`: .*Cause/);
    expect(await fieldsOf(db, id)).toMatchObject({ status: "new" });
  });

  test("from a participant is a note for notes, commands or no verdict, else public without quotes", async ({ db }) => {
    const { receive, mail, kinds, id, ada, addressOf, pass } = await agentDesk(db);
    await db.insertInto("participant").values({ task_id: id, user_id: ada.id, added_at: 0 }).execute();
    const plain = { to: "help@example.org" };
    const noteMail = (madeAt: number) => `${signedKey({ taskId: id, userId: 0, kind: "note", madeAt })}.x@example.org`;
    const [today, old] = [noteMail(Date.now()), noteMail(Date.now() - 40 * DAY_MS)];
    const ours = { taskId: id, messageId: null, ours: true };
    await inTransaction(db, (tx) => rememberIds(tx, ours, [today, old], Date.now()));
    const mails = await receive(
      mail({ body: "A", to: addressOf(ada.id, "note") }),
      mail({ body: "B", ...plain, headers: [pass, `In-Reply-To: <${today}>`] }),
      mail({ body: "C", ...plain, headers: [pass, `In-Reply-To: <${old}>`] }),
      mail({ body: "D", headers: [] }),
      mail({ body: "#note\nE" }),
      mail({ body: "Thanks!", to: addressOf(ada.id, "note") }),
    );
    expect(mails.map(({ reason }) => reason)).toEqual(["note", "note", "note", "note", "command", "note"]);
    expect(await kinds()).toEqual(["A", "B", "C", "D", "E", "Thanks!"].map((body) => `internal agent: ${body}`));
    const quoting = [
      ...["From: ada@desk.example", `To: ${addressOf(ada.id, "reply")}`, "Subject: Re: it", pass],
      ...['Content-Type: multipart/related; boundary="b"', "", "--b", "Content-Type: text/html", ""],
      '<p>Mine.</p><div class="gmail_quote">On Monday, Desk wrote:<blockquote>SECRET<img src="cid:p1"></blockquote></div>',
      ...["--b", "Content-Type: image/png", "Content-ID: <p1>", "Content-Disposition: inline", "", "png", "--b--"],
    ].join("\r\n");
    await receive(quoting);
    expect((await kinds()).at(-1)).toBe("public requester: Mine.");
    expect(await db.selectFrom("attachment").selectAll().execute()).toEqual([]);
    const folded = db.selectFrom("message_email").select("folded_html").orderBy("message_id", "desc");
    expect(await folded.executeTakeFirst()).toEqual({ folded_html: null });
  });

  test("about a task they can't access becomes a note there and changes nothing", async ({ db }) => {
    const { receive, mail, kinds, sent, id } = await agentDesk(db);
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").execute();
    await receive(mail({ body: "#assign me\nHello." }));
    expect((await kinds())[0]).toMatch(/^internal agent:/);
    expect(await fieldsOf(db, id)).toMatchObject({ assignee_id: null });
    expect((await sent())[0]?.body).not.toContain("Printer");
  });
});

const FORWARDED =
  "Can you take this?\n\n---------- Forwarded message ---------\nFrom: Lea Moreau <lea@two.example>\n" +
  "Date: Mon, 2 Mar 2026\nSubject: Printer\nTo: <ada@desk.example>\n\nSmoke comes out of it.";

const OUTER = "Message-ID: <outer@desk.example>";

onEachDatabase("a mail that an agent forwards", (test) => {
  test("becomes a task of its original sender, with the agent's own words as a note", async ({ db }) => {
    const { receive, pass, ada } = await agentDesk(db);
    const attached = [
      ...["From: ada@desk.example", "To: help@example.org", "Subject: FW: Scanner", pass, OUTER],
      ...['Content-Type: multipart/mixed; boundary="b"', "", "--b", "Content-Type: text/plain", "", "Attached.", "--b"],
      ...["Content-Type: message/rfc822", "", "From: Otto <otto@two.example>", "Subject: Scanner", ""],
      ...["It is slow.", "--b--"],
    ].join("\r\n");
    const mails = await receive(
      rawMail({ from: "ada@desk.example", subject: "Fwd: Printer", body: FORWARDED, headers: [pass] }),
      attached,
    );
    const tasks = await Promise.all(
      mails.map(async ({ outcome, reason, task_id, message_id }) => {
        const task = await db
          .selectFrom("task")
          .innerJoin("user", "user.id", "task.requester_id")
          .select(["task.title", "user.name", "user.email"])
          .where("task.id", "=", task_id ?? 0)
          .executeTakeFirstOrThrow();
        const messages = db
          .selectFrom("message")
          .select(["kind", "body"])
          .where("task_id", "=", task_id ?? 0);
        const watchers = db
          .selectFrom("watcher")
          .select("user_id")
          .where("task_id", "=", task_id ?? 0);
        return {
          ...{ ...task, became: `${outcome} ${reason}`, flags: await flagsOf(db, message_id) },
          messages: (await messages.orderBy("id").execute()).map(
            ({ kind, body }) => `${kind} ${body.split("\n").at(-1)}`,
          ),
          watchers: (await watchers.execute()).map(({ user_id }) => user_id),
        };
      }),
    );
    const same = { became: "task forwarded", flags: "forwarded", watchers: [ada.id] };
    expect(tasks).toEqual([
      {
        ...{ ...same, title: "Printer", name: "Lea Moreau", email: "lea@two.example" },
        messages: ["public Smoke comes out of it.", "internal Can you take this?"],
      },
      {
        ...{ ...same, title: "Scanner", name: "Otto", email: "otto@two.example" },
        messages: ["public It is slow.", "internal Attached."],
      },
    ]);
    // The agent sent this forward to Lea as well.
    const answer = rawMail({ from: "lea@two.example", headers: ["In-Reply-To: <bare@desk.example>"] });
    expect(await receive(attached.replace("Attached.", "").replace("outer", "bare"), answer)).toMatchObject([
      ...[{ reason: "forwarded" }, { reason: "outsider" }],
    ]);
  });

  test("is an ordinary new task if unverified, from a requester, or a forward of the desk's mail", async ({ db }) => {
    const { receive, pass } = await agentDesk(db);
    const forward = { subject: "Fwd: Printer", body: FORWARDED };
    const ours = FORWARDED.replace("lea@two.example", "help@example.org");
    const mails = await receive(
      rawMail({ ...forward, from: "ada@desk.example", headers: ["Message-ID: <a1@x>"] }),
      rawMail({ ...forward, from: "rita@one.example", headers: [dmarcHeader("one.example")] }),
      rawMail({ ...forward, from: "ada@desk.example", body: ours, headers: [pass] }),
    );
    expect(mails.map(({ reason }) => reason)).toEqual(["new_task", "new_task", "new_task"]);
  });
});
