import { expect } from "vitest";
import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { readTask } from "~/features/task-page/task-read.server";
import { savePreferences } from "~/features/users/preferences.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const DAY = 86_400_000;
const LATER = NOON + 60_000;
let written = 0;
/** A reply with new text each time, because a repeated text asks first. */
const reply = (more: object = {}) => ({ body: `Hello ${++written}.`, requestKey: aKey(), ...more });

const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const messages = (db: Db, id: number) =>
  db.selectFrom("message").select(["kind", "side", "body"]).where("task_id", "=", id).orderBy("id").execute();
const events = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["kind", "field", "old_value", "new_value", "actor_id"])
    .where("task_id", "=", id)
    .orderBy("id")
    .execute();

onEachDatabase("a reply", (test) => {
  test("by an agent is sent, sets the chosen status and is the first response", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    expect(await replyToTask(db, ada, id, reply({ body: "Hello.", status: "on_hold" }), LATER)).toEqual({
      ok: true,
      id,
      repeated: false,
      held: null,
      status: "on_hold",
      statusSet: null,
    });

    expect((await messages(db, id))[1]).toEqual({ kind: "public", side: "agent", body: "Hello." });
    expect(await taskRow(db, id)).toMatchObject({
      status: "on_hold",
      first_responded_at: LATER,
      last_agent_at: LATER,
      last_public_at: LATER,
      last_requester_at: NOON,
      updated_at: LATER,
      version: 2,
    });
    expect((await events(db, id)).slice(1)).toMatchObject([
      { kind: "replied", actor_id: ada.id },
      { kind: "changed", field: "status", old_value: "New", new_value: "On hold", actor_id: ada.id },
    ]);

    await replyToTask(db, ada, id, reply(), LATER + 1);
    expect(await taskRow(db, id)).toMatchObject({ status: "waiting_requester", first_responded_at: LATER });
  });

  test("that keeps the status still moves a new task to In progress (S4)", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await replyToTask(db, ada, id, reply({ status: "keep" }), LATER);
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress" });
  });

  test("with an invalid status changes nothing and lists the valid ones", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "closed" })];
    expect(await replyToTask(db, ada, id, reply({ status: "resolved" }), LATER)).toEqual({
      ok: false,
      why: "invalid_move",
      status: "closed",
      choices: ["in_progress", "closed", "cancelled"],
    });
    expect(await messages(db, id)).toHaveLength(1);
    expect(await taskRow(db, id)).toMatchObject({ version: 1 });
  });

  for (const status of ["waiting_requester", "on_hold", "resolved"] as const) {
    test(`by the requester moves a task from ${status} to In progress (S2)`, async ({ db }) => {
      const { id, requester } = await aTask(db, { status });
      await replyToTask(db, requester, id, reply(), LATER);
      expect(await taskRow(db, id)).toMatchObject({
        status: "in_progress",
        open: 1,
        resolved_at: null,
        last_requester_at: LATER,
        last_agent_at: null,
        first_responded_at: null,
        reopen_count: status === "resolved" ? 1 : 0,
      });
    });
  }

  test("by the requester reopens a closed task within 14 days (S3)", async ({ db }) => {
    const { id, requester } = await aTask(db, { status: "closed" });
    expect(await replyToTask(db, requester, id, reply(), NOON + 14 * DAY)).toMatchObject({ ok: true, id });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", closed_at: null, reopen_count: 1 });
  });

  test("after 14 days becomes a new task that links to the old one, which doesn't change (S3)", async ({ db }) => {
    const { id, requester } = await aTask(db, { status: "closed", type: "question", title: "Once more" });
    const before = await taskRow(db, id);
    const sent = await replyToTask(db, requester, id, reply({ body: "It is back." }), NOON + 15 * DAY);

    expect(sent).toEqual({ ok: true, id: id + 1, repeated: false, held: null, status: "new", statusSet: null });
    expect(await taskRow(db, id)).toEqual(before);
    expect(await messages(db, id)).toHaveLength(1);
    expect(await taskRow(db, id + 1)).toMatchObject({
      title: "Once more",
      type: "question",
      status: "new",
      requester_id: requester.id,
    });
    expect(await messages(db, id + 1)).toEqual([{ kind: "public", side: "requester", body: "It is back." }]);
    expect((await events(db, id + 1))[1]).toMatchObject({ field: "follow_up_of", new_value: `#${id}` });
    const links = await db.selectFrom("task_link").select(["task_id", "kind", "other_id"]).execute();
    expect(links).toEqual([{ task_id: id + 1, kind: "follow_up_of", other_id: id }]);
  });

  test("opens a new task after the team's number of days (S3)", async ({ db }) => {
    await db.updateTable("team").set({ reopen_days: 2 }).execute();
    const { id, requester } = await aTask(db, { status: "closed" });
    expect(await replyToTask(db, requester, id, reply(), NOON + 2 * DAY + 1)).toMatchObject({ ok: true, id: id + 1 });
  });

  test("that opens a new task keeps its requester, people in copy and confidentiality", async ({ db }) => {
    const [otto, ada] = [await aRequester(db), await anAgent(db)];
    const { id, requester } = await aTask(db, { status: "closed" });
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.insertInto("participant").values({ task_id: id, user_id: otto.id, added_at: NOON }).execute();

    expect(await replyToTask(db, otto, id, reply(), NOON + 15 * DAY)).toMatchObject({ ok: true, id: id + 1 });
    expect(await taskRow(db, id + 1)).toMatchObject({ requester_id: requester.id, confidential: 1 });
    expect(await readTask(db, otto, id + 1, NOON + 15 * DAY)).toMatchObject({ as: "requester" });
    expect(await readTask(db, ada, id + 1, NOON + 15 * DAY)).toBeNull();
  });

  test("that would open a 31st new task within an hour is refused (B16)", async ({ db }) => {
    const { id, requester } = await aTask(db, { status: "closed" });
    const at = NOON + 15 * DAY;
    for (let n = 0; n < 30; n++) expect(await replyToTask(db, requester, id, reply(), at)).toMatchObject({ ok: true });
    expect(await replyToTask(db, requester, id, reply(), at)).toMatchObject({ ok: false, why: "too_many" });
  });

  test("by an agent sets the team's status when none is chosen (S4)", async ({ db }) => {
    const [ada, one, two] = [await anAgent(db), await aTask(db), await aTask(db, { status: "resolved" })];
    await db.updateTable("team").set({ after_reply: "on_hold" }).execute();
    await replyToTask(db, ada, one.id, reply(), LATER);
    expect(await taskRow(db, one.id)).toMatchObject({ status: "on_hold" });
    await db.updateTable("team").set({ after_reply: "keep" }).execute();
    await replyToTask(db, ada, two.id, reply(), LATER);
    expect(await taskRow(db, two.id)).toMatchObject({ status: "resolved" });
  });

  test("that reopens a task keeps the assignee, unless that account is disabled", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const ana = await aRequester(db);
    const kept = await aTask(db, { requester: ana, assignee: ada, status: "resolved" });
    const lost = await aTask(db, { requester: ana, assignee: bob, status: "resolved" });
    await disableUser(db, bob);
    for (const { id } of [kept, lost]) await replyToTask(db, ana, id, reply(), LATER);
    expect(await taskRow(db, kept.id)).toMatchObject({ assignee_id: ada.id });
    expect(await taskRow(db, lost.id)).toMatchObject({ assignee_id: null });
  });

  test("with 'Thanks, it is solved' resolves the task, then closes it; the text is optional", async ({ db }) => {
    const { id, requester } = await aTask(db);
    await replyToTask(db, requester, id, { body: "", requestKey: aKey(), outcome: "solved" }, LATER);
    expect(await taskRow(db, id)).toMatchObject({ status: "resolved", resolved_at: LATER, closed_at: null });
    await replyToTask(db, requester, id, reply({ body: "Thanks!", outcome: "solved" }), LATER + 1);
    expect(await taskRow(db, id)).toMatchObject({
      status: "closed",
      resolved_at: LATER,
      closed_at: LATER + 1,
      open: 0,
    });
    expect(await messages(db, id)).toHaveLength(2);
  });

  test("with 'It is not solved' reopens a resolved task, and only that", async ({ db }) => {
    const { id, requester } = await aTask(db, { status: "resolved" });
    const no = { body: "", outcome: "not_solved" as const };
    await replyToTask(db, requester, id, { ...no, requestKey: aKey() }, LATER);
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", reopen_count: 1 });
    expect(await replyToTask(db, requester, id, { ...no, requestKey: aKey() }, LATER)).toMatchObject({
      why: "invalid_move",
    });
  });

  test("by an agent who is the requester counts as the requester's (B4)", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { requester: ada, status: "waiting_requester" });
    await replyToTask(db, ada, id, reply({ status: "resolved" }), LATER);
    expect((await messages(db, id))[1]).toMatchObject({ side: "requester" });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", first_responded_at: null });
  });

  test("asks once when another person has written meanwhile", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    const description = await db.selectFrom("message").select(["id", "created_at"]).executeTakeFirstOrThrow();
    const seen = { at: description.created_at, id: description.id };
    await replyToTask(db, requester, id, reply({ body: "Wait!" }), LATER);

    const mine = reply({ seen });
    expect(await replyToTask(db, ada, id, mine, LATER + 1)).toEqual({ ok: false, why: "new_message" });
    expect(await messages(db, id)).toHaveLength(2);
    expect(await replyToTask(db, ada, id, { ...mine, anyway: true }, LATER + 2)).toMatchObject({
      ok: true,
      repeated: false,
    });
    expect(await replyToTask(db, ada, id, reply({ seen: { at: LATER, id: seen.id + 1 } }), LATER + 3)).toMatchObject({
      ok: true,
    }); // the author's own message isn't new
  });

  test("doesn't ask people who turned the check off, and still asks others (B12)", async ({ db }) => {
    const [ada, bob, { id, requester }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const description = await db.selectFrom("message").select(["id", "created_at"]).executeTakeFirstOrThrow();
    const seen = { at: description.created_at, id: description.id };
    await replyToTask(db, bob, id, reply(), LATER);
    for (const each of [ada, requester]) {
      expect(await replyToTask(db, each, id, reply({ seen }), LATER + 1)).toEqual({ ok: false, why: "new_message" });
      await savePreferences(db, each, { holdReplies: false }, NOON);
      expect(await replyToTask(db, each, id, reply({ seen }), LATER + 1)).toMatchObject({ ok: true });
    }
    expect(await replyToTask(db, bob, id, reply({ seen }), LATER + 2)).toEqual({ ok: false, why: "new_message" });
    await savePreferences(db, ada, { holdReplies: true }, NOON);
    expect(await replyToTask(db, ada, id, reply({ seen }), LATER + 3)).toEqual({ ok: false, why: "new_message" });
  });

  test("sent several times at once is one message", async ({ db }) => {
    const { id, requester } = await aTask(db);
    const mine = reply();
    const answers = await Promise.all([1, 2, 3].map(() => replyToTask(db, requester, id, mine, LATER)));
    expect(answers.map((answer) => answer.ok && answer.id)).toEqual([id, id, id]);
    expect(answers.filter((answer) => answer.ok && !answer.repeated)).toHaveLength(1);
    expect(await messages(db, id)).toHaveLength(2);
  });

  test("to a task the viewer may not see fails like one to a missing task", async ({ db }) => {
    const { id } = await aTask(db);
    const otto = await aRequester(db);
    expect(await replyToTask(db, otto, id, reply(), LATER)).toEqual({ ok: false, why: "no_such_task" });
    expect(await replyToTask(db, otto, 999, reply(), LATER)).toEqual({ ok: false, why: "no_such_task" });
    expect(await messages(db, id)).toHaveLength(1);
  });

  test("by a requester is refused after 60 messages an hour", async ({ db }) => {
    const { id, requester } = await aTask(db);
    for (let n = 0; n < 59; n++) await replyToTask(db, requester, id, reply(), NOON + n);
    expect(await replyToTask(db, requester, id, reply(), LATER)).toMatchObject({ ok: false, why: "too_many" });
    expect(await replyToTask(db, requester, id, reply(), NOON + 3_600_060)).toMatchObject({ ok: true });
  });
});

onEachDatabase("an internal note", (test) => {
  test("keeps the status, is in the history, and is saved once when sent twice", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "waiting_requester" })];
    const note = { body: "Between us.", requestKey: aKey() };
    await Promise.all([addNote(db, ada, id, note, LATER), addNote(db, ada, id, note, LATER)]);
    expect((await messages(db, id)).slice(1)).toEqual([{ kind: "internal", side: "agent", body: "Between us." }]);
    expect((await events(db, id)).slice(1)).toMatchObject([{ kind: "noted", actor_id: ada.id }]);
    expect(await taskRow(db, id)).toMatchObject({ status: "waiting_requester", version: 2, last_public_at: NOON });
  });

  test("can't be written by requesters, even on their own task", async ({ db }) => {
    const { id, requester } = await aTask(db);
    expect(await addNote(db, requester, id, { body: "x", requestKey: aKey() }, LATER)).toMatchObject({ ok: false });
  });
});
