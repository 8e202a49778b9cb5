import { expect } from "vitest";
import type { Db } from "~/db/types";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { DRAFT_LIMITS } from "~/features/conversation/drafts/drafts";
import {
  sendHeldMessage,
  sendReplyNow,
  withdrawReply as withdraw,
} from "~/features/conversation/sending/held-replies.server";
import { readersNow } from "~/features/conversation/sending/recipients.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, anAgent, aTask, disableUser, NOON } from "../../../support/factories";

const LATER = NOON + 60_000;
const WINDOW = { windowMs: 10_000 };
const OVER = LATER + WINDOW.windowMs;
const reply = (more: object = {}) => ({ body: "Try the quokkabutton.", requestKey: aKey(), ...more });

/** Sends a reply that is held; returns the message's id. */
async function held(db: Db, agent: Viewer, taskId: number, more: object = {}, at = LATER) {
  const sent = await replyToTask(db, agent, taskId, reply(more), at, WINDOW);
  if (!sent.ok || sent.held === null) throw new Error("The reply isn't held.");
  return sent.held;
}

const withdrawReply = (db: Db, viewer: Viewer, taskId: number, messageId: number, now: number, typed = "") =>
  withdraw(db, viewer, taskId, messageId, { body: typed }, now);

/** Runs the due jobs, as the server does every second. */
const passUntil = (db: Db, now: number) =>
  doDueJobs(db, { send_message: sendHeldMessage }, now, (error) => {
    throw error;
  });

