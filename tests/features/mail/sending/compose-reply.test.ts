import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { keepFile } from "~/features/files/file-rows.server";
import { putInCopy } from "~/features/people/participants.server";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, NOON } from "../../../support/factories";
import { aPng } from "../../../support/pictures";
import { headerOf, sendingDesk } from "./sending-desk";

type Desk = Awaited<ReturnType<typeof sendingDesk>>;

/** Attaches a file to the task's newest message or note. Returns the attachment's ID. */
async function attach(db: Db, { files, id, ada }: Desk, name: string, content: string | Buffer, size?: number) {
  const received = await files.received(content);
  await inTransaction(db, (tx) => keepFile(tx, files.store, received, NOON));
  if (size) await db.updateTable("file").set({ size }).where("sha256", "=", received.sha256).execute();
  const message = await db
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const row = { sha256: received.sha256, task_id: id, message_id: message.id, draft_id: null, uploaded_by: ada.id };
  const made = db
    .insertInto("attachment")
    .values({ ...row, name, declared_type: "", size: received.size, created_at: NOON, redacted_at: null });
  return (await made.returning("id").executeTakeFirstOrThrow()).id;
}

const BODY = `Hello Rita,

1. Unplug it.
2. Wait:
   - one minute
   - or two

> It burns.

Run \`lpstat -a\`, or:

\`\`\`
cancel -a
\`\`\`

| Printer | Floor |
| --- | ---: |
| Laser | 2 |

See [our page](https://one.example/help) and [the request](/tasks/7).`;

const TEXT = `Hello Rita,

1. Unplug it.
2. Wait:
   - one minute
   - or two

> It burns.

Run lpstat -a, or:

cancel -a

Printer | Floor
Laser | 2

See our page (https://one.example/help) and the request (https://desk.example.org/tasks/7).`;

