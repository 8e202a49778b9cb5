import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { rawOf } from "~/db/connect.server";
import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { editNote, readNoteToEdit } from "~/features/conversation/corrections/edit-note.server";
import {
  clearIndexJob,
  readMessageToRedact,
  redactMessage,
} from "~/features/conversation/corrections/redact-message.server";
import { shareDraft, takeOverDraft } from "~/features/conversation/drafts/draft-changes.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { splitTask } from "~/features/relations/split.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { readCatalogue } from "~/features/tasks/catalogue.server";
import type { Viewer } from "~/features/users/users";
import { learnDeskZone } from "~/lib/desk-zone.server";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, anAgent, aTask, NOON } from "../../../support/factories";

const LATER = NOON + 60_000;
const DAY = 86_400_000;

async function aNote(db: Db, author: Viewer, taskId: number, body = "It was the okapi.") {
  await addNote(db, author, taskId, { body, requestKey: aKey() }, LATER);
  return newest(db, taskId);
}

async function newest(db: Db, taskId: number) {
  const message = db.selectFrom("message").select("id").where("task_id", "=", taskId).orderBy("id", "desc");
  return (await message.executeTakeFirstOrThrow()).id;
}

const row = (db: Db, id: number) => db.selectFrom("message").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const fieldsTold = async (db: Db) =>
  (await db.selectFrom("event").select("field").where("kind", "=", "changed").execute()).map(({ field }) => field);

/** Path of the SQLite file, with its write-ahead log written back. */
function fileOf(db: Db): string {
  const raw = rawOf(db);
  if (raw.engine !== "sqlite") throw new Error("Only SQLite has a file.");
  raw.handle.pragma("wal_checkpoint(truncate)");
  return raw.handle.name;
}

async function found(db: Db, viewer: Viewer, word: string) {
  const answer = await searchTasks(db, viewer, word, { now: LATER });
  return answer.ok && answer.tasks.length;
}

onEachDatabase("domain B4: a note", (test) => {
  test("can be edited by its author; the earlier text is kept, search and history follow", async ({ db }) => {
    const [ada, bob, { id, requester }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const messageId = await aNote(db, ada, id);
    const place = { taskId: id, messageId };
    expect(await readNoteToEdit(db, ada, id, messageId, LATER)).toMatchObject({ body: "It was the okapi.", was: 0 });

    const edited = await editNote(db, ada, place, { body: "It was the **zebra**.", was: 0 }, LATER + 5);
    expect(edited).toEqual({ ok: true, changed: true });
    expect(await row(db, messageId)).toMatchObject({
      body: "It was the **zebra**.",
      body_html: expect.stringContaining("<strong>zebra</strong>"),
      edited_at: LATER + 5,
    });
    expect([await found(db, bob, "zebra"), await found(db, bob, "okapi")]).toEqual([1, 0]);
    expect(await fieldsTold(db)).toEqual(["note_edited"]);

    const page = await readTask(db, bob, id, LATER + 6);
    expect(page?.as === "agent" && page.corrections[messageId]?.earlier).toMatchObject([{ body: "It was the okapi." }]);
    expect(JSON.stringify(await readTask(db, requester, id, LATER + 6))).not.toMatch(/okapi|zebra|corrections/);
  });

  test("is edited once when the form is sent twice; the same text changes nothing", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const place = { taskId: id, messageId: await aNote(db, ada, id) };
    const mine = { body: "Better", was: 0 };
    const answers = await Promise.all([1, 2].map(() => editNote(db, ada, place, mine, LATER + 5)));
    expect(answers).toContainEqual({ ok: true, changed: true });
    expect(answers).toContainEqual({ ok: true, changed: false });
    expect(await db.selectFrom("message_edit").select("body").execute()).toHaveLength(1);
  });

  test("isn't overwritten unseen after an edit in another tab", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const place = { taskId: id, messageId: await aNote(db, ada, id) };
    await editNote(db, ada, place, { body: "One", was: 0 }, LATER + 5);
    const answer = await editNote(db, ada, place, { body: "Two", was: 0 }, LATER + 6);
    expect(answer).toEqual({ ok: false, why: "changed", body: "One", was: LATER + 5 });
    expect(await editNote(db, ada, place, { body: "Two", was: LATER + 5 }, LATER + 6)).toMatchObject({ ok: true });
    expect((await db.selectFrom("message_edit").select("body").execute()).map(({ body }) => body)).toEqual([
      "It was the okapi.",
      "One",
    ]);
  });

  test("can't be edited by others or after a day, and a reply can't be edited at all", async ({ db }) => {
    const [ada, root] = [await anAgent(db), await anAdmin(db)];
    const { id, requester } = await aTask(db);
    const place = { taskId: id, messageId: await aNote(db, ada, id) };
    const mine = { body: "Changed", was: 0 };
    expect(await editNote(db, root, place, mine, LATER)).toEqual({ ok: false, why: "not_yours" });
    expect(await editNote(db, requester, place, mine, LATER)).toEqual({ ok: false, why: "no_such_note" });
    expect(await editNote(db, ada, place, mine, LATER + DAY)).toMatchObject({ ok: true });
    const again = { body: "Again", was: LATER + DAY };
    expect(await editNote(db, ada, place, again, LATER + DAY + 1)).toEqual({ ok: false, why: "too_late" });

    await replyToTask(db, ada, id, { body: "Hello.", requestKey: aKey() }, LATER);
    const reply = { taskId: id, messageId: await newest(db, id) };
    expect(await editNote(db, ada, reply, mine, LATER)).toEqual({ ok: false, why: "no_such_note" });
  });
});

