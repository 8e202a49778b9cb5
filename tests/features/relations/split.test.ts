import { expect } from "vitest";
import type { Db } from "~/db/types";
import { editNote } from "~/features/conversation/corrections/edit-note.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { createTask } from "~/features/new-task/task-create.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { previewMerge } from "~/features/relations/merge-page.server";
import { splitTask } from "~/features/relations/split.server";
import { readTask } from "~/features/task-page/task-read.server";
import { mergedInto } from "~/features/tasks/follow-merges.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const LATER = NOON + 60_000;

async function conversation(db: Db, taskId: number) {
  return db
    .selectFrom("message")
    .selectAll()
    .where("task_id", "=", taskId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

async function aConversation(db: Db, ada: Viewer) {
  const { id, requester } = await aTask(db, { requester: await aRequester(db), body: "The printer burns." });
  await addNote(db, ada, id, { body: "Zebra.", requestKey: aKey() }, NOON + 1);
  await replyToTask(db, requester, id, { body: "And my mouse is dead.", requestKey: aKey() }, NOON + 2);
  return { id, requester, messages: (await conversation(db, id)).map((message) => message.id) };
}

onEachDatabase("splitting (domain B4)", (test) => {
  test("keeps on whose behalf a description was written, as merging does (B2)", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const made: number[] = [];
    for (const name of ["Léa", "Sam"]) {
      const asker = await aRequester(db, { name });
      const words = { title: name, body: "It burns.", requester: asker.email ?? "", requestKey: aKey() };
      const task = await createTask(db, ada, { type: "incident", ...words }, NOON + made.length);
      if (!task.ok) throw new Error(task.why);
      made.push(task.id);
    }
    const [source, into] = made as [number, number];
    const said = async (id: number) =>
      (await readTask(db, ada, id, LATER))?.messages.map(({ author, onBehalfOf }) => [author, onBehalfOf]);
    await mergeTasks(db, ada, { source, into, version: 1, intoVersion: 1, keepsRequester: true }, LATER);
    const both = [
      ["Ada", "Léa"],
      ["Ada", "Sam"],
    ];
    expect(await said(into)).toEqual(both);

    const messages = (await conversation(db, into)).map(({ id }) => id);
    const split = await splitTask(db, ada, into, { messages, title: "Split", requestKey: aKey() }, LATER);
    expect(split.ok && (await said(split.id))).toEqual(both);
  });

  test("copies messages into a linked task for that requester, with pointers; notes stay internal", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester, messages } = await aConversation(db, ada);
    const [first, note, second] = messages as [number, number, number];
    const split = { messages: [second, note], title: "Mouse", requestKey: aKey() };
    const made = await splitTask(db, ada, id, split, LATER);
    if (!made.ok) throw new Error(JSON.stringify(made));

    expect((await conversation(db, made.id)).map(({ body, kind }) => [kind, body])).toEqual([
      ["internal", "Zebra."],
      ["public", "And my mouse is dead."],
    ]);
    const originals = await conversation(db, id);
    expect(originals.map(({ id, split_into }) => [id, split_into])).toEqual([
      [first, null],
      [note, made.id],
      [second, made.id],
    ]);
    const page = await readTask(db, ada, made.id, LATER);
    expect(page).toMatchObject({ title: "Mouse", requester: { id: requester.id }, status: "new" });
    expect(page).toMatchObject({ relations: { links: [{ view: "relates", task: { id } }] } });
    const theirs = await readTask(db, requester, made.id, LATER);
    expect(theirs?.messages.map(({ html }) => html).join()).not.toContain("Zebra");
    expect(JSON.stringify(await readTask(db, requester, id, LATER))).not.toContain("split");
    expect(await splitTask(db, ada, id, split, LATER), "sent twice").toMatchObject({ ok: true, id: made.id });
  });

  test("copies files by reference and points inline pictures to the copies", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, messages } = await aConversation(db, ada);
    const [first] = messages as [number];
    await db.insertInto("file").values({ sha256: "abc", size: 3, type: "image/png", created_at: NOON }).execute();
    const file = { sha256: "abc", task_id: id, message_id: first, name: "a.png", declared_type: "image/png", size: 3 };
    const { id: picture } = await db
      .insertInto("attachment")
      .values({ ...file, created_at: NOON })
      .returning("id")
      .executeTakeFirstOrThrow();
    const words = { body: `![a](/attachments/${picture})`, body_html: `<img src="/attachments/${picture}">` };
    await db.updateTable("message").set(words).where("id", "=", first).execute();

    const made = await splitTask(db, ada, id, { messages: [first], title: "T", requestKey: aKey() }, LATER);
    if (!made.ok) throw new Error(JSON.stringify(made));
    const [copy] = await db.selectFrom("attachment").selectAll().where("task_id", "=", made.id).execute();
    expect(copy).toMatchObject({ sha256: "abc", name: "a.png" });
    expect((await conversation(db, made.id))[0]?.body_html).toBe(`<img src="/attachments/${copy?.id}">`);
  });

  test("is refused with a message", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, messages } = await aConversation(db, ada);
    const [, note] = messages as [number, number];
    const { messages: others } = await aConversation(db, ada);
    const sentence = async (chosen: number[]) => {
      const made = await splitTask(db, ada, id, { messages: chosen, title: "T", requestKey: aKey() }, LATER);
      return made.ok ? null : made.why === "wrong" ? made.message : made.why;
    };
    expect(await sentence([])).toMatch(/at least one message/);
    expect(await sentence([note])).toMatch(/isn't an internal note/);
    expect(await sentence(others)).toMatch(/no longer in this task/);
    expect(await db.selectFrom("task").select("id").where("title", "=", "T").execute()).toEqual([]);
  });

  test("can be undone until the new task changes; its number then redirects to the old one", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester, messages } = await aConversation(db, ada);
    const before = await conversation(db, id);
    const split = async () => {
      const made = await splitTask(db, ada, id, { messages, title: "Mouse", requestKey: aKey() }, LATER);
      if (!made.ok || made.changeSetId === null) throw new Error(JSON.stringify(made));
      return { made: made.id, change: { taskId: id, changeSetId: made.changeSetId } };
    };
    const { made, change } = await split();
    expect(await undoChange(db, ada, change, LATER + 1)).toMatchObject({ ok: true, back: [`the split into #${made}`] });
    expect(await conversation(db, id)).toEqual(before);
    expect(await mergedInto(db, requester, made)).toBe(id);
    expect(await db.selectFrom("task_link").selectAll().execute()).toEqual([]);

    const again = await split();
    await replyToTask(db, requester, again.made, { body: "Thanks", requestKey: aKey() }, LATER + 2);
    expect(await undoChange(db, ada, again.change, LATER + 3)).toMatchObject({
      why: "nothing_left",
      kept: [expect.stringMatching(/has changed since the split/)],
    });
  });
});