onEachDatabase("the content of a reply", (test) => {
  test("keeps lists, quotes, code, tables and links in both parts, and ends with a request link", async ({ db }) => {
    const { id, reply, sent } = await sendingDesk(db);
    await reply(BODY);
    const [{ mail } = { mail: null }] = await sent();
    expect(mail?.text?.trimEnd()).toBe(
      `${TEXT}\n\nTo add something to request #${id}, reply to this email.\n\nView this request (https://desk.example.org/login?key=KEY&to=/tasks/${id})`,
    );
    const html = mail?.html || "";
    for (const part of ["<ol style=", "<li style=", "<blockquote style=", "<code style=", "<pre style=", "<td style="])
      expect(html).toContain(part);
    expect(html).toContain("text-align:right");
    expect(html).toMatch(/<a href="https:\/\/desk\.example\.org\/login\?key=[^"]+">View this request<\/a>/);
    // The mail loads nothing and needs no style sheet.
    expect(html).not.toMatch(/<style|<link|<script|class=|url\(|<img|@import/);
  });

  test("has no links to the desk if its web address is unknown", async ({ db }) => {
    const { reply, sent } = await sendingDesk(db);
    await reply("See [the request](/tasks/7).");
    const [{ mail } = { mail: null }] = await sent(null);
    expect(mail?.html).not.toContain("<a ");
    expect(mail?.text).not.toContain("View this request");
  });

  test("carries its pictures and files, and links to files that are too large", async ({ db }) => {
    const desk = await sendingDesk(db);
    await desk.reply("x");
    const picture = await attach(db, desk, "flames.png", aPng(900, 300));
    await attach(db, desk, "Übersicht.txt", "How to put out fires");
    const film = await attach(db, desk, "film.mp4", "Much of it", 21 * 1024 * 1024);
    const html = `<p>Look: <img src="/attachments/${picture}" alt="Flames" loading="lazy" width="900" height="300"></p>`;
    await db
      .updateTable("message")
      .set({ body_html: html })
      .where("task_id", "=", desk.id)
      .where("side", "=", "agent")
      .execute();
    const [{ mail } = { mail: null }] = await desk.sent();
    const kept = mail?.attachments.map(({ filename, contentDisposition, cid, content }) => [
      ...[filename, contentDisposition, cid !== undefined, content.length],
    ]);
    expect(kept).toEqual([
      ["flames.png", "inline", true, aPng(900, 300).length],
      ["Übersicht.txt", "attachment", false, 20],
    ]);
    const source = desk.sink.messages[0]?.source.replaceAll("=\r\n", "") ?? "";
    expect(source).toContain(`src=3D"cid:picture-${picture}@taskdesk"`);
    const link = `https://desk.example.org/attachments/${film}/film.mp4`;
    expect(mail?.html).toContain(`<a href="${link}">film.mp4 (21 MiB)</a>`);
    expect(mail?.text).toContain(`- film.mp4 (21 MiB) (${link})`);
  });

  test("leaves out redacted pictures and those of internal notes", async ({ db }) => {
    const desk = await sendingDesk(db);
    await desk.reply("x");
    const [noted, redacted] = [
      await attach(db, desk, "secret.png", aPng(9, 9)),
      await attach(db, desk, "gone.png", aPng(8, 8)),
    ];
    const note = await db
      .insertInto("message")
      .values({
        ...{ task_id: desk.id, author_id: desk.ada.id, kind: "internal", side: "agent", body: "", body_html: "" },
        ...{ body_text: "", channel: "web", created_at: NOON },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("attachment").set({ message_id: note.id }).where("id", "=", noted).execute();
    await db.updateTable("attachment").set({ redacted_at: NOON, sha256: null }).where("id", "=", redacted).execute();
    const html = [noted, redacted].map((id) => `<img src="/attachments/${id}" alt="">`).join("");
    await db
      .updateTable("message")
      .set({ body_html: html })
      .where("side", "=", "agent")
      .where("kind", "=", "public")
      .execute();
    const [{ mail } = { mail: null }] = await desk.sent();
    expect(mail?.attachments).toEqual([]);
    expect(mail?.html).not.toContain("<img");
  });

  test("is deferred if its file is missing from the store, and doesn't stop later replies", async ({ db }) => {
    const desk = await sendingDesk(db);
    await desk.reply("x");
    await attach(db, desk, "list.txt", "How to put out fires");
    await desk.files.store.remove((await desk.files.stored())[0] ?? "");
    await desk.reply("A second message");
    await desk.send();
    expect(await desk.states()).toEqual(["rita@one.example deferred", "rita@one.example sent"]);
  });
});

const mailFrom = (from: string, id: string, more: string) =>
  `From: ${from}\nTo: help@example.org\nSubject: Smoke [CASE-9]\nMessage-ID: <${id}>\n${more}\n\nIt burns.`;

onEachDatabase("the recipients of a reply", (test) => {
  test("see each other's addresses if they were on the same email", async ({ db }) => {
    const desk = await sendingDesk(db);
    const from = "Priya <priya@one.example>";
    const { task_id: id } = await desk.receive(mailFrom(from, "First@one.example", "Cc: otto@one.example"));
    await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, desk.ada, id ?? 0, "otto@one.example", NOON);
    await replyOn(desk, db, id);
    const mail = await desk.sent();
    expect(mail.map(({ to }) => to)).toEqual(["otto@one.example", "priya@one.example"]);
    for (const { source } of mail) {
      expect([headerOf(source, "To"), headerOf(source, "Cc")]).toEqual([
        "Priya <priya@one.example>",
        "Otto <otto@one.example>",
      ]);
    }
  });

  test("see only their own address if one of them may not see all addresses", async ({ db }) => {
    const desk = await sendingDesk(db);
    await aRequester(db, { name: "Otto", email: "otto@private.example" });
    const eve = await anAgent(db, { name: "Eve", email: "eve@inside.example" });
    await putInCopy(db, desk.ada, desk.id, `otto@private.example, ${eve.email}`, NOON);
    await desk.reply("Hello.");
    const mail = await desk.sent();
    const headers = mail.map(({ source }) => [headerOf(source, "To"), headerOf(source, "Cc")]);
    expect(headers).toEqual([
      ["Eve <eve@inside.example>", null],
      ["Otto <otto@private.example>", null],
      ["Rita <rita@one.example>", null],
    ]);
    for (const { to, source } of mail) {
      for (const other of ["eve@inside.example", "otto@private.example", "rita@one.example"])
        if (other !== to) expect(source).not.toContain(other);
    }
  });

  test("appear without a name to a requester who typed their address", async ({ db }) => {
    const desk = await sendingDesk(db);
    await aRequester(db, { name: "Otto Secret", email: "otto@private.example" });
    await putInCopy(db, desk.rita, desk.id, "otto@private.example", NOON);
    await desk.reply("Hello.");
    const [his, hers] = await desk.sent();
    // Rita typed his address, but Otto never saw hers.
    expect(headerOf(hers?.source ?? "", "To")).toBe("Rita <rita@one.example>");
    expect(headerOf(hers?.source ?? "", "Cc")).toBe("otto@private.example");
    expect(hers?.source).not.toContain("Otto Secret");
    expect(headerOf(his?.source ?? "", "To")).toBe("otto@private.example");
    expect(his?.source).not.toContain("rita@one.example");
  });
});

async function replyOn(desk: Desk, db: Db, id: number | null, body = "Help is coming.", at = NOON) {
  return replyToTask(db, desk.ada, id ?? 0, { body, requestKey: aKey() }, at);
}

onEachDatabase("the thread headers of a reply", (test) => {
  test("refer to the mail that each recipient received and wrote", async ({ db }) => {
    const desk = await sendingDesk(db);
    const from = "Priya <priya@one.example>";
    const { task_id: id } = await desk.receive(mailFrom(from, "First+ID@one.example", "Cc: otto@one.example"));
    await replyOn(desk, db, id, "One.", Date.now());
    const [one] = await desk.sent();
    const first = "<First+ID@one.example>";
    const idOf = (mail: typeof one) => headerOf(mail?.source ?? "", "Message-ID");
    expect(headerOf(one?.source ?? "", "Subject")).toBe(`Re: Smoke [CASE-9] [#${id}]`);
    expect(headerOf(one?.source ?? "", "In-Reply-To")).toBe(first);
    expect(headerOf(one?.source ?? "", "References")).toBe(first);

    // Otto joins later: he has the first mail, but not the first answer.
    await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, desk.ada, id ?? 0, "otto@one.example", Date.now());
    await desk.receive(
      `From: ${from}\nTo: help@example.org\nSubject: Re: Smoke\nMessage-ID: <second@one.example>\nIn-Reply-To: ${idOf(one)}\n\nStill.`,
    );
    await replyOn(desk, db, id, "Two.", Date.now());
    const [his, hers] = await desk.sent();
    expect(headerOf(hers?.source ?? "", "In-Reply-To")).toBe("<second@one.example>");
    expect(headerOf(hers?.source ?? "", "References")).toBe(`${first} ${idOf(one)} <second@one.example>`);
    expect(headerOf(his?.source ?? "", "In-Reply-To")).toBe(first);
    expect(headerOf(his?.source ?? "", "References")).toBe(first);
  });

  test("keep message IDs as written, and list at most 20", async ({ db }) => {
    const desk = await sendingDesk(db);
    const { task_id: id } = await desk.receive(mailFrom("priya@one.example", "First+ID@one.example", "X-A: b"));
    await db.updateTable("message_email").set({ mail_id: "First+ID@one.example" }).execute();
    for (let number = 0; number < 25; number++) await replyOn(desk, db, id, `Message ${number}.`, Date.now() + number);
    await db.updateTable("delivery").set({ try_at: 0 }).execute();
    await desk.sent();
    const { source = "" } = desk.sink.messages.find(({ source }) => source.includes("Message 24.")) ?? {};
    const references = headerOf(source, "References")?.split(" ") ?? [];
    expect(references).toHaveLength(20);
    expect(references[0]).toBe("<First+ID@one.example>");
    expect(references.at(-1)).toBe(headerOf(source, "In-Reply-To"));
  });
});
