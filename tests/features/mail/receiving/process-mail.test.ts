import { Readable } from "node:stream";
import { expect } from "vitest";
import { processWaiting } from "~/features/mail/receiving/process-waiting.server";
import { storeMail } from "~/features/mail/receiving/store-mail.server";
import { signedKey, withKey } from "~/features/mail/threading/signed-address.server";
import { StorageAway } from "~/lib/storage-unavailable.server";
import { onEachDatabase } from "../../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aDelivery, aMailAddress } from "../../../support/mail";
import { dmarcHeader, rawMail, receivingDesk } from "./mail-desk";

const WITH_FILE = [
  "From: Priya Nair <priya@one.example>",
  "To: help@example.org",
  "Subject: A file",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain",
  "",
  "Here it is.",
  "--b",
  'Content-Type: text/csv; name="a.csv"',
  'Content-Disposition: attachment; filename="a.csv"',
  "",
  "1,2,3",
  "--b--",
].join("\r\n");

const QMAIL = `Hi. This is the qmail-send program at two.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<rita@two.example>:
192.0.2.1 does not like recipient.

--- Below this line is a copy of the message.

Message-ID: <unknown@example.org>
`;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const withLogo = (text: string, headers: readonly string[]) =>
  [
    "From: Priya Nair <priya@one.example>",
    "To: help@example.org",
    "Subject: A logo",
    ...headers,
    'Content-Type: multipart/related; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html",
    "",
    `<p>${text}</p><img src="cid:logo">`,
    "--b",
    "Content-Type: image/png",
    "Content-ID: <logo>",
    "Content-Transfer-Encoding: base64",
    "",
    PIXEL,
    "--b--",
  ].join("\r\n");

