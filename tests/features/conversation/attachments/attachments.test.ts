import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { readAttachment } from "~/features/conversation/attachments/attachment-queries.server";
import { attachFiles, removeFile } from "~/features/conversation/attachments/draft-files.server";
import { fileLimits } from "~/features/conversation/attachments/file-limits";
import type { IncomingFile } from "~/features/conversation/attachments/incoming-files.server";
import { redactAttachments } from "~/features/conversation/attachments/message-files.server";
import { redactFiles } from "~/features/conversation/corrections/redact-message.server";
import {
  deleteDraft,
  shareDraft,
  sweepDrafts,
  takeOverDraft,
} from "~/features/conversation/drafts/draft-changes.server";
import { readDrafts } from "~/features/conversation/drafts/draft-rows.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { DRAFT_LIMITS, type DraftPlace } from "~/features/conversation/drafts/drafts";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { dropFilesAfterwards, fileJobs } from "~/features/files/file-rows.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { createTask } from "~/features/new-task/task-create.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { splitTask } from "~/features/relations/split.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aFileStore, STORES, type TestFileStore, textOf } from "../../../support/files";
import { aPng } from "../../../support/pictures";

const limits = fileLimits(25);

async function arrived(
  files: TestFileStore,
  name: string,
  content: string | Uint8Array = `content of ${name}`,
): Promise<IncomingFile> {
  return { name, declaredType: "text/plain", file: await files.received(content) };
}

/** Attaches files with these names; returns their ids. */
async function attach(
  db: Db,
  files: TestFileStore,
  who: Viewer,
  place: DraftPlace,
  ...names: string[]
): Promise<number[]> {
  const all = await Promise.all(names.map((name) => arrived(files, name)));
  const attached = await attachFiles(db, files.store, who, place, { arrived: all, limits }, NOON);
  if (!attached.ok) throw new Error(attached.why);
  return attached.files.map((file) => ("shown" in file ? file.shown.id : 0));
}

const reply = (taskId: number): DraftPlace => ({ kind: "reply", taskId });
const note = (taskId: number): DraftPlace => ({ kind: "note", taskId });
const say = (db: Db, who: Viewer, id: number, body = "Here.") =>
  replyToTask(db, who, id, { body, requestKey: aKey() }, NOON + 1);

async function filesOfDrafts(db: Db, who: Viewer, id: number): Promise<Partial<Record<string, { name: string }[]>>> {
  const { drafts } = await readDrafts(db, who, { id, works: 1 }, NOON);
  return Object.fromEntries(drafts.map(({ kind, files = [] }) => [kind, files]));
}

async function shownTo(db: Db, who: Viewer, id: number) {
  const task = await readTask(db, who, id, NOON + 10);
  return task?.messages.map(({ files }) => files?.map(({ name }) => name) ?? []);
}

