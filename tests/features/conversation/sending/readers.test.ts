import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { moveDrafts } from "~/features/conversation/drafts/draft-changes.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { sendHeldMessage, sendReplyNow, withdrawReply } from "~/features/conversation/sending/held-replies.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { applyMacro } from "~/features/macros/apply-macro.server";
import { putInCopy, takeOutOfCopy } from "~/features/people/participants.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { answerSubTasks, readSubTasks } from "~/features/relations/reply-to-sub-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { NamedReadersToken } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";

const LATER = NOON + 60_000;

/** The readers token of a form rendered now. */
async function readersNamed(db: Db, viewer: Viewer, id: number): Promise<string> {
  const page = await readTask(db, viewer, id, NOON);
  if (!page) throw new Error(`The viewer can't see #${id}.`);
  return page.readers;
}

const ONLY_YOU = { body: "Only for you.", anyway: true } as const;

const send = (db: Db, viewer: Viewer, id: number, readers: string, windowMs = 0) =>
  replyToTask(db, viewer, id, { ...ONLY_YOU, requestKey: aKey(), readers: NamedReadersToken.parse(readers) }, LATER, {
    windowMs,
  });

async function aDesk(db: Db) {
  const [ada, rosa, otto] = [
    await anAgent(db),
    await aRequester(db, { name: "Rosa", email: "rosa@firma.example" }),
    await aRequester(db, { name: "Otto", email: "otto@firma.example" }),
  ];
  const { id } = await aTask(db, { requester: rosa });
  return { ada, rosa, otto, id, readers: await readersNamed(db, ada, id) };
}

type Desk = Awaited<ReturnType<typeof aDesk>>;

const said = async (db: Db) =>
  (await db.selectFrom("message").select("id").where("body", "=", "Only for you.").execute()).length;

/** Changes by colleagues while a reply to Rosa is written, with the readers named afterwards. */
const CHANGES: Record<string, [(db: Db, desk: Desk) => Promise<unknown>, string[]]> = {
  "another person is put in copy": [
    (db, { ada, id }) => putInCopy(db, ada, id, "otto@firma.example", LATER),
    ["Rosa (rosa@firma.example)", "Otto (otto@firma.example)"],
  ],
  "the requester changes": [
    async (db, { ada, id }) => {
      const change = { requester: "otto@firma.example", version: 1 };
      return changeTask(db, ada, id, { change, was: {} }, LATER);
    },
    ["Otto (otto@firma.example)"],
  ],
  "the requester's address changes": [
    (db, { rosa }) => db.updateTable("user").set({ email: "r@home.example" }).where("id", "=", rosa.id).execute(),
    ["Rosa (r@home.example)"],
  ],
  "the requester's organization starts sharing its tasks": [
    async (db, { rosa, id }) => {
      const now = { created_at: NOON, updated_at: NOON };
      const row = { name: "Firma", name_key: "firma", sharing: "members" as const, ...now };
      const made = await db.insertInto("organization").values(row).returning("id").executeTakeFirstOrThrow();
      await db.updateTable("user").set({ organization_id: made.id }).where("id", "=", rosa.id).execute();
      await db.updateTable("task").set({ organization_id: made.id }).where("id", "=", id).execute();
    },
    ["Rosa (rosa@firma.example)"],
  ],
};