onEachDatabase("incoming mail", (test) => {
  test("becomes a task of its sender, with the mail as description", async ({ db }) => {
    const { receive, messages } = await receivingDesk(db);
    const [mail] = await receive(rawMail());
    expect(mail).toMatchObject({ outcome: "task", reason: "new_task" });
    const task = await db
      .selectFrom("task")
      .innerJoin("user", "user.id", "task.requester_id")
      .select(["task.title", "task.channel", "user.name", "user.email"])
      .where("task.id", "=", mail?.task_id ?? 0)
      .executeTakeFirst();
    expect(task).toEqual({
      ...{ title: "The printer is on fire", channel: "email", name: "Priya Nair", email: "priya@one.example" },
    });
    expect(await messages(mail?.task_id)).toEqual([
      { name: "Priya Nair", body: "Smoke comes out of it.", channel: "email", side: "requester" },
    ]);
  });

  test("lands on its task by the IDs it answers, and ends its wait for the requester", async ({ db }) => {
    const { receive, messages } = await receivingDesk(db);
    const [first] = await receive(rawMail({ headers: ["Message-ID: <first@one.example>"] }));
    await db
      .updateTable("task")
      .set({ status: "waiting_requester" })
      .where("id", "=", first?.task_id ?? 0)
      .execute();
    const answer = { subject: "Re: something else", body: "It's out.", headers: ["In-Reply-To: <first@one.example>"] };
    const [second] = await receive(rawMail(answer));
    expect(second).toMatchObject({ outcome: "reply", reason: "answer", task_id: first?.task_id });
    expect((await messages(first?.task_id)).map(({ body }) => body)).toEqual(["Smoke comes out of it.", "It's out."]);
    const task = db
      .selectFrom("task")
      .select("status")
      .where("id", "=", first?.task_id ?? 0);
    expect(await task.executeTakeFirst()).toEqual({ status: "in_progress" });
  });

  test("lands on its task by the sender's own signed address, and not by an agent's", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
    const ada = await anAgent(db, { name: "Ada" });
    const { id } = await aTask(db, { requester: rita });
    const to = (userId: number) =>
      withKey("help@example.org", signedKey({ taskId: id, userId, kind: "reply", madeAt: Date.now() }));
    const [hers, stolen] = await receive(
      rawMail({ from: "rita@one.example", to: to(rita.id), body: "Mine." }),
      rawMail({ from: "rita@one.example", to: to(ada.id), body: "Not mine." }),
    );
    expect(hers).toMatchObject({ outcome: "reply", reason: "answer", task_id: id });
    expect(stolen).toMatchObject({ outcome: "quarantined", reason: "wrong_signed_address" });
    const stranger = rawMail({ from: "eve@evil.example", to: to(ada.id) });
    expect(await receive(stranger)).toMatchObject([{ reason: "wrong_signed_address" }]);
    const eve = db.selectFrom("user").select("id").where("email", "=", "eve@evil.example");
    expect(await eve.execute()).toEqual([]);
  });

  test("is kept once: the same message is a duplicate, the same ID with other content isn't", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const twice = rawMail({ headers: ["Message-ID: <same@one.example>"] });
    const other = rawMail({ body: "Something else.", headers: ["Message-ID: <same@one.example>"] });
    const [first, again, third] = await receive(twice, `Received: from a by b\r\n${twice}`, other);
    expect(first).toMatchObject({ outcome: "task" });
    expect(again).toMatchObject({ outcome: "duplicate", reason: expect.stringMatching(/^same_message:\d+$/) });
    expect(third).toMatchObject({ outcome: "task" });
  });

  test("waits in quarantine once if it is too large, even if it is fetched again", async ({ db }) => {
    const { receiveAs } = await receivingDesk(db);
    const headers = rawMail({ headers: ["Message-ID: <large@one.example>"], body: "" });
    const large = { wholeSize: 60_000_000 };
    expect([await receiveAs(large, headers), await receiveAs(large, headers)].flat()).toMatchObject([
      ...[{ outcome: "quarantined", reason: "too_large" }, { outcome: "duplicate" }],
    ]);
  });

  test("from an outsider is added to the task and marked, and changes nothing", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const [first] = await receive(rawMail({ headers: ["Message-ID: <mine@one.example>"] }));
    await db
      .updateTable("task")
      .set({ status: "resolved", open: 0 })
      .where("id", "=", first?.task_id ?? 0)
      .execute();
    const [aside] = await receive(
      rawMail({ from: "Lea Moreau <lea@two.example>", body: "Me too.", headers: ["References: <mine@one.example>"] }),
    );
    expect(aside).toMatchObject({ outcome: "reply", reason: "outsider", task_id: first?.task_id });
    const task = db
      .selectFrom("task")
      .select("status")
      .where("id", "=", first?.task_id ?? 0);
    expect(await task.executeTakeFirst()).toEqual({ status: "resolved" });
    const email = db
      .selectFrom("message_email")
      .select("flags")
      .where("message_id", "=", aside?.message_id ?? 0);
    expect(await email.executeTakeFirst()).toEqual({ flags: "outsider" });
  });

  test("from an agent's address without proof becomes an internal note", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    await anAgent(db, { name: "Ada", email: "ada@one.example" });
    const [first] = await receive(rawMail({ headers: ["Message-ID: <theirs@one.example>"] }));
    const [note] = await receive(
      rawMail({ from: "ada@one.example", body: "Known fault.", headers: ["In-Reply-To: <theirs@one.example>"] }),
    );
    expect(note).toMatchObject({ outcome: "reply", reason: "note", task_id: first?.task_id });
    const message = db
      .selectFrom("message")
      .select(["kind", "side"])
      .where("id", "=", note?.message_id ?? 0);
    expect(await message.executeTakeFirst()).toEqual({ kind: "internal", side: "agent" });
  });

  test("from a machine is added to its task without reopening it, or only logged without a task", async ({ db }) => {
    const { receive, receiveAs } = await receivingDesk(db);
    const [first] = await receive(rawMail({ headers: ["Message-ID: <away@one.example>"] }));
    await db
      .updateTable("task")
      .set({ status: "resolved", open: 0 })
      .where("id", "=", first?.task_id ?? 0)
      .execute();
    const auto = "Auto-Submitted: auto-replied";
    const [note, alert] = await receive(
      rawMail({ subject: "Out of office", headers: [auto, "In-Reply-To: <away@one.example>"] }),
      rawMail({ from: "monitor@two.example", subject: "Disk full", headers: [auto] }),
    );
    expect(note).toMatchObject({ outcome: "automatic", reason: "automatic:auto_submitted", task_id: first?.task_id });
    expect(alert).toMatchObject({ outcome: "automatic", task_id: null });
    const bounce = { from: "user@two.example", subject: "failure notice", body: QMAIL };
    expect([
      ...(await receiveAs({ from: "", to: ["help@example.org"] }, rawMail({ subject: "I'm away" }), rawMail(bounce))),
      ...(await receive(rawMail(bounce))),
    ]).toMatchObject([
      ...[{ outcome: "automatic", reason: "automatic:empty_return_path" }, { outcome: "bounce" }, { outcome: "task" }],
    ]);
    const task = db
      .selectFrom("task")
      .select("status")
      .where("id", "=", first?.task_id ?? 0);
    expect(await task.executeTakeFirst()).toEqual({ status: "resolved" });
  });

  test("waits in quarantine if its sender is blocked, missing, not invited or the desk itself", async ({ db }) => {
    const { receive, addressId } = await receivingDesk(db);
    const root = await anAgent(db);
    await db
      .insertInto("sender_rule")
      .values({ address_key: "bad@two.example", rule: "block", created_by: root.id, created_at: 0 })
      .execute();
    await db.updateTable("mail_address").set({ unknown_senders: "invited" }).where("id", "=", addressId).execute();
    const mails = await receive(
      rawMail({ from: "bad@two.example" }),
      rawMail({ from: "" }),
      rawMail(),
      rawMail({ from: "help@example.org" }),
    );
    expect(mails.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      "quarantined blocked_sender",
      "quarantined no_sender",
      "quarantined unknown_sender",
      "quarantined no_sender",
    ]);
  });

  test("waits in quarantine beyond thirty new requests an hour from one sender", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const many = await receive(...Array.from({ length: 31 }, (_, index) => rawMail({ body: `Number ${index}` })));
    expect(many.filter(({ outcome }) => outcome === "task")).toHaveLength(30);
    expect(many.at(-1)).toMatchObject({ outcome: "quarantined", reason: "too_many_from_sender" });
  });

  test("goes to the team of the first desk address in To, whichever mailbox received it", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const { id: teamId } = await db
      .insertInto("team")
      .values({ name: "Building", is_default: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await aMailAddress(db, { address: "building@example.org", team_id: teamId });
    const [mail] = await receive(rawMail({ to: "building@example.org, help@example.org" }));
    const task = db
      .selectFrom("task")
      .select("team_id")
      .where("id", "=", mail?.task_id ?? 0);
    expect(await task.executeTakeFirst()).toEqual({ team_id: teamId });
  });

  test("from a stranger follows that address's rules; a quarantined copy makes no duplicate", async ({ db }) => {
    const { receive, addressId } = await receivingDesk(db);
    const closed = await aMailAddress(db, { address: "building@example.org", unknown_senders: "invited" });
    const copy = rawMail({ to: "building@example.org, help@example.org" });
    expect(await receive(copy)).toMatchObject([{ outcome: "quarantined", reason: "unknown_sender" }]);
    await db.updateTable("inbound_mail").set({ address_id: closed }).execute();
    await db.updateTable("mail_address").set({ unknown_senders: "invited" }).where("id", "=", addressId).execute();
    await db.updateTable("mail_address").set({ unknown_senders: "anyone" }).where("id", "=", closed).execute();
    expect(await receive(copy)).toMatchObject([{ outcome: "task" }]);
    expect(await receive(copy)).toMatchObject([{ outcome: "duplicate" }]);
  });

  test("waits in quarantine beyond the address's hourly limit of new people, even as an answer", async ({ db }) => {
    const { receive } = await receivingDesk(db, { options: JSON.stringify({ newPeoplePerHour: 2 }) });
    const about = ["In-Reply-To: <first@one.example>"];
    const mails = await receive(
      rawMail({ headers: ["Message-ID: <first@one.example>"] }),
      rawMail({ from: "lea@two.example", headers: about }),
      rawMail({ from: "otto@two.example", headers: about }),
    );
    expect(mails.map(({ reason }) => reason)).toEqual(["new_task", "outsider", "too_many_people"]);
  });

  test("creates no more people from Cc than the address's hourly limit allows", async ({ db }) => {
    const { receive } = await receivingDesk(db, { options: JSON.stringify({ newPeoplePerHour: 4 }) });
    const copies = (n: number) => `Cc: ${[1, 2, 3].map((person) => `copy${n}${person}@two.example`).join(", ")}`;
    const mails = await receive(
      rawMail({ headers: ["Message-ID: <c1@x>", copies(1), dmarcHeader("one.example")] }),
      rawMail({ headers: ["Message-ID: <c2@x>", copies(2), dmarcHeader("one.example")] }),
      rawMail({ from: "eve@two.example" }),
    );
    expect(mails.map(({ reason }) => reason)).toEqual(["new_task", "new_task", "too_many_people"]);
    const copied = db.selectFrom("user").select("email").where("email", "like", "copy%").orderBy("id");
    expect((await copied.execute()).map(({ email }) => email)).toEqual([1, 2, 3].map((n) => `copy1${n}@two.example`));
  });

  test("with a Message-ID of the desk is ignored as the desk's own", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const { id: taskId } = await aTask(db, { requester: await aRequester(db) });
    await aDelivery(db, { taskId, address: "rita@one.example" });
    const { mail_id: ours } = await db.selectFrom("outgoing_mail").select("mail_id").executeTakeFirstOrThrow();
    expect(await receive(rawMail({ headers: [`Message-ID: <${ours.toUpperCase()}>`] }))).toMatchObject([
      { outcome: "ignored", reason: "own_message" },
    ]);
  });

  test("waits while the file store is down or the disk is full, without counting attempts", async ({ db }) => {
    const { files, addressId, receive } = await receivingDesk(db);
    const arrived = { addressId, way: "listener", uid: null, envelope: null, wholeSize: null } as const;
    await storeMail(db, files, { ...arrived, source: Readable.from([Buffer.from(WITH_FILE)]) }, NOON);
    const full = Object.assign(new Error("no space left"), { code: "ENOSPC", syscall: "write" });
    const trouble = [new StorageAway("no answer", false), full];
    for (const error of [...trouble, ...trouble, ...trouble]) {
      const store = { ...files.store, prepare: () => Promise.reject(error) };
      await processWaiting(db, { ...files, store }, "test", { failed: () => {} }).catch(() => {});
      expect(await db.selectFrom("inbound_mail").select(["outcome", "attempts"]).execute()).toEqual([
        { outcome: null, attempts: 0 },
      ]);
    }
    await receive(rawMail());
    expect(await db.selectFrom("inbound_mail").select("outcome").execute()).toEqual([
      ...[{ outcome: "task" }, { outcome: "task" }],
    ]);
  });

  test("is retried at growing intervals after errors, holds nothing up, and ends in quarantine", async ({ db }) => {
    const { files, addressId, receive } = await receivingDesk(db);
    const arrived = { addressId, way: "listener", uid: null, envelope: null, wholeSize: null } as const;
    await storeMail(db, files, { ...arrived, source: Readable.from([Buffer.from(WITH_FILE)]) }, NOON);
    const store = { ...files.store, prepare: () => Promise.reject(new Error("a fault of ours")) };
    const pauses: (number | null)[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      const began = Date.now();
      await processWaiting(db, { ...files, store }, "test", { failed: () => {} });
      const { try_at } = await db.selectFrom("inbound_mail").select("try_at").executeTakeFirstOrThrow();
      pauses.push(try_at === null ? null : Math.floor((try_at - began) / 10_000));
      await db.updateTable("inbound_mail").set({ try_at: null }).execute();
    }
    expect(pauses).toEqual([null, 1, 2, 4, 8, 16, 32, 64]);

    await db
      .updateTable("inbound_mail")
      .set({ try_at: Date.now() + 60_000 })
      .execute();
    expect(await receive(rawMail())).toMatchObject([{ outcome: "task" }]);
    const first = () => db.selectFrom("inbound_mail").select(["outcome", "reason"]).orderBy("id").executeTakeFirst();
    expect(await first()).toEqual({ outcome: null, reason: "" });
    await db.updateTable("inbound_mail").set({ try_at: null }).where("outcome", "is", null).execute();
    await processWaiting(db, files, "test", { failed: () => {} });
    expect(await first()).toEqual({ outcome: "quarantined", reason: "broken" });
  });

  test("keeps no script, handler or form, in its own part or the folded one", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const evil =
      '<script>alert(1)</script><img src=x onerror="alert(2)"><form action="https://evil.example"><input></form>';
    const html = `<p>Hello${evil}</p><div class="gmail_quote"><blockquote>Before${evil}<a href="javascript:alert(3)">x</a></blockquote></div>`;
    const headers = ["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8"];
    const [mail] = await receive(
      `From: priya@one.example\r\nTo: help@example.org\r\nSubject: Hi\r\n${headers.join("\r\n")}\r\n\r\n${html}`,
    );
    const stored = await db
      .selectFrom("message")
      .innerJoin("message_email", "message_email.message_id", "message.id")
      .select(["message.body_html", "message_email.folded_html"])
      .where("message.id", "=", mail?.message_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(stored.body_html).toContain("Hello");
    expect(stored.folded_html).toContain("Before");
    for (const part of [stored.body_html, stored.folded_html]) {
      expect(part).not.toMatch(/<script|onerror|<form|<input|javascript:|evil\.example|class=/i);
    }
  });

  test("keeps an attached file with its message", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const [mail] = await receive(WITH_FILE);
    const files = db
      .selectFrom("attachment")
      .select(["name", "declared_type"])
      .where("message_id", "=", mail?.message_id ?? 0);
    expect(await files.execute()).toEqual([{ name: "a.csv", declared_type: "text/csv" }]);
  });

  test("doesn't attach a picture again that the task already has, and its text still shows it", async ({ db }) => {
    const { receive } = await receivingDesk(db);
    const first = withLogo("Smoke comes out of it.", ["Message-ID: <logo1@one.example>"]);
    const answer = withLogo("It still does.", ["In-Reply-To: <logo1@one.example>"]);
    const [mail] = await receive(first, answer, withLogo("", ["In-Reply-To: <logo1@one.example>"]));
    const messages = await db
      .selectFrom("message")
      .select(["id", "body_html"])
      .where("task_id", "=", mail?.task_id ?? 0)
      .orderBy("id")
      .execute();
    const attached = await db.selectFrom("attachment").select(["id", "message_id"]).orderBy("id").execute();
    // The last mail has nothing but the picture.
    expect(attached.map(({ message_id }) => message_id)).toEqual([messages[0]?.id, messages[2]?.id]);
    expect(messages[1]?.body_html).toContain(`src="/attachments/${attached[0]?.id}"`);
  });
});