onEachDatabase("domain B4: redaction", (test) => {
  test("is dated in the desk's time zone", async ({ db }) => {
    const [ada, root, { id }] = [await anAgent(db), await anAdmin(db, { name: "Root" }), await aTask(db)];
    const messageId = await aNote(db, ada, id);
    await db.updateTable("catalogue").set({ time_zone: "America/Los_Angeles" }).execute();
    try {
      await readCatalogue(db);
      await redactMessage(db, root, id, messageId, Date.parse("2026-11-26T03:02Z"));
    } finally {
      learnDeskZone("UTC");
    }
    expect((await row(db, messageId)).body_html).toBe("<p><em>Redacted by Root on 25 November 2026</em></p>");
  });

  test("destroys text, earlier versions, files and search entries; a sentence and an event stay", async ({ db }) => {
    const [ada, root, { id }] = [await anAgent(db), await anAdmin(db, { name: "R<o>ot" }), await aTask(db)];
    const messageId = await aNote(db, ada, id, "The password is okapi.");
    await editNote(db, ada, { taskId: id, messageId }, { body: "The password is zebra.", was: 0 }, LATER + 1);
    const file = { name: "okapi.txt", declared_type: "text/plain", size: 1, created_at: LATER };
    await db
      .insertInto("attachment")
      .values({ ...file, task_id: id, message_id: messageId })
      .execute();

    expect(await redactMessage(db, root, id, messageId, LATER + 2)).toEqual({ ok: true });
    expect(await row(db, messageId)).toMatchObject({
      body: "",
      body_text: "",
      body_html: "<p><em>Redacted by R&lt;o&gt;ot on 2 March 2026</em></p>",
      redacted_at: LATER + 2,
    });
    const left = [
      await db.selectFrom("message").selectAll().execute(),
      await db.selectFrom("message_edit").selectAll().execute(),
      await db.selectFrom("attachment").selectAll().execute(),
      await db.selectFrom("event").selectAll().execute(),
    ];
    expect(JSON.stringify(left)).not.toMatch(/okapi|zebra/);
    expect([await found(db, root, "okapi"), await found(db, root, "zebra")]).toEqual([0, 0]);
    expect(await fieldsTold(db)).toEqual(["note_edited", "message_redacted"]);

    expect(await redactMessage(db, root, id, messageId, LATER + 3)).toEqual({ ok: true });
    expect(await fieldsTold(db)).toHaveLength(2);
    const edit = await editNote(db, ada, { taskId: id, messageId }, { body: "Back", was: LATER + 1 }, LATER + 4);
    expect(edit).toEqual({ ok: false, why: "no_such_note" });
  });

  test("reaches every copy made by splits, from any of them, and drafts with the same text", async ({ db }) => {
    const [ada, root, { id }] = [await anAgent(db), await anAdmin(db), await aTask(db)];
    await replyToTask(db, ada, id, { body: "The password is okapi.", requestKey: aKey() }, LATER);
    const original = await newest(db, id);
    const sha256 = "a".repeat(64);
    await db
      .insertInto("file")
      .values({ sha256, size: 1, type: "text/plain", width: null, height: null, created_at: LATER })
      .execute();
    const file = { sha256, name: "okapi.txt", declared_type: "text/plain", size: 1, created_at: LATER };
    await db
      .insertInto("attachment")
      .values({ ...file, task_id: id, message_id: original })
      .execute();
    const split = async (from: number, message: number) => {
      const made = await splitTask(db, ada, from, { messages: [message], title: "t", requestKey: aKey() }, LATER);
      return (made.ok && made.id) || 0;
    };
    const second = await split(id, original);
    const third = await split(second, await newest(db, second));
    const target = await aTask(db);
    const merge = { source: third, into: target.id, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(db, ada, merge, LATER)).toMatchObject({ ok: true });
    const draft = { body: "The password is okapi.\n\nDo not tell the zebra." };
    await saveDraft(db, root, { kind: "note", taskId: second }, draft, LATER);
    await reindexTasks(db as Tx, [id, second, target.id]);
    expect(await found(db, root, "okapi")).toBe(3);

    expect(await redactMessage(db, root, second, await newest(db, second), LATER + 2)).toEqual({ ok: true });
    const left = [
      await db.selectFrom("message").selectAll().execute(),
      await db.selectFrom("attachment").selectAll().execute(),
      await db.selectFrom("draft").selectAll().execute(),
      await db.selectFrom("change_set").selectAll().execute(),
    ];
    expect(JSON.stringify(left)).not.toMatch(/okapi|a{64}/);
    expect(JSON.stringify(left)).toContain("Do not tell the zebra.");
    expect(await found(db, root, "okapi")).toBe(0);
    const told = db.selectFrom("event").select("task_id").where("field", "=", "message_redacted").orderBy("task_id");
    expect((await told.execute()).map(({ task_id }) => task_id)).toEqual([id, second, target.id].sort((a, b) => a - b));
  });

  test("reaches the copy in a draft that a colleague took over before it was sent", async ({ db }) => {
    const [ada, bob, root, { id }] = [await anAgent(db), await anAgent(db), await anAdmin(db), await aTask(db)];
    const place = { kind: "reply", taskId: id } as const;
    await saveDraft(db, ada, place, { body: "The password is okapi." }, LATER);
    const { id: draftId } = await db.selectFrom("draft").select("id").executeTakeFirstOrThrow();
    await shareDraft(db, ada, draftId, true);
    const sha256 = "a".repeat(64);
    const file = { sha256, size: 1, created_at: LATER };
    await db
      .insertInto("file")
      .values({ ...file, type: "text/plain", width: null, height: null })
      .execute();
    await db
      .insertInto("attachment")
      .values({ ...file, name: "okapi.txt", declared_type: "text/plain", task_id: id, draft_id: draftId })
      .execute();
    expect(await takeOverDraft(db, bob, draftId, LATER)).toMatchObject({ ok: true });
    await saveDraft(
      db,
      bob,
      place,
      { body: "\u00a0 The password is okapi. \n  The password is okapi.\n  Ours." },
      LATER,
    );
    await replyToTask(db, ada, id, { body: "The password is okapi.", requestKey: aKey() }, LATER);

    expect(await redactMessage(db, root, id, await newest(db, id), LATER + 2)).toEqual({ ok: true });
    const left = [
      await db.selectFrom("attachment").selectAll().execute(),
      await db.selectFrom("draft").selectAll().where("user_id", "=", bob.id).execute(),
    ];
    expect(JSON.stringify(left)).not.toMatch(/okapi|a{64}/);
    expect(left[1]).toMatchObject([{ body: "Ours." }]);
  });

  test("deletes parked edits of the note and cuts its text from other parked forms", async ({ db }) => {
    const [ada, root, { id }, other] = [await anAgent(db), await anAdmin(db), await aTask(db), await aTask(db)];
    const messageId = await aNote(db, ada, id, "The password is okapi.");
    const parked = (address: string, form: object) => ({
      request_key: aKey(),
      user_id: ada.id,
      address,
      form: JSON.stringify(form),
      files: "[]",
      created_at: LATER,
    });
    await db
      .insertInto("parked_form")
      .values([
        parked(`/tasks/${id}/messages/${messageId}/edit`, { note: "The password was okapi." }),
        parked(`/tasks/${id}`, { form: "note", note: "As I said:\nThe password is okapi.\nChange it." }),
        parked(`/tasks/${other.id}`, { form: "note", note: "Of something else." }),
      ])
      .execute();
    expect(await redactMessage(db, root, id, messageId, LATER + 1)).toEqual({ ok: true });
    const left = await db.selectFrom("parked_form").select(["address", "form"]).orderBy("form").execute();
    expect(left).toEqual([
      { address: `/tasks/${id}`, form: JSON.stringify({ form: "note", note: "As I said:\nChange it." }) },
      { address: `/tasks/${other.id}`, form: JSON.stringify({ form: "note", note: "Of something else." }) },
    ]);
  });

  test("leaves no word of the text in the database file either", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // PostgreSQL clears its pages by itself
    const [ada, root, { id }] = [await anAgent(db), await anAdmin(db), await aTask(db)];
    const messageId = await aNote(db, ada, id, "The password is quagga, and quokka too.");
    await aNote(db, ada, id, "The other one is a lemur.");
    const kept = async (word: string) => (await readFile(fileOf(db))).includes(word);
    expect([await kept("quokka"), await kept("lemur")]).toEqual([true, true]);

    await redactMessage(db, root, id, messageId, LATER + 1);
    await doDueJobs(db, { clear_index: clearIndexJob }, LATER + 1, (error) => {
      throw error;
    });
    expect([await kept("quagga"), await kept("quokka"), await kept("lemur")]).toEqual([false, false, true]);
    expect(await found(db, ada, "lemur")).toBe(1);
  });

  test("is for admins only, and only for messages that were sent", async ({ db }) => {
    const [ada, root, { id, requester }] = [await anAgent(db), await anAdmin(db), await aTask(db)];
    const messageId = await newest(db, id);
    for (const viewer of [ada, requester]) {
      expect(await redactMessage(db, viewer, id, messageId, LATER)).toEqual({ ok: false, why: "not_allowed" });
    }
    const other = await aTask(db);
    expect(await redactMessage(db, root, other.id, messageId, LATER)).toEqual({ ok: false, why: "no_such_message" });
    const held = await replyToTask(db, ada, id, { body: "Held", requestKey: aKey() }, LATER, { windowMs: 10_000 });
    const heldId = (held.ok && held.held) || 0;
    expect(await readMessageToRedact(db, root, id, heldId)).toBeNull();
    expect(await redactMessage(db, root, id, heldId, LATER)).toEqual({ ok: false, why: "no_such_message" });
  });
});