onEachDatabase("the readers check of a reply", (test) => {
  for (const [name, [change, people]] of Object.entries(CHANGES)) {
    test(`asks once when ${name} meanwhile`, async ({ db }) => {
      const desk = await aDesk(db);
      await change(db, desk);
      const held = await send(db, desk.ada, desk.id, desk.readers);
      expect(held).toMatchObject({ ok: false, why: "readers", people });
      expect(await said(db)).toBe(0);
      if (held.ok || held.why !== "readers") throw new Error("The readers check didn't stop the reply.");
      expect(await send(db, desk.ada, desk.id, held.readers)).toMatchObject({ ok: true });
      expect(await said(db)).toBe(1);
    });

    test(`returns a held reply to its author when ${name} before it is sent`, async ({ db }) => {
      const desk = await aDesk(db);
      const sent = await send(db, desk.ada, desk.id, desk.readers, 10_000);
      expect(sent).toMatchObject({ ok: true });
      await change(db, desk);
      await doDueJobs(db, { send_message: sendHeldMessage }, LATER + 10_000, (error) => {
        throw error;
      });
      expect(await said(db)).toBe(0);
      const draft = await db.selectFrom("draft").selectAll().executeTakeFirstOrThrow();
      expect(draft).toMatchObject({ user_id: desk.ada.id, task_id: desk.id, kind: "reply", body: "Only for you." });
      expect(JSON.parse(draft.fields)).toMatchObject({ readers: desk.readers });
      const told = await db
        .selectFrom("notification")
        .select(["user_id", "kind", "mail_at"])
        .where("kind", "=", "not_sent")
        .execute();
      expect(told).toEqual([{ user_id: desk.ada.id, kind: "not_sent", mail_at: expect.any(Number) }]);
    });
  }

  test("asks again after every change, even when a reader leaves, but not for a new name", async ({ db }) => {
    const { ada, rosa, otto, id } = await aDesk(db);
    await putInCopy(db, ada, id, "otto@firma.example", NOON);
    const named = await readersNamed(db, ada, id);
    await takeOutOfCopy(db, ada, id, otto.id, LATER);
    const fewer = await send(db, ada, id, named);
    expect(fewer).toMatchObject({ why: "readers", people: ["Rosa (rosa@firma.example)"] });
    await putInCopy(db, ada, id, "third@firma.example", LATER);
    if (fewer.ok || fewer.why !== "readers") throw new Error("The readers check didn't stop the reply.");
    expect(await send(db, ada, id, fewer.readers)).toMatchObject({ why: "readers" });
    await db.updateTable("user").set({ name: "Rosa Renamed" }).where("id", "=", rosa.id).execute();
    expect(
      await send(db, ada, id, await readersNamed(db, ada, id)),
      "a new name doesn't change the readers",
    ).toMatchObject({ ok: true });
  });

  test("asks when a returned reply was joined with a draft for other readers", async ({ db }) => {
    const { ada, id, readers } = await aDesk(db);
    await send(db, ada, id, readers, 10_000);
    await putInCopy(db, ada, id, "otto@firma.example", LATER);
    const named = await readersNamed(db, ada, id);
    const place = { kind: "reply", taskId: id } as const;
    await saveDraft(db, ada, place, { body: "For both.", fields: { readers: named } }, LATER);
    await doDueJobs(db, { send_message: sendHeldMessage }, LATER + 10_000, (error) => {
      throw error;
    });
    const draft = await db.selectFrom("draft").selectAll().executeTakeFirstOrThrow();
    expect(draft.body).toBe("Only for you.\n\nFor both.");
    const kept = JSON.parse(draft.fields) as { readers: string };
    const people = ["Rosa (rosa@firma.example)", "Otto (otto@firma.example)"];
    expect(await send(db, ada, id, kept.readers)).toMatchObject({ why: "readers", people });
  });

  test("asks about a withdrawn reply only if the readers have changed", async ({ db }) => {
    const { ada, id, readers } = await aDesk(db);
    for (const [change, asked] of [
      [async () => {}, false],
      [() => putInCopy(db, ada, id, "otto@firma.example", LATER), true],
    ] as const) {
      await send(db, ada, id, readers, 10_000);
      const held = db.selectFrom("message").select("id").where("send_after", "is not", null);
      const { id: messageId } = await held.executeTakeFirstOrThrow();
      await change();
      expect(await withdrawReply(db, ada, id, messageId, { body: "" }, LATER)).toEqual({ ok: true });
      const draft = await db.selectFrom("draft").selectAll().executeTakeFirstOrThrow();
      const kept = JSON.parse(draft.fields) as { readers: string };
      expect(await send(db, ada, id, kept.readers)).toMatchObject(asked ? { why: "readers" } : { ok: true });
    }
  });

  test("asks when the form's readers token is unknown", async ({ db }) => {
    const { ada, id } = await aDesk(db);
    for (const token of ["x", "0".repeat(24), "\u0000"]) {
      expect(await send(db, ada, id, token)).toMatchObject({ why: "readers" });
    }
  });

  test("asks when a merge joins drafts meant for different readers", async ({ db }) => {
    const { ada, otto, id, readers } = await aDesk(db);
    const other = (await aTask(db, { requester: otto })).id;
    for (const [taskId, named] of [
      [id, readers],
      [other, await readersNamed(db, ada, other)],
    ] as const)
      await saveDraft(db, ada, { kind: "reply", taskId }, { body: `On ${taskId}`, fields: { readers: named } }, LATER);
    await inTransaction(db, (tx) => moveDrafts(tx, id, other, LATER));
    const draft = await db.selectFrom("draft").selectAll().executeTakeFirstOrThrow();
    const kept = JSON.parse(draft.fields) as { readers: string };
    expect(await send(db, ada, other, kept.readers)).toMatchObject({ why: "readers" });
  });

  test("asks after a merge, unless both tasks have the same readers", async ({ db }) => {
    const { ada, rosa, otto, id, readers } = await aDesk(db);
    const [{ id: same }, { id: other }] = [await aTask(db, { requester: rosa }), await aTask(db, { requester: otto })];
    expect(await readersNamed(db, ada, same)).toBe(readers);
    const version = async (of: number) =>
      (await db.selectFrom("task").select("version").where("id", "=", of).executeTakeFirstOrThrow()).version;
    const merge = { source: id, into: other, version: await version(id), intoVersion: await version(other) };
    await mergeTasks(db, ada, { ...merge, keepsRequester: true }, LATER);
    const people = ["Otto (otto@firma.example)", "Rosa (rosa@firma.example)"];
    expect(await send(db, ada, other, readers)).toMatchObject({ why: "readers", people });
  });

  test("asks the requester too, naming readers without their addresses", async ({ db }) => {
    const { ada, rosa, id } = await aDesk(db);
    const readers = await readersNamed(db, rosa, id);
    await db.updateTable("user").set({ email: "o@firma.example" }).where("name", "=", "Otto").execute();
    await putInCopy(db, ada, id, "Otto", LATER);
    expect(await send(db, rosa, id, readers)).toMatchObject({ why: "readers", people: ["Otto"] });
  });

  test("refuses to send a held reply at once when the readers have changed", async ({ db }) => {
    const { ada, id, readers } = await aDesk(db);
    const sent = await send(db, ada, id, readers, 10_000);
    if (!sent.ok || sent.held === null) throw new Error("The reply isn't held.");
    await putInCopy(db, ada, id, "otto@firma.example", LATER + 1);
    expect(await sendReplyNow(db, ada, id, sent.held, LATER + 2)).toEqual({ ok: false, why: "readers" });
    expect(await said(db)).toBe(0);
  });

  test("stops macros before they change anything, and skips only the affected sub-tasks", async ({ db }) => {
    const { ada, rosa, id, readers } = await aDesk(db);
    const { id: parent } = await aTask(db);
    const { id: second } = await aTask(db, { requester: rosa });
    await db.updateTable("task").set({ parent_id: parent }).where("id", "in", [id, second]).execute();
    const { subTasks } = await readSubTasks(db, ada, parent);
    await putInCopy(db, ada, id, "otto@firma.example", LATER);

    const text = { kind: "reply", body: "Only for you.", requestKey: aKey(), windowMs: 0, origin: "" } as const;
    const asked = { actions: { priority: "urgent" as const }, text: { ...text, readers } };
    const run = await inTransaction(db, (tx) => applyMacro(tx, ada, id, asked, LATER));
    expect(run).toMatchObject({ ok: false, why: "refused", asks: true, readers: await readersNamed(db, ada, id) });
    expect(await db.selectFrom("task").select("priority").where("id", "=", id).execute()).toEqual([{ priority: 2 }]);

    const named = new Map(subTasks.map((task) => [task.id, task.readers]));
    const answer = { body: "Only for you.", requestKey: aKey(), chosen: [id, second], readers: named };
    expect(await answerSubTasks(db, ada, parent, answer, LATER)).toEqual({
      done: [second],
      skipped: [{ id, why: expect.stringContaining("Otto (otto@firma.example)") }],
    });
  });
});