const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const messages = (db: Db, taskId: number) =>
  db
    .selectFrom("message")
    .select(["id", "body", "created_at", "send_after"])
    .where("task_id", "=", taskId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
const events = async (db: Db, id: number) =>
  (
    await db
      .selectFrom("event")
      .select(["kind", "field", "old_value", "new_value", "actor_id", "at"])
      .where("task_id", "=", id)
      .orderBy("id")
      .execute()
  ).slice(1);
const drafts = (db: Db) => db.selectFrom("draft").select(["user_id", "kind", "body", "fields"]).execute();
async function found(db: Db, viewer: Viewer) {
  const answer = await searchTasks(db, viewer, "quokkabutton", { now: OVER });
  return answer.ok && answer.tasks.length;
}

onEachDatabase("domain B4: the sending window", (test) => {
  test("makes mentioned agents watchers when the reply is sent, not when it is withdrawn", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db, { name: "Bob" }), await aTask(db)];
    const watchers = () => db.selectFrom("watcher").select("user_id").where("task_id", "=", id).execute();
    const withdrawn = await held(db, ada, id, { body: "@Bob knows." });
    expect(await watchers()).toEqual([]);
    await withdrawReply(db, ada, id, withdrawn, LATER + 1);
    expect(await watchers()).toEqual([]);
    await held(db, ada, id, { body: "@Bob knows." }, LATER + 2);
    await passUntil(db, OVER + 2);
    expect(await watchers()).toEqual([{ user_id: bob.id }]);
  });

  test("holds an agent's reply without changing the task or showing the requester anything", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    const [before, asked] = [await taskRow(db, id), await readTask(db, requester, id, LATER)];
    const messageId = await held(db, ada, id, { status: "resolved" });

    expect(await taskRow(db, id)).toEqual(before);
    expect(await readTask(db, requester, id, LATER)).toEqual(asked);
    expect(await events(db, id)).toEqual([]);
    expect([await found(db, requester), await found(db, ada)]).toEqual([0, 0]);

    const page = await readTask(db, ada, id, LATER);
    expect(page?.messages.at(-1)).toMatchObject({ id: messageId, isMine: true, heldUntil: OVER });
    expect(await passUntil(db, OVER - 1)).toBe(0);
    expect(await taskRow(db, id)).toEqual(before);
  });

  test("sends the reply when it ends, dated then and with the chosen status", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    await held(db, ada, id, { status: "on_hold" });
    expect(await passUntil(db, OVER + 500)).toBe(1);

    expect((await messages(db, id)).at(-1)).toMatchObject({ created_at: OVER + 500, send_after: null });
    expect(await taskRow(db, id)).toMatchObject({
      status: "on_hold",
      first_responded_at: OVER + 500,
      last_public_at: OVER + 500,
      last_agent_at: OVER + 500,
      updated_at: OVER + 500,
      version: 2,
    });
    expect(await events(db, id)).toMatchObject([
      { kind: "replied", actor_id: ada.id, at: OVER + 500 },
      { kind: "changed", field: "status", new_value: "On hold", actor_id: ada.id },
    ]);
    expect((await readTask(db, requester, id, OVER))?.messages).toHaveLength(2);
    expect(await found(db, requester)).toBe(1);
    expect(await passUntil(db, OVER + 5_000)).toBe(0);
  });

  test("doesn't hold notes or replies from the requester's side", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester } = await aTask(db);
    const own = await aTask(db, { requester: ada });
    expect(await replyToTask(db, requester, id, reply(), LATER, WINDOW)).toMatchObject({ ok: true, held: null });
    expect(await replyToTask(db, ada, own.id, reply(), LATER, WINDOW)).toMatchObject({ ok: true, held: null });
    await addNote(db, ada, id, { body: "Between us", requestKey: aKey() }, LATER);
    for (const taskId of [id, own.id]) {
      expect((await messages(db, taskId)).filter((message) => message.send_after !== null)).toEqual([]);
    }
  });

  test("holds a repeated form once and returns the same message each time", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const mine = reply();
    const send = () => replyToTask(db, ada, id, mine, LATER, WINDOW);
    const answers = await Promise.all([send(), send(), send()]);
    expect(await messages(db, id)).toHaveLength(2);
    expect(new Set(answers.map((answer) => answer.ok && answer.held)).size).toBe(1);
    expect(await passUntil(db, OVER)).toBe(1);
    expect(await messages(db, id)).toHaveLength(2);
  });

  test("sends a reply once even if several processes find it due", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await held(db, ada, id);
    const done = await Promise.all([1, 2, 3].map(() => passUntil(db, OVER)));
    expect(done.reduce((sum, one) => sum + one)).toBe(1);
    expect((await events(db, id)).filter(({ kind }) => kind === "replied")).toHaveLength(1);
  });

  test("keeps a status that another agent set meanwhile and records that in the history", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db, { status: "in_progress" })];
    await held(db, ada, id, { status: "resolved" });
    const change = { status: "on_hold", version: 1 } as const;
    await changeTask(db, bob, id, { change, was: { status: "in_progress" } }, LATER + 1);
    await passUntil(db, OVER);

    expect(await taskRow(db, id)).toMatchObject({ status: "on_hold", last_public_at: OVER });
    expect((await events(db, id)).slice(-2)).toMatchObject([
      { kind: "replied", actor_id: ada.id },
      { field: "status_kept", old_value: "Resolved", new_value: "On hold", actor_id: null },
    ]);
  });

  test("doesn't resolve a task whose requester replied meanwhile, even if its status is the same", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db, { status: "in_progress" })];
    await held(db, ada, id, { status: "resolved" });
    await replyToTask(db, requester, id, reply({ body: "It burns again!" }), LATER + 1);
    await passUntil(db, OVER);
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", resolved_at: null });
    expect((await messages(db, id)).map(({ body }) => body)).toEqual([
      "It burns.",
      "It burns again!",
      "Try the quokkabutton.",
    ]);
  });

  test("ends with the status of the second reply when an agent has two held", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "in_progress" })];
    await held(db, ada, id, { status: "waiting_requester" });
    await held(db, ada, id, { status: "resolved", body: "Done." }, LATER + 2_000);
    await passUntil(db, OVER);
    expect(await taskRow(db, id)).toMatchObject({ status: "waiting_requester" });
    await passUntil(db, OVER + 2_000);
    expect(await taskRow(db, id)).toMatchObject({ status: "resolved", resolved_at: OVER + 2_000 });
    expect((await events(db, id)).some(({ field }) => field === "status_kept")).toBe(false);
  });

  test("still moves a new task to In progress when the reply keeps the status (S4)", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await held(db, ada, id, { status: "keep" });
    await passUntil(db, OVER);
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress" });
  });

  test("refuses an invalid status move at once", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "closed" })];
    const sent = await replyToTask(db, ada, id, reply({ status: "resolved" }), LATER, WINDOW);
    expect(sent).toMatchObject({ ok: false, why: "invalid_move" });
    expect(await messages(db, id)).toHaveLength(1);
  });

  test("sends an accepted reply even if its author's account is disabled by then", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await held(db, ada, id);
    await disableUser(db, ada);
    await passUntil(db, OVER);
    expect((await messages(db, id)).at(-1)).toMatchObject({ send_after: null });
  });

  test("makes a message new to others when it is sent, not when it was written (B12)", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    await held(db, ada, id);
    await replyToTask(db, bob, id, reply({ body: "Mine" }), LATER + 1); // a larger id, sent earlier
    const page = await readTask(db, bob, id, LATER + 2);
    const [at = 0, seenId = 0] = page?.seen.split("~").map(Number) ?? [];
    const seen = { at, id: seenId };
    await passUntil(db, OVER);
    expect(await replyToTask(db, bob, id, reply({ seen }), OVER + 1)).toEqual({ ok: false, why: "new_message" });
  });
});