onEachDatabase("domain A18: attachments", (test) => {
  test("of two joined drafts are counted before they are sent, and none is lost", async ({ db }) => {
    const files = await aFileStore();
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const named = (from: string) => Array.from({ length: 7 }, (_, n) => `${from}-${n}.txt`);
    for (const [kind, write] of [["reply", replyToTask] as const, ["note", addNote] as const]) {
      const place: DraftPlace = { kind, taskId: id };
      const mine = await attach(db, files, ada, place, ...named("ada"));
      await saveDraft(db, bob, place, { body: "Bob's words" }, NOON);
      await attach(db, files, bob, place, ...named("bob"));
      const { drafts } = await readDrafts(db, bob, { id, works: 1 }, NOON);
      const draftId = drafts.find((draft) => draft.kind === kind)?.id ?? 0;
      await shareDraft(db, bob, draftId, true);
      await takeOverDraft(db, ada, draftId, NOON);

      const send = () => write(db, ada, id, { body: "Here.", requestKey: aKey() }, NOON + 1);
      expect(await send()).toEqual({
        ok: false,
        why: "too_many_files",
        message: "You added 14 files; a message can have up to 10. Remove 4 and send them in another message.",
      });
      expect((await filesOfDrafts(db, ada, id))[kind]).toHaveLength(14);
      for (const file of mine.slice(0, 4)) await removeFile(db, ada, file, NOON);
      expect(await send()).toMatchObject({ ok: true });
      expect((await shownTo(db, ada, id))?.at(-1)).toHaveLength(10);
    }
  });

  test("wait on the author's draft and go with its message, apart for replies and notes", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    await attach(db, files, ada, reply(id), "answer.pdf", "log.txt");
    await attach(db, files, ada, note(id), "secret.txt");
    expect(
      Object.entries(await filesOfDrafts(db, ada, id)).map(([kind, of]) => [kind, of?.map(({ name }) => name)]),
    ).toEqual([
      ["reply", ["answer.pdf", "log.txt"]],
      ["note", ["secret.txt"]],
    ]);
    expect(await filesOfDrafts(db, requester, id)).toEqual({});

    await say(db, ada, id);
    await addNote(db, ada, id, { body: "For us.", requestKey: aKey() }, NOON + 2);
    expect(await shownTo(db, ada, id)).toEqual([[], ["answer.pdf", "log.txt"], ["secret.txt"]]);
    expect(await shownTo(db, requester, id)).toEqual([[], ["answer.pdf", "log.txt"]]);
    expect(await filesOfDrafts(db, ada, id)).toEqual({});
    expect(await db.selectFrom("draft").select("id").execute()).toEqual([]);
  });

  test("aren't left behind: an outcome without text is refused", async ({ db }) => {
    const files = await aFileStore();
    const { id, requester } = await aTask(db);
    await attach(db, files, requester, reply(id), "screen.png");
    const solved = { outcome: "solved", requestKey: aKey() } as const;
    const answer = (body: string) => replyToTask(db, requester, id, { ...solved, body }, NOON + 1);
    expect(await answer("")).toEqual({ ok: false, why: "files_alone" });
    expect(await answer("As you see.")).toMatchObject({ ok: true });
    expect(await shownTo(db, requester, id)).toEqual([[], ["screen.png"]]);
    expect(await db.selectFrom("task").select("status").where("id", "=", id).execute()).toEqual([
      { status: "resolved" },
    ]);
  });

  test("go with a new task, and with a reply that opens a follow-up task", async ({ db }) => {
    const files = await aFileStore();
    const rita = await aRequester(db);
    await attach(db, files, rita, { kind: "task", taskId: null }, "photo.jpg");
    const input = { title: "Lift", body: "Stuck.", type: "incident", requestKey: aKey() } as const;
    const made = await createTask(db, rita, input, NOON);
    if (!made.ok) throw new Error(made.why);
    expect(await shownTo(db, rita, made.id)).toEqual([["photo.jpg"]]);

    const old = { status: "closed" as const, closed_at: 1, resolved_at: 1, open: 0 as const };
    await db.updateTable("task").set(old).where("id", "=", made.id).execute();
    await attach(db, files, rita, reply(made.id), "again.jpg");
    const followed = await say(db, rita, made.id, "Again.");
    if (!followed.ok) throw new Error(followed.why);
    expect(followed.id).not.toBe(made.id);
    expect(await shownTo(db, rita, followed.id)).toEqual([["again.jpg"]]);
  });

  test("can be downloaded only by viewers who may read their message", async ({ db }) => {
    const files = await aFileStore();
    const [ada, bob, other] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const { id, requester } = await aTask(db);
    const [said = 0] = await attach(db, files, ada, reply(id), "said.txt");
    await say(db, ada, id);
    const [noted = 0] = await attach(db, files, ada, note(id), "noted.txt");
    await addNote(db, ada, id, { body: "n", requestKey: aKey() }, NOON + 2);
    const [waiting = 0] = await attach(db, files, ada, reply(id), "waiting.txt");

    const may = async (who: Viewer) => {
      const read = await Promise.all([said, noted, waiting].map((file) => readAttachment(db, who, file)));
      return read.map((file) => file?.name ?? null);
    };
    expect(await may(ada)).toEqual(["said.txt", "noted.txt", "waiting.txt"]);
    expect(await may(bob)).toEqual(["said.txt", "noted.txt", null]);
    expect(await may(requester)).toEqual(["said.txt", null, null]);
    expect(await may(other)).toEqual([null, null, null]);

    // A held reply isn't sent yet, and a confidential task isn't open to every agent.
    const held = { send_after: NOON + 9, send_status: "keep" };
    await db.updateTable("message").set(held).where("kind", "=", "public").where("author_id", "=", ada.id).execute();
    expect(await may(requester)).toEqual([null, null, null]);
    expect(await shownTo(db, requester, id)).toEqual([[]]);
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await may(bob)).toEqual([null, null, null]);
  });

  test("are refused, and stored nowhere, if the sender may not write there", async ({ db }) => {
    const [other, { id, requester }] = [await aRequester(db), await aTask(db)];
    for (const kind of STORES) {
      const files = await aFileStore(kind);
      for (const [who, place] of [
        [other, reply(id)],
        [requester, note(id)],
        [requester, reply(9_999)],
      ] as const) {
        const mine = [await arrived(files, "a.txt")];
        expect(await attachFiles(db, files.store, who, place, { arrived: mine, limits }, NOON)).toEqual({
          ok: false,
          why: "no_such_task",
        });
      }
      expect(await files.everything()).toEqual([]);
    }
    expect(await db.selectFrom("draft").select("id").execute()).toEqual([]);
  });

  test("domain B16: never reach a bucket if they exceed a limit", async ({ db }) => {
    const files = await aFileStore("bucket");
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const attachWith = async (name: string, few: Partial<typeof limits>) => {
      const one = { arrived: [await arrived(files, name)], limits: { ...limits, ...few } };
      const attached = await attachFiles(db, files.store, ada, reply(id), one, NOON);
      return attached.ok && attached.files.map(({ why }) => why);
    };
    expect(await attachWith("first.txt", {})).toEqual([undefined]);
    expect(await attachWith("second.txt", { perMessage: 1 })).toEqual(["too_many"]);
    expect(await attachWith("third.txt", { perTask: 1 })).toEqual(["task_full"]);
    expect(await attachWith("first.txt", { perMessage: 1 })).toEqual([undefined]); // already attached
    expect(await files.everything()).toHaveLength(1);
  });

  test("stop at a person's limit of unsent bytes a day, across all drafts", async ({ db }) => {
    const files = await aFileStore();
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const attachAt = async (who: Viewer, taskId: number, at: number) => {
      const one = await arrived(files, `${crypto.randomUUID()}.txt`);
      const asked = { arrived: [one], limits: { ...limits, unsentBytes: 2 * (one.file?.size ?? 0) } };
      const attached = await attachFiles(db, files.store, who, { kind: "reply", taskId }, asked, at);
      return attached.ok && attached.files.map(({ why }) => why);
    };
    const [first, second, third] = [(await aTask(db)).id, (await aTask(db)).id, (await aTask(db)).id];
    expect(await attachAt(ada, first, NOON)).toEqual([undefined]);
    expect(await attachAt(ada, second, NOON)).toEqual([undefined]);
    expect(await attachAt(ada, third, NOON)).toEqual(["day_full"]);
    expect(await attachAt(bob, third, NOON)).toEqual([undefined]);
    expect(await attachAt(ada, third, NOON + 24 * 3_600_000)).toEqual([undefined]);
    expect(await files.everything()).toHaveLength(4);
  });

  test("domain B16: of a person's unsent new tasks share one limit, restorable drafts included", async ({ db }) => {
    const files = await aFileStore();
    const [ada, bob, place] = [await anAgent(db), await anAgent(db), { kind: "task", taskId: null } as const];
    const few = { ...limits, perTask: 4 };
    const attachAs = async (who: Viewer, name: string) => {
      const one = { arrived: [await arrived(files, name)], limits: few };
      const attached = await attachFiles(db, files.store, who, place, one, NOON);
      return attached.ok && attached.files.map(({ why }) => why);
    };
    for (const round of [1, 2]) {
      await attach(db, files, ada, place, `${round}.txt`, `${round} too.txt`);
      const { drafts } = await readDrafts(db, ada, null, NOON);
      await deleteDraft(db, ada, drafts[0]?.id ?? 0, NOON + round);
    }
    expect(await attachAs(ada, "one more.txt")).toEqual(["drafts_full"]);
    expect(await attachAs(bob, "another.txt")).toEqual([undefined]);
    expect(await files.stored()).toHaveLength(5);
    expect((await readDrafts(db, ada, null, NOON)).drafts).toEqual([]);

    const later = NOON + DRAFT_LIMITS.undoMs + 3;
    await inTransaction(db, (tx) => sweepDrafts(tx, later));
    expect(await attachAs(ada, "one more.txt")).toEqual([undefined]);
  });

  test("domain B16: stop at ten a message and a hundred a task; the rest is reported and discarded", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const names = Array.from({ length: 12 }, (_, n) => `${n}.txt`);
    const all = await Promise.all(names.map((name) => arrived(files, name)));
    const attached = await attachFiles(db, files.store, ada, reply(id), { arrived: all, limits }, NOON);
    expect(attached.ok && attached.files.map(({ why }) => why)).toEqual([
      ...Array(10).fill(undefined),
      "too_many",
      "too_many",
    ]);
    expect(await files.everything()).toHaveLength(10);

    const row = { sha256: null, task_id: id, name: "x", declared_type: "", size: 1, created_at: NOON };
    await db.insertInto("attachment").values(Array(90).fill(row)).execute();
    const more = [await arrived(files, "one more.txt")];
    const full = await attachFiles(db, files.store, ada, note(id), { arrived: more, limits }, NOON);
    expect(full.ok && full.files).toEqual([{ name: "one more.txt", why: "task_full" }]);
  });

  test("domain B12: are attached once if a form is repeated, before or after its reply is sent", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const requestKey = aKey();
    const again = async () => {
      const mine = [await arrived(files, "once.txt")];
      return attachFiles(db, files.store, ada, reply(id), { arrived: mine, requestKey, limits }, NOON);
    };
    await Promise.all([again(), again()]);
    expect((await filesOfDrafts(db, ada, id)).reply).toHaveLength(1);
    await replyToTask(db, ada, id, { body: "Once.", requestKey }, NOON);
    expect(await again()).toEqual({ ok: false, why: "sent" });
    expect(await shownTo(db, ada, id)).toEqual([[], ["once.txt"]]);
    expect(await filesOfDrafts(db, ada, id)).toEqual({});
    expect(await files.everything()).toHaveLength(1);
  });

  test("uploaded to a merged task belong to the task it was merged into, and count there", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id: source }, { id: into }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const input = { source, into, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(db, ada, input, NOON)).toMatchObject({ ok: true });
    const [file] = await attach(db, files, ada, reply(source), "late.txt");
    const rows = await db.selectFrom("attachment").select(["id", "task_id"]).execute();
    expect(rows).toEqual([{ id: file, task_id: into }]);

    const full = { arrived: [await arrived(files, "more.txt")], limits: { ...limits, perTask: 1 } };
    expect(await attachFiles(db, files.store, ada, reply(source), full, NOON)).toMatchObject({
      files: [{ why: "task_full" }],
    });
  });

  test("are deleted with a swept draft, from the store too", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await attach(db, files, ada, reply(id), "old.txt");
    const later = NOON + DRAFT_LIMITS.untouchedMs + 1;
    expect(await inTransaction(db, (tx) => sweepDrafts(tx, later))).toBe(1);
    await doDueJobs(db, fileJobs(files.store), later, expect.fail);
    expect(await files.everything()).toEqual([]);
  });

  test("can be removed from the viewer's own draft, not from another's or from a message", async ({ db }) => {
    const files = await aFileStore();
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const [mine = 0] = await attach(db, files, ada, reply(id), "mine.txt");
    expect(await removeFile(db, bob, mine, NOON)).toBe(false);
    expect(await removeFile(db, ada, mine, NOON)).toBe(true);
    expect(await removeFile(db, ada, mine, NOON)).toBe(false);
    await doDueJobs(db, fileJobs(files.store), NOON, expect.fail);
    expect(await files.everything()).toEqual([]);

    const [said = 0] = await attach(db, files, ada, reply(id), "said.txt");
    await say(db, ada, id);
    expect(await removeFile(db, ada, said, NOON)).toBe(false);
  });

  test("domain B4: pictures in a text are shown in their size if they belong to its task", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id }, elsewhere] = [await anAgent(db), await aTask(db), await aTask(db)];
    const [foreign = 0] = await attach(db, files, ada, reply(elsewhere.id), "foreign.txt");
    const attached = await attachFiles(
      db,
      files.store,
      ada,
      reply(id),
      { arrived: [await arrived(files, "screen.png", aPng(30, 20))], limits },
      NOON,
    );
    const [picture] = attached.ok ? attached.files : [];
    const own = picture && "shown" in picture ? picture.shown : expect.fail();
    expect(own.picture).toEqual({ width: 30, height: 20 });
    await say(db, ada, id, `See ![the screen](/attachments/${own.id}) and ![x](/attachments/${foreign})`);
    const task = await readTask(db, ada, id, NOON + 10);
    expect(task?.messages[1]?.html).toContain(
      `<img src="/attachments/${own.id}" alt="the screen" loading="lazy" width="30" height="20">`,
    );
    expect(task?.messages[1]?.html).toContain(`<a href="/attachments/${foreign}" rel="noopener nofollow">x</a>`);
  });

  test("domain B4: a reply never shows a note's picture or its size, even if an agent writes it", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    const picture = { arrived: [await arrived(files, "screen.png", aPng(30, 20))], limits };
    const attached = await attachFiles(db, files.store, ada, note(id), picture, NOON);
    const file = attached.ok ? attached.files[0] : undefined;
    const inner = file && "shown" in file ? file.shown.id : expect.fail();
    await addNote(db, ada, id, { body: `![s](/attachments/${inner})`, requestKey: aKey() }, NOON + 2);
    for (const who of [requester, ada]) await say(db, who, id, `![s](/attachments/${inner})`);
    const messages = (await readTask(db, ada, id, NOON + 10))?.messages ?? [];
    const shown = messages.map(({ kind, html }) => [kind, html.includes("<img")]);
    expect(shown.filter(([, picture]) => picture)).toEqual([["internal", true]]);
    expect(messages).toHaveLength(4);
  });

  test("are found by name: those of replies by requesters too, those of notes by agents only", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    await attach(db, files, ada, reply(id), "quokka-invoice.pdf");
    expect(await found(db, ada, "quokka")).toEqual([]); // nothing was sent yet
    await say(db, ada, id);
    await attach(db, files, ada, note(id), "zebra.txt");
    await addNote(db, ada, id, { body: "n", requestKey: aKey() }, NOON + 2);
    expect(await found(db, requester, "quokka")).toEqual([id]);
    expect(await found(db, ada, "zebra")).toEqual([id]);
    expect(await found(db, requester, "zebra")).toEqual([]);
  });

  test("domain B4: keep their place and lose everything else when redacted", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const [file = 0] = await attach(db, files, ada, reply(id), "password.txt");
    await say(db, ada, id);
    const message = await lastMessage(db, id);
    await inTransaction(db, (tx) => redactAttachments(tx, { messages: [message], tasks: [id] }, NOON));
    await doDueJobs(db, fileJobs(files.store), NOON, expect.fail);
    expect(await files.everything()).toEqual([]);
    expect(await readAttachment(db, ada, file)).toMatchObject({ name: "removed", sha256: null });
    expect((await readTask(db, ada, id, NOON))?.messages[1]?.files).toMatchObject([
      { name: "removed", redacted: true },
    ]);
  });

  test("domain B4: one file is redacted in every copy; the message and its other files stay", async ({ db }) => {
    const files = await aFileStore();
    const [ada, bob, root, { id }] = [await anAgent(db), await anAgent(db), await anAdmin(db), await aTask(db)];
    const png = { name: "okapi.png", declaredType: "image/png", file: await files.received(aPng(7, 5)) };
    const place = reply(id);
    const all = [png, await arrived(files, "fine.txt")];
    const attached = await attachFiles(db, files.store, ada, place, { arrived: all, limits }, NOON);
    const [picture = 0, fine = 0] = attached.ok
      ? attached.files.map((file) => ("shown" in file ? file.shown.id : 0))
      : [];
    const body = `Look: ![okapi.png](/attachments/${picture}) There.`;
    await saveDraft(db, ada, place, { body }, NOON);
    const { id: draftId } = await db.selectFrom("draft").select("id").executeTakeFirstOrThrow();
    await shareDraft(db, ada, draftId, true);
    expect(await takeOverDraft(db, bob, draftId, NOON)).toMatchObject({ ok: true });
    await say(db, ada, id, body);
    const message = await lastMessage(db, id);
    const made = await splitTask(db, ada, id, { messages: [message], title: "t", requestKey: aKey() }, NOON + 2);
    if (!made.ok) throw new Error(made.why);
    expect(await found(db, root, "okapi")).toHaveLength(2);

    const redact = (who: Viewer, chosen: number[]) =>
      redactFiles(db, who, { taskId: id, messageId: message }, chosen, NOON + 3);
    expect(await redact(ada, [picture])).toEqual({ ok: false, why: "not_allowed" });
    const versions = () => db.selectFrom("task").select("version").orderBy("id").execute();
    const before = await versions();
    expect(await redact(root, [fine + 1_000])).toEqual({ ok: true });
    expect(await versions()).toEqual(before);

    expect(await redact(root, [picture])).toEqual({ ok: true });
    await doDueJobs(db, fileJobs(files.store), NOON + 3, expect.fail);
    const tables = ["message", "attachment", "draft", "event", "file"] as const;
    const left = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`okapi|${png.file.sha256}`));
    expect(await files.stored()).toEqual([all[1]?.file?.sha256]);
    expect(await found(db, root, "okapi")).toEqual([]);
    expect(await found(db, root, "fine.txt")).toHaveLength(2);
    for (const task of [id, made.id]) {
      const said = (await readTask(db, ada, task, NOON + 4))?.messages.at(-1);
      expect(said?.html).toMatch(/Look: <em>A file was removed<\/em> There\./);
      expect(said?.isRedacted).toBeUndefined();
      expect(said?.files?.map(({ name, redacted }) => [name, redacted])).toEqual([
        ["removed", true],
        ["fine.txt", undefined],
      ]);
    }
    const told = db.selectFrom("event").select("task_id").where("field", "=", "files_redacted").orderBy("task_id");
    expect(await told.execute()).toEqual([{ task_id: id }, { task_id: made.id }]);
  });

  test("uploading and removing the same content at once loses nothing", async ({ db }) => {
    const files = await aFileStore();
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    for (let round = 0; round < 8; round++) {
      const [before = 0] = await attach(db, files, ada, reply(id), "shared.txt");
      const { sha256 } = (await readAttachment(db, ada, before)) ?? expect.fail();
      await removeFile(db, ada, before, NOON);
      await inTransaction(db, (tx) => dropFilesAfterwards(tx, [sha256], NOON));
      const [[after = 0]] = await Promise.all([
        attach(db, files, ada, note(id), "shared.txt"),
        doDueJobs(db, fileJobs(files.store), NOON, expect.fail),
      ]);
      expect(await textOf(files.store, String(sha256))).toBe("content of shared.txt");
      await removeFile(db, ada, after, NOON);
    }
  });
});

async function lastMessage(db: Db, taskId: number): Promise<number> {
  const { last } = await db
    .selectFrom("message")
    .select(({ fn }) => fn.max("id").as("last"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  return last;
}

async function found(db: Db, who: Viewer, words: string) {
  const answer = await searchTasks(db, who, words, { now: NOON });
  return answer.ok ? answer.tasks.map(({ id }) => id) : answer.error.message;
}
