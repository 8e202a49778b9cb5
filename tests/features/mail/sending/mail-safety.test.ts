import fc from "fast-check";
import { type ParsedMail, simpleParser } from "mailparser";
import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { addNote } from "~/features/conversation/task-reply.server";
import { mailNotifications } from "~/features/mail/notices/mail-notifications.server";
import { requesterToWrite, writeToRequester } from "~/features/mail/sending/mail-to-requester.server";
import { viewEnd } from "~/features/mail/sending/sending-copy";
import { putInCopy } from "~/features/people/participants.server";
import { onEachDatabase } from "../../../support/database";
import { aKey, aRequester, aTask, NOON } from "../../../support/factories";
import { cases } from "../../../support/generated";
import { headerOf, sendingDesk } from "./sending-desk";

/** Fragments that have a meaning in headers, addresses, Markdown, HTML and templates. */
const PIECES = [
  ...["\r\n", "\n", "\r", "\u2028", "\r\nBcc: eve@evil.example\r\n", "\r\n\r\nbody", "\nSubject: other", ": ", "; "],
  ...[
    "=?utf-8?Q?=0D=0ABcc:_eve?=",
    '"',
    "<eve@evil.example>",
    ",",
    "@",
    "(",
    ")",
    "\\",
    "[#7]",
    "Re: ",
    "ü",
    "日本",
    "🙂",
  ],
  ...["{{requester.name}}", "{{task.url|x}}", "](link:view)", "[a](javascript:x)", "<script>x</script>", "**b**", "`"],
  "word ",
];
const hostile = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));

/** The header names of a mail, repeated as often as they occur. */
const headerNames = (source: string) =>
  [...(source.split("\r\n\r\n", 1)[0] ?? "").matchAll(/^([A-Za-z-]+):/gm)].map(([, name = ""]) => name.toLowerCase());

const addressText = (address: ParsedMail["to"]) =>
  [address]
    .flat()
    .map((one) => one?.text)
    .join();

const HEADERS = [
  ...["from", "to", "reply-to", "subject", "message-id", "in-reply-to", "references", "date", "mime-version"],
  ...["content-type", "x-taskdesk-loop", "auto-submitted", "x-auto-response-suppress", "precedence"],
  "content-transfer-encoding",
];

onEachDatabase("mail with hostile names and titles", (test) => {
  test("has only the desk's headers, each once, and no line breaks in subject and addresses", async ({ db }) => {
    const desk = await sendingDesk(db);
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (title, name, agent) => {
        await db.updateTable("user").set({ name }).where("id", "=", desk.rita.id).execute();
        await db.updateTable("user").set({ name: agent }).where("id", "=", desk.ada.id).execute();
        await db
          .updateTable("task")
          .set({ title, status: "in_progress", open: 1, first_responded_at: null })
          .where("id", "=", desk.id)
          .execute();
        await db.deleteFrom("delivery").execute();
        await db
          .insertInto("job")
          .values({ kind: "acknowledge", run_at: NOON, created_at: NOON, payload: JSON.stringify({ taskId: desk.id }) })
          .execute();
        await desk.doJobs();
        await desk.reply(`Hello ${name}`, { anyway: true });
        const arrived = await desk.sent();
        expect(arrived).toHaveLength(2);
        for (const { source, to, mail } of arrived) {
          expect(to).toBe("rita@one.example");
          const names = headerNames(source);
          expect(names.filter((header) => !HEADERS.includes(header))).toEqual([]);
          expect(new Set(names).size).toBe(names.length);
          expect(headerOf(source, "To")).toContain("rita@one.example");
          for (const text of [mail.subject, addressText(mail.to), addressText(mail.from)])
            expect(text).not.toMatch(/[\r\n\0]/);
        }
      }),
      cases(15, 300),
    );
  });
});

/** Text that would become a link to the desk, with a key, if it weren't escaped. */
const LINKS_AS_TEXT = [
  "https://evil.example/[](link:view)",
  "[a](link:view) <link:view> &#91;a&#93;&#40;link:view&#41;",
  "[link:view]: link:view [a][link:view] \\](link:solved) `](link:stop)`",
];
/** The links of a mail that lead elsewhere than to the desk. */
const foreignLinks = ({ html }: ParsedMail) =>
  [...(html || "").matchAll(/href="([^"]*)"/g)].flatMap(([, href = ""]) =>
    href.startsWith("https://desk.example.org/") ? [] : href,
  );

