import fc from "fast-check";
import { type ParsedMail, simpleParser } from "mailparser";
import { expect } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { putInCopy } from "~/features/people/participants.server";
import { onEachDatabase } from "../../../support/database";
import { aKey, aRequester, aTask, NOON } from "../../../support/factories";
import { cases } from "../../../support/generated";
import { headerOf, sendingDesk } from "./sending-desk";

/** Pieces that mean something in headers, addresses, Markdown, HTML and templates. */
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

/** Names of the headers of a mail, each as often as it is there. */
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
  test("has no header but its own, and a subject of one line", async ({ db }) => {
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

onEachDatabase("mail to requesters", (test) => {
  test("has no word of notes, their files, hidden addresses, or what is private to agents", async ({ db }) => {
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
