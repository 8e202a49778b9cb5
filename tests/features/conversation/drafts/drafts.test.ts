import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { handleDraftButton } from "~/features/conversation/drafts/draft-buttons.server";
import {
  deleteDraft,
  moveDrafts,
  restoreAsDraft,
  restoreDraft,
  sweepDrafts,
} from "~/features/conversation/drafts/draft-changes.server";
import { readDrafts } from "~/features/conversation/drafts/draft-rows.server";
import { findOrCreateDraft, saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { DRAFT_LIMITS, type DraftPlace } from "~/features/conversation/drafts/drafts";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { createTask } from "~/features/new-task/task-create.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";

/* domain A1, B12 "Drafts". */

const MINUTE = 60_000;
const DAY = 86_400_000;
const reply = (taskId: number): DraftPlace => ({ kind: "reply", taskId });
const note = (taskId: number): DraftPlace => ({ kind: "note", taskId });
const newTask: DraftPlace = { kind: "task", taskId: null };

const bodies = async (db: Db, who: Viewer, id: number | null, now = NOON) =>
  (await readDrafts(db, who, id === null ? null : { id, works: who.role === "requester" ? 0 : 1 }, now)).drafts.map(
    ({ body }) => body,
  );

async function savedBy(db: Db, who: Viewer, place: DraftPlace, body: string, more: object = {}, now = NOON) {
  const result = await saveDraft(db, who, place, { body, ...more }, now);
  if (!result.ok || !result.draft) throw new Error(`not saved: ${JSON.stringify(result)}`);
  return result.draft;
}

onEachDatabase("a draft", (test) => {
  test("is kept once per person and place, as typed, with the form's other fields", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    await savedBy(db, ada, reply(id), "Hel");
    await savedBy(db, ada, reply(id), "Hello \r\n there ", { fields: { after: "keep" } }, NOON + 1);
    await savedBy(db, ada, note(id), "Inner");
    await savedBy(db, bob, reply(id), "Bob's");

    const { drafts } = await readDrafts(db, ada, { id, works: 1 }, NOON);
    expect(drafts).toMatchObject([
      { kind: "reply", body: "Hello \n there ", fields: { after: "keep" }, updatedAt: NOON + 1 },
      { kind: "note", body: "Inner" },
    ]);
    expect(await bodies(db, bob, id)).toEqual(["Bob's"]);
    expect(await bodies(db, ada, null)).toEqual([]);
  });

  test("can be saved only where its author may write", async ({ db }) => {
    const [rita, otto, { id }] = [await aRequester(db), await aRequester(db), await aTask(db)];
    const own = await aTask(db, { requester: rita });
    const denied = { ok: false, why: "no_such_task" };
    expect(await saveDraft(db, otto, reply(id), { body: "x" }, NOON)).toEqual(denied);
    expect(await saveDraft(db, otto, reply(id + 1_000), { body: "x" }, NOON)).toEqual(denied);
    expect(await saveDraft(db, rita, note(own.id), { body: "x" }, NOON)).toEqual(denied);
    expect(await saveDraft(db, rita, reply(own.id), { body: "x" }, NOON)).toMatchObject({ ok: true });
  });

  test("has the length limit of a message", async ({ db }) => {
    const { id, requester } = await aTask(db);
    const long = "é".repeat(DRAFT_LIMITS.body);
    expect(await saveDraft(db, requester, reply(id), { body: `${long}x` }, NOON)).toEqual({
      ok: false,
      why: "too_long",
    });
    expect(await saveDraft(db, requester, reply(id), { body: long }, NOON)).toMatchObject({ ok: true });
    expect(await bodies(db, requester, id)).toEqual([long]);
  });

  test("isn't overwritten by another device of its author that hasn't loaded it", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const [phone, desk] = [aKey(), aKey()];
    const first = await savedBy(db, rita, reply(id), "On the phone", { requestKey: phone, known: null });
    expect(
      await saveDraft(db, rita, reply(id), { body: "At the desk", requestKey: desk, known: null }, NOON + MINUTE),
    ).toMatchObject({ ok: false, why: "newer", draft: { body: "On the phone", updatedAt: first.updatedAt } });
    await savedBy(db, rita, reply(id), "On the phone, more", { requestKey: phone, known: null }, NOON + MINUTE); // the same form
    await savedBy(db, rita, reply(id), "At the desk", { requestKey: desk, known: NOON + MINUTE }, NOON + 2 * MINUTE);
    expect(await bodies(db, rita, id)).toEqual(["At the desk"]);
  });

  test("isn't overwritten by an older save of the same form that arrives late", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const requestKey = aKey();
    await savedBy(db, rita, reply(id), "Hello", { requestKey, revision: 2 });
    await savedBy(db, rita, reply(id), "Hel", { requestKey, revision: 1 }, NOON + 1);
    expect(await bodies(db, rita, id)).toEqual(["Hello"]);
  });

  test("saved twice at once is stored once", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const places = [reply(id), reply(id), newTask, newTask];
    await Promise.all(places.map((place, n) => saveDraft(db, rita, place, { body: `Text ${n}` }, NOON)));
    expect([await bodies(db, rita, id), await bodies(db, rita, null)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test("is deleted when its reply, note or task is saved, and a late save doesn't revive it", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const [one, two, three] = [aKey(), aKey(), aKey()];
    await savedBy(db, ada, reply(id), "Hel", { requestKey: one });
    await savedBy(db, ada, note(id), "Inner", { requestKey: two });
    await savedBy(db, ada, newTask, "It is", { fields: { title: "Lift" }, requestKey: three });

    await replyToTask(db, ada, id, { body: "Hello", requestKey: one }, NOON);
    expect(await bodies(db, ada, id)).toEqual(["Inner"]);
    await addNote(db, ada, id, { body: "Inner", requestKey: two }, NOON);
    expect(await bodies(db, ada, id)).toEqual([]);
    await createTask(db, ada, { title: "Lift", body: "It is stuck", type: "incident", requestKey: three }, NOON);
    expect(await bodies(db, ada, null)).toEqual([]);

    expect(await saveDraft(db, ada, reply(id), { body: "Hello", requestKey: one }, NOON)).toEqual({
      ok: false,
      why: "sent",
    });
    expect(await bodies(db, ada, id)).toEqual([]);
  });

  test("stays when sending is refused, or when the text sent is a different one", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const requestKey = aKey();
    await savedBy(db, rita, reply(id), "On the phone, long and careful", { requestKey: aKey() });
    const refused = await replyToTask(db, rita, id, { body: "x", requestKey, outcome: "not_solved" }, NOON);
    expect(refused.ok).toBe(false);
    await replyToTask(db, rita, id, { body: "At the desk", requestKey }, NOON);
    expect(await bodies(db, rita, id)).toEqual(["On the phone, long and careful"]);
    const [shown] = (await readDrafts(db, rita, { id, works: 0 }, NOON)).drafts;
    await replyToTask(db, rita, id, { body: "Changed", requestKey: aKey(), draft: shown?.updatedAt }, NOON);
    expect(await bodies(db, rita, id)).toEqual([]);
  });

  test("once deleted, isn't recreated by a pending save from any form", async ({ db }) => {
    const [ada, { id: taskId }] = [await anAgent(db), await aTask(db)];
    const place = { kind: "reply", taskId } as const;
    const [mine, other] = [aKey(), aKey()];
    const first = await saveDraft(db, ada, place, { body: "One", requestKey: mine, revision: 1, known: null }, NOON);
    const known = (first.ok && first.draft?.updatedAt) || null;
    const form = new FormData();
    for (const [name, value] of Object.entries({
      body: "One two",
      requestKey: mine,
      do: "delete-draft",
      draft: `${known}`,
    }))
      form.set(name, value);
    await handleDraftButton(db, ada, place, form, NOON + 1);
    const late = { body: "One t", requestKey: mine, revision: 2, known };
    expect(await saveDraft(db, ada, place, late, NOON + 2)).toEqual({ ok: false, why: "deleted" });
    const [gone] = (await readDrafts(db, ada, { id: taskId, works: 1 }, NOON + 2)).deleted;
    const elsewhere = { body: "One, and more", requestKey: other, revision: 1, known };
    expect(await saveDraft(db, ada, place, elsewhere, NOON + 2)).toEqual({ ok: false, why: "deleted" });
    expect(await readDrafts(db, ada, { id: taskId, works: 1 }, NOON + 2)).toMatchObject({ drafts: [] });

    // Once told, the other form starts a new draft. A deliberate restore keeps both texts.
    expect(await saveDraft(db, ada, place, { ...elsewhere, known: null }, NOON + 3)).toMatchObject({ ok: true });
    const { drafts } = await readDrafts(db, ada, { id: taskId, works: 1 }, NOON + 3);
    expect(drafts).toMatchObject([{ body: "One, and more" }]);
    await restoreDraft(db, ada, gone?.id ?? 0, NOON + 4);
    expect((await readDrafts(db, ada, { id: taskId, works: 1 }, NOON + 4)).drafts).toMatchObject([
      { body: "One, and more\n\nOne two" },
    ]);
  });

  test("saved on the author's other page isn't replaced by any button before it was shown", async ({ db }) => {
    const [ada, { id: taskId }] = [await anAgent(db), await aTask(db)];
    const places = [reply(taskId), note(taskId), newTask];
    for (const place of places) {
      const press = (button: string, more: Record<string, string>) => {
        const form = new FormData();
        const sent = { body: "At the desk", note: "At the desk", requestKey: aKey(), do: button, ...more };
        for (const [name, value] of Object.entries(sent)) form.set(name, value);
        return handleDraftButton(db, ada, place, form, NOON + 2);
      };
      const drafts = async () =>
        (await readDrafts(db, ada, place.taskId ? { id: taskId, works: 1 } : null, NOON + 2)).drafts;
      const own = async () => (await drafts()).filter(({ kind }) => kind === place.kind).map(({ body }) => body);
      const older = await savedBy(db, ada, place, "Before both", { requestKey: aKey() });
      const phone = { requestKey: aKey(), known: older.updatedAt };
      const { updatedAt } = await savedBy(db, ada, place, "On the phone", phone, NOON + 1);

      for (const draft of ["", String(older.updatedAt)]) {
        for (const button of ["save-draft", "share-draft", "unshare-draft", "delete-draft"]) {
          const answer = await press(button, { draft });
          expect(answer).toMatchObject({ ok: false, why: "newer", draft: { body: "On the phone" } });
          expect(await own()).toEqual(["On the phone"]);
        }
      }
      expect(await press("save-draft", { draft: "", replaces: String(updatedAt) })).toMatchObject({ ok: true });
      expect(await own()).toEqual(["At the desk"]);
    }
  });

  test("can be restored for a day after being deleted or cleared", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const other = await aRequester(db);
    const draft = await savedBy(db, rita, reply(id), "Precious");
    expect(await deleteDraft(db, other, draft.id, NOON)).toEqual({ ok: false, why: "no_such_draft" });
    expect(await deleteDraft(db, rita, draft.id, NOON)).toEqual({ ok: true, place: reply(id) });
    const gone = await readDrafts(db, rita, { id, works: 0 }, NOON + DAY - 1);
    expect(gone).toEqual({ drafts: [], deleted: [{ id: draft.id, kind: "reply", updatedAt: NOON }] });

    await savedBy(db, rita, reply(id), "Begun anew");
    expect(await restoreDraft(db, other, draft.id, NOON)).toMatchObject({ ok: false });
    expect(await restoreDraft(db, rita, draft.id, NOON)).toEqual({ ok: true, place: reply(id) });
    expect(await bodies(db, rita, id)).toEqual(["Begun anew\n\nPrecious"]);

    await saveDraft(db, rita, reply(id), { body: "  " }, NOON + MINUTE);
    const cleared = await readDrafts(db, rita, { id, works: 0 }, NOON + MINUTE);
    expect(cleared).toMatchObject({ drafts: [], deleted: [{ kind: "reply" }] });
    await restoreDraft(db, rita, cleared.deleted[0]?.id ?? 0, NOON + MINUTE);
    expect(await bodies(db, rita, id)).toEqual(["Begun anew\n\nPrecious"]);
  });

  test("saved on a merged task goes to the last task of the chain of merges", async ({ db }) => {
    const ada = await anAgent(db);
    const [first, second, third] = [await aTask(db), await aTask(db), await aTask(db)];
    await db.updateTable("task").set({ merged_into: second.id }).where("id", "=", first.id).execute();
    await db.updateTable("task").set({ merged_into: third.id }).where("id", "=", second.id).execute();
    await savedBy(db, ada, reply(first.id), "Written on the first");
    expect(await bodies(db, ada, third.id)).toEqual(["Written on the first"]);
  });

  test("of a withdrawn reply goes above a draft started meanwhile", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const putBack = (body: string) =>
      inTransaction(db, (tx) => restoreAsDraft(tx, ada.id, reply(id), { body, fields: { after: "keep" } }, NOON));
    await putBack("Withdrawn");
    expect(await bodies(db, ada, id)).toEqual(["Withdrawn"]);
    await putBack("Once more");
    expect(await bodies(db, ada, id)).toEqual(["Once more\n\nWithdrawn"]);
  });

  test("moves with its merged task, below the author's own draft there (domain B18.4)", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const [source, target] = [await aTask(db), await aTask(db)];
    await savedBy(db, ada, reply(source.id), "Of the source");
    await savedBy(db, ada, reply(target.id), "Of the target");
    await savedBy(db, bob, note(source.id), "Bob's note");
    await inTransaction(db, (tx) => moveDrafts(tx, source.id, target.id, NOON));
    expect(await bodies(db, ada, target.id)).toEqual(["Of the target\n\nOf the source"]);
    expect(await bodies(db, bob, target.id)).toEqual(["Bob's note"]);

    await db.updateTable("task").set({ merged_into: target.id }).where("id", "=", source.id).execute();
    await savedBy(db, bob, reply(source.id), "Typed on the old page");
    expect(await bodies(db, bob, target.id)).toContain("Typed on the old page");
  });

  test("can be created without text, to hold files", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const made = await inTransaction(db, (tx) => findOrCreateDraft(tx, ada, reply(id), NOON));
    expect(await inTransaction(db, (tx) => findOrCreateDraft(tx, ada, reply(id), NOON))).toEqual(made);
    expect(await bodies(db, ada, id)).toEqual([""]);
    expect(await inTransaction(db, (tx) => findOrCreateDraft(tx, ada, reply(id + 1_000), NOON))).toBeNull();
  });

  test("beyond 200 deletes the one untouched for longest, which can be restored", async ({ db }) => {
    const ada = await anAgent(db);
    const ids: number[] = [];
    for (let n = 0; n <= DRAFT_LIMITS.perPerson; n++) ids.push((await aTask(db, { requester: ada })).id);
    for (const [n, id] of ids.slice(0, -1).entries()) await savedBy(db, ada, reply(id), "Text", {}, NOON + n);
    const last = await saveDraft(db, ada, reply(ids.at(-1) ?? 0), { body: "Text" }, NOON + DAY);
    expect(last).toMatchObject({ ok: true, forgotten: 1 });
    const first = await readDrafts(db, ada, { id: ids[0] ?? 0, works: 1 }, NOON + DAY);
    expect(first).toMatchObject({ drafts: [], deleted: [{ kind: "reply" }] });
  });

  test("isn't swept while its author restores it", async ({ db, engine }) => {
    if (engine === "sqlite") return; // its transaction is the only writer anyway
    const { id, requester: rita } = await aTask(db);
    const draft = await savedBy(db, rita, reply(id), "Old");
    await deleteDraft(db, rita, draft.id, NOON);
    await inTransaction(db, async (tx) => {
      expect(await restoreDraft(tx, rita, draft.id, NOON + DAY)).toMatchObject({ ok: true });
      expect(await inTransaction(db, (other) => sweepDrafts(other, NOON + DAY + 1))).toBe(0);
    });
    expect(await bodies(db, rita, id)).toEqual(["Old"]);
  });

  test("is swept a day after its deletion, or after 90 days untouched", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const draft = await savedBy(db, rita, reply(id), "Old");
    await savedBy(db, rita, newTask, "Kept", {}, NOON + 80 * DAY);
    await deleteDraft(db, rita, draft.id, NOON);
    await savedBy(db, rita, reply(id), "Live");
    const sweep = (now: number) => inTransaction(db, (tx) => sweepDrafts(tx, now));
    expect(await sweep(NOON + DAY)).toBe(0);
    expect(await sweep(NOON + DAY + 1)).toBe(1);
    expect(await sweep(NOON + 90 * DAY + 1)).toBe(1);
    expect([await bodies(db, rita, id), await bodies(db, rita, null)]).toEqual([[], ["Kept"]]);
  });
});