onEachDatabase("domain B4: a held reply", (test) => {
  test("becomes a draft again when withdrawn, and is never sent", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const before = await taskRow(db, id);
    const messageId = await held(db, ada, id, { status: "on_hold" });
    expect(await withdrawReply(db, ada, id, messageId, LATER + 1)).toEqual({ ok: true });

    expect(await messages(db, id)).toHaveLength(1);
    const fields = JSON.stringify({ after: "on_hold", readers: await readersNow(db, ada, id) });
    expect(await drafts(db)).toEqual([{ user_id: ada.id, kind: "reply", body: "Try the quokkabutton.", fields }]);
    await passUntil(db, OVER);
    expect(await messages(db, id)).toHaveLength(1);
    expect(await taskRow(db, id)).toEqual(before);
    expect(await events(db, id)).toEqual([]);
    expect(await withdrawReply(db, ada, id, messageId, LATER + 2)).toEqual({ ok: false, why: "withdrawn" });
  });

  test("goes above a draft started meanwhile when withdrawn", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const messageId = await held(db, ada, id);
    await saveDraft(db, ada, { kind: "reply", taskId: id }, { body: "And then" }, LATER + 1);
    await withdrawReply(db, ada, id, messageId, LATER + 2);
    expect((await drafts(db)).map(({ body }) => body)).toEqual(["Try the quokkabutton.\n\nAnd then"]);
  });

  test("goes above the text being typed, which replaces its saved draft, when withdrawn", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const messageId = await held(db, ada, id);
    await saveDraft(db, ada, { kind: "reply", taskId: id }, { body: "And" }, LATER + 1);
    await withdrawReply(db, ada, id, messageId, LATER + 2, "And then some");
    expect((await drafts(db)).map(({ body }) => body)).toEqual(["Try the quokkabutton.\n\nAnd then some"]);
  });

  test("stays held when the text being typed is too long for a draft", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const messageId = await held(db, ada, id);
    const typed = "x".repeat(DRAFT_LIMITS.body + 1);
    expect(await withdrawReply(db, ada, id, messageId, LATER + 1, typed)).toEqual({ ok: false, why: "too_long" });
    expect(await drafts(db)).toEqual([]);
    await passUntil(db, OVER);
    expect((await messages(db, id)).at(-1)).toMatchObject({ body: "Try the quokkabutton.", send_after: null });
  });

  test("can be sent again by the same form after being withdrawn", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const mine = reply();
    const first = await replyToTask(db, ada, id, mine, LATER, WINDOW);
    await withdrawReply(db, ada, id, (first.ok && first.held) || 0, LATER + 1);
    expect(await replyToTask(db, ada, id, mine, LATER + 2, WINDOW)).toMatchObject({ ok: true, repeated: false });
    await passUntil(db, OVER + 2);
    expect((await messages(db, id)).map(({ body }) => body)).toEqual(["It burns.", "Try the quokkabutton."]);
    expect(await drafts(db)).toEqual([]);
  });

  test("can be sent again by its form after being withdrawn from a task that was merged twice", async ({ db }) => {
    const [ada, first, second, third] = [await anAgent(db), await aTask(db), await aTask(db), await aTask(db)];
    const mine = reply();
    const sent = await replyToTask(db, ada, first.id, mine, LATER, WINDOW);
    const messageId = (sent.ok && sent.held) || 0;
    for (const [source, into] of [
      [first.id, second.id],
      [second.id, third.id],
    ] as const) {
      const [version, intoVersion] = [(await taskRow(db, source)).version, (await taskRow(db, into)).version];
      const merge = { source, into, version, intoVersion, keepsRequester: true };
      expect(await mergeTasks(db, ada, merge, LATER + 1)).toMatchObject({ ok: true });
    }
    await withdrawReply(db, ada, third.id, messageId, LATER + 2);
    expect(await replyToTask(db, ada, third.id, mine, LATER + 3, WINDOW)).toMatchObject({ ok: true, repeated: false });
    expect((await messages(db, third.id)).map(({ body }) => body)).toContain(mine.body);
  });

  test("returns its files to the draft when withdrawn", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const messageId = await held(db, ada, id);
    const file = {
      task_id: id,
      message_id: messageId,
      uploaded_by: ada.id,
      name: "a.txt",
      declared_type: "text/plain",
    };
    await db
      .insertInto("attachment")
      .values({ ...file, size: 1, created_at: LATER })
      .execute();
    await withdrawReply(db, ada, id, messageId, LATER + 1);
    const [attachment] = await db.selectFrom("attachment").select(["message_id", "draft_id"]).execute();
    expect(attachment).toMatchObject({ message_id: null, draft_id: expect.any(Number) });
  });

  test("can be withdrawn or sent at once only by its author", async ({ db }) => {
    const [ada, root] = [await anAgent(db), await anAdmin(db)];
    const { id, requester } = await aTask(db);
    const messageId = await held(db, ada, id);
    for (const change of [withdrawReply, sendReplyNow]) {
      expect(await change(db, root, id, messageId, LATER + 1)).toEqual({ ok: false, why: "not_yours" });
      expect(await change(db, requester, id, messageId, LATER + 1)).toEqual({ ok: false, why: "no_such_task" });
      expect(await change(db, ada, id, messageId + 1, LATER + 1)).toEqual({ ok: false, why: "withdrawn" });
    }
    const other = await aTask(db);
    expect(await withdrawReply(db, ada, other.id, messageId, LATER + 1)).toEqual({ ok: false, why: "withdrawn" });
    expect(await messages(db, id)).toHaveLength(2);
  });

  test("can be sent at once, and only once", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const messageId = await held(db, ada, id, { status: "resolved" });
    expect(await sendReplyNow(db, ada, id, messageId, LATER + 1)).toEqual({ ok: true });
    expect(await taskRow(db, id)).toMatchObject({ status: "resolved", resolved_at: LATER + 1 });
    await passUntil(db, OVER);
    expect((await events(db, id)).filter(({ kind }) => kind === "replied")).toHaveLength(1);
    expect(await withdrawReply(db, ada, id, messageId, OVER)).toEqual({ ok: false, why: "sent" });
  });

  test("is either sent or withdrawn, even when both happen at once", async ({ db }) => {
    const ada = await anAgent(db);
    for (let round = 0; round < 5; round++) {
      const { id } = await aTask(db);
      const messageId = await held(db, ada, id);
      const [withdrawn] = await Promise.all([withdrawReply(db, ada, id, messageId, OVER), passUntil(db, OVER)]);
      const said = (await messages(db, id)).length - 1;
      expect(said).toBe(withdrawn.ok ? 0 : 1);
    }
  });
});