onEachDatabase("merging a split back (domain B4)", (test) => {
  const split = async (db: Db, ada: Viewer, from: number, messages: number[]) => {
    const made = await splitTask(db, ada, from, { messages, title: "Mouse", requestKey: aKey() }, LATER);
    if (!made.ok) throw new Error(JSON.stringify(made));
    return made.id;
  };
  const merge = async (db: Db, ada: Viewer, source: number, into: number) => {
    const versionOf = async (id: number) =>
      (await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
    const [version, intoVersion] = [await versionOf(source), await versionOf(into)];
    const done = await mergeTasks(db, ada, { source, into, version, intoVersion, keepsRequester: false }, LATER + 9);
    if (!done.ok) throw new Error(JSON.stringify(done));
    return { taskId: into, changeSetId: done.changeSetId };
  };
  const bodies = async (db: Db, id: number) => (await conversation(db, id)).map(({ body }) => body);
  const filesOf = (db: Db) =>
    db.selectFrom("attachment").select(["id", "task_id", "message_id"]).orderBy("id").execute();

  test("keeps each message once, and undo gives the new task its copies and files back", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester, messages } = await aConversation(db, ada);
    const [first = 0, note = 0, second = 0] = messages;
    await db.insertInto("file").values({ sha256: "abc", size: 3, type: "image/png", created_at: NOON }).execute();
    const file = { sha256: "abc", task_id: id, name: "a.png", declared_type: "image/png", size: 3, created_at: NOON };
    const { id: picture } = await db
      .insertInto("attachment")
      .values({ ...file, message_id: second })
      .returning("id")
      .executeTakeFirstOrThrow();
    const words = { body: `![a](/attachments/${picture})`, body_html: `<img src="/attachments/${picture}">` };
    await db.updateTable("message").set(words).where("id", "=", second).execute();
    const made = await split(db, ada, id, [note, second]);
    await replyToTask(db, requester, made, { body: "It lives again.", requestKey: aKey() }, LATER + 2);
    const before = [await conversation(db, id), await conversation(db, made), await filesOf(db)];

    expect(await previewMerge(db, ada, { source: made, into: id }, LATER)).toMatchObject({
      source: { counts: { messages: 1, notes: 0, attachments: 0 } },
      target: { counts: { messages: 2, notes: 1, attachments: 1 } },
    });
    const change = await merge(db, ada, made, id);
    expect((await conversation(db, id)).map(({ id }) => id).slice(0, 3)).toEqual([first, note, second]);
    expect(await bodies(db, id)).toEqual(["The printer burns.", "Zebra.", words.body, "It lives again."]);
    const page = await readTask(db, ada, id, LATER + 10);
    expect(page?.messages.map(({ files, splitInto }) => [files?.length, splitInto])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [1, undefined],
      [undefined, undefined],
    ]);
    expect((await readTask(db, requester, id, LATER + 10))?.messages).toHaveLength(3);

    expect(await undoChange(db, ada, change, LATER + 11)).toMatchObject({ ok: true, kept: [] });
    expect([await conversation(db, id), await conversation(db, made), await filesOf(db)]).toEqual(before);
    expect((await readTask(db, requester, made, LATER + 12))?.messages).toHaveLength(2);
  });

  test("keeps a copy that was edited since", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, messages } = await aConversation(db, ada);
    const made = await split(db, ada, id, messages);
    const copy = (await conversation(db, made)).find(({ kind }) => kind === "internal");
    const place = { taskId: made, messageId: copy?.id ?? 0 };
    expect(await editNote(db, ada, place, { body: "Okapi.", was: 0 }, LATER + 1)).toMatchObject({ ok: true });
    await merge(db, ada, made, id);
    expect(await bodies(db, id)).toEqual(["The printer burns.", "Zebra.", "Okapi.", "And my mouse is dead."]);
  });

  test("keeps each message once for a split of a split and for the original merged into a split", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, messages } = await aConversation(db, ada);
    const one = await split(db, ada, id, messages);
    const two = await split(
      db,
      ada,
      one,
      (await conversation(db, one)).map((message) => message.id),
    );
    const said = ["The printer burns.", "Zebra.", "And my mouse is dead."];
    await merge(db, ada, two, one);
    expect(await bodies(db, one)).toEqual(said);
    const change = await merge(db, ada, id, one);
    expect(await bodies(db, one)).toEqual(said);
    expect(await undoChange(db, ada, change, LATER + 11)).toMatchObject({ ok: true });
    expect([await bodies(db, id), await bodies(db, one), await bodies(db, two)]).toEqual([said, said, said]);
  });
});