onEachDatabase("text that looks like the desk's links", (test) => {
  test("never becomes a link to the desk, in titles, names or messages", async ({ db }) => {
    const desk = await sendingDesk(db);
    const { ada, rita, id } = desk;
    const titles = LINKS_AS_TEXT.map((text) => `${text} ](link:view${id}) ](link:open0)`);
    const other = await aTask(db, { requester: rita, assignee: ada });
    await db.updateTable("task").set({ assignee_id: ada.id }).execute();
    for (const title of titles) {
      await db.deleteFrom("delivery").execute();
      await db.deleteFrom("job").execute();
      await db.deleteFrom("notification").execute();
      await db.updateTable("task").set({ title, status: "resolved", open: 0, first_responded_at: null }).execute();
      await db.updateTable("user").set({ name: title }).where("id", "=", rita.id).execute();
      await db.updateTable("message").set({ body_text: title }).execute();
      const jobs = [
        { kind: "acknowledge", payload: { taskId: id, createdBy: null } },
        { kind: "tell_resolved", payload: { taskIds: [id], agent: title } },
        { kind: "tell_resolved", payload: { taskIds: [id, other.id], agent: title } },
      ];
      const job = { run_at: NOON, created_at: NOON };
      await db
        .insertInto("job")
        .values(jobs.map(({ kind, payload }) => ({ ...job, kind, payload: JSON.stringify(payload) })))
        .execute();
      await desk.doJobs();
      await inTransaction(db, async (tx) => {
        const task = await requesterToWrite(tx, id);
        if (task) await writeToRequester(tx, task, { kind: "reminder", ending: viewEnd }, NOON);
      });
      const message = db.selectFrom("message").select("id").where("task_id", "=", id);
      const { id: message_id } = await message.executeTakeFirstOrThrow();
      const notification = {
        ...{ user_id: ada.id, actor_id: rita.id, kind: "answered", reason: "assignee", details: title, batch: null },
        ...{ at: NOON, read_at: null, mail_at: NOON },
      };
      const notify = (rows: readonly { task_id: number; message_id: number | null }[]) =>
        db
          .insertInto("notification")
          .values(rows.map((row) => ({ ...notification, ...row, inner_only: 1 as const })))
          .execute();
      await notify([{ task_id: id, message_id }]);
      await mailNotifications(db, "test", NOON);
      await db.updateTable("user").set({ preferences: '{"mailWait":"daily"}' }).where("id", "=", ada.id).execute();
      await notify([id, other.id].map((task_id) => ({ task_id, message_id: null })));
      await mailNotifications(db, "test", NOON);
      await db.updateTable("user").set({ preferences: "{}" }).where("id", "=", ada.id).execute();

      const arrived = await desk.sent();
      expect(arrived).toHaveLength(6);
      const plain = /https:\/\/evil\.example\/\S*/.exec(title)?.[0];
      for (const { mail } of arrived) {
        for (const link of foreignLinks(mail)) expect(decodeURI(link)).toBe(plain);
        const text = `${mail.text}`.replaceAll(/ \(https:\/\/desk\.example\.org\/[^\s()]*\)/g, "");
        expect(text).not.toMatch(/key=|desk\.example\.org/);
      }
    }
  });
});

onEachDatabase("mail to requesters", (test) => {
  test("never contains notes, their files, other tasks, hidden addresses or an agent's address", async ({ db }) => {
    const desk = await sendingDesk(db);
    await db.updateTable("user").set({ email: "ada-private@inside.example" }).where("id", "=", desk.ada.id).execute();
    await aRequester(db, { name: "Otto", email: "otto-hidden@private.example" });
    await putInCopy(db, desk.ada, desk.id, "otto-hidden@private.example", NOON);
    const other = await aTask(db, { title: "secret-other-title", body: "secret-other-body" });
    const note = (body: string) => addNote(db, desk.ada, desk.id, { body, requestKey: aKey(), anyway: true }, NOON);
    await db.deleteFrom("job").execute();
    let secrets = 0;
    const step = fc.constantFrom("note", "file", "reply", "resolve", "reopen", "acknowledge", "other");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const before = desk.sink.messages.length;
        for (const one of [...steps, "reply"]) {
          secrets++;
          if (one === "note") await note(`secret-note-${secrets} ![secret-alt](/attachments/${secrets})`);
          if (one === "file") {
            await note(`secret-with-file-${secrets}`);
            const { id } = await db
              .selectFrom("message")
              .select("id")
              .orderBy("id", "desc")
              .limit(1)
              .executeTakeFirstOrThrow();
            const file = await desk.files.received(`secret-content-${secrets}`);
            await desk.files.store.put(file);
            const { sha256, size } = file;
            await db.insertInto("file").values({ sha256, size, type: "image/png", created_at: NOON }).execute();
            const row = { sha256, size, task_id: desk.id, message_id: id, name: `secret-file-${secrets}.png` };
            await db
              .insertInto("attachment")
              .values({ ...row, declared_type: "", created_at: NOON })
              .execute();
          }
          if (one === "reply") await desk.reply(`Hello ${secrets} ![x](/attachments/${secrets % 5})`, { anyway: true });
          if (one === "resolve")
            await desk.reply(`Done ${secrets}`, { status: "resolved", anyway: true, confirmed: true });
          if (one === "reopen") await desk.reply(`Again ${secrets}`, { status: "in_progress", anyway: true });
          if (one === "other") await note(`secret #${other.id}`);
          if (one === "acknowledge") {
            const payload = JSON.stringify({ taskId: desk.id, createdBy: null });
            await db.updateTable("task").set({ first_responded_at: null }).where("id", "=", desk.id).execute();
            await db
              .insertInto("job")
              .values({ kind: "acknowledge", run_at: NOON, created_at: NOON, payload })
              .execute();
          }
        }
        await desk.doJobs();
        await desk.send();
        for (const { source, to } of desk.sink.messages.slice(before)) {
          const mail = await simpleParser(Buffer.from(source, "latin1"));
          const files = mail.attachments.map(({ filename, content }) => `${filename} ${content.toString("latin1")}`);
          const everything = [source, mail.text, mail.html, mail.subject, ...files].join("\n");
          expect(everything).not.toMatch(/secret-|ada-private/);
          if (to[0] !== "otto-hidden@private.example") expect(everything).not.toContain("otto-hidden");
          else expect(everything).not.toContain("rita@one.example");
        }
        expect(desk.sink.messages.length).toBeGreaterThan(before);
      }),
      cases(8, 200),
    );
  });
});
