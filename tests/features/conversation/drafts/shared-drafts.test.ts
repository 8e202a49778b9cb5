import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  moveDrafts,
  readSharedDrafts,
  restoreDraft,
  shareDraft,
  takeOverDraft,
} from "~/features/conversation/drafts/draft-changes.server";
import { readDrafts } from "~/features/conversation/drafts/draft-rows.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { readTask } from "~/features/task-page/task-read.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";

/* domain B12: "A draft may be shared with the team." */

async function aDraft(db: Db, who: Viewer, taskId: number, body: string, kind: "reply" | "note" = "reply") {
  const saved = await saveDraft(db, who, { kind, taskId }, { body }, NOON);
  if (!saved.ok || !saved.draft) throw new Error("not saved");
  return saved.draft.id;
}

async function aSharedDraft(db: Db, who: Viewer, taskId: number, body: string, kind: "reply" | "note" = "reply") {
  const id = await aDraft(db, who, taskId, body, kind);
  expect(await shareDraft(db, who, id, true)).toMatchObject({ ok: true });
  return id;
}

const own = async (db: Db, who: Viewer, id: number) =>
  (await readDrafts(db, who, { id, works: 1 }, NOON)).drafts.map(({ body }) => body);
const denied = { ok: false, why: "no_such_draft" };

onEachDatabase("a shared draft", (test) => {
  test("is visible to colleagues until its author unshares, clears or sends it", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db, { name: "Ada" }), await anAgent(db), await aTask(db)];
    const draft = await aDraft(db, ada, id, "Have you tried");
    expect(await readSharedDrafts(db, bob, id)).toEqual([]);
    await shareDraft(db, ada, draft, true);
    const seen = [{ id: draft, kind: "reply", body: "Have you tried", by: "Ada", updatedAt: NOON }];
    expect(await readSharedDrafts(db, bob, id)).toEqual(seen);
    expect(await readTask(db, bob, id, NOON)).toMatchObject({ as: "agent", sharedDrafts: seen });
    expect(await readSharedDrafts(db, ada, id)).toEqual([]);
    await shareDraft(db, ada, draft, false);
    expect(await readSharedDrafts(db, bob, id)).toEqual([]);

    await shareDraft(db, ada, draft, true);
    await saveDraft(db, ada, { kind: "reply", taskId: id }, { body: "" }, NOON + 1);
    expect(await readSharedDrafts(db, bob, id)).toEqual([]);
    await restoreDraft(db, ada, draft, NOON + 2);
    expect(await own(db, ada, id)).toEqual(["Have you tried"]);
    expect(await readSharedDrafts(db, bob, id)).toEqual([]);

    await shareDraft(db, ada, draft, true);
    await replyToTask(db, ada, id, { body: "Have you tried", requestKey: aKey() }, NOON + 3);
    expect(await readSharedDrafts(db, bob, id)).toEqual([]);
  });

  test("can't be shared by another agent or by a requester", async ({ db }) => {
    const [ada, bob, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    expect(await shareDraft(db, bob, await aDraft(db, ada, id, "Mine"), true)).toEqual(denied);
    expect(await shareDraft(db, rita, await aDraft(db, rita, id, "Hers"), true)).toEqual(denied);
    expect(await readSharedDrafts(db, bob, id)).toEqual([]);
  });

  test("is taken over as a copy, above the agent's own draft", async ({ db }) => {
    const [ada, bob, eve, { id }] = [await anAgent(db), await anAgent(db), await anAgent(db), await aTask(db)];
    const draft = await aSharedDraft(db, ada, id, "From Ada");
    await aDraft(db, eve, id, "Eve's own");
    expect(await takeOverDraft(db, bob, draft, NOON + 1)).toEqual({ ok: true, place: { kind: "reply", taskId: id } });
    expect(await takeOverDraft(db, eve, draft, NOON + 1)).toMatchObject({ ok: true });
    expect(await own(db, bob, id)).toEqual(["From Ada"]);
    expect(await own(db, eve, id)).toEqual(["From Ada\n\nEve's own"]);
    expect(await own(db, ada, id)).toEqual(["From Ada"]);
    expect(await readSharedDrafts(db, ada, id)).toEqual([]);
  });

  test("is taken over with its files, and its pictures point to the copies", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const draft = await aSharedDraft(db, ada, id, "See ![this](/attachments/7) and /attachments/8");
    const sha256 = "0".repeat(64);
    await db.insertInto("file").values({ sha256, size: 3, type: "image/png", created_at: NOON }).execute();
    const file = { sha256, task_id: id, draft_id: draft, name: "a.png", declared_type: "", size: 3, created_at: NOON };
    await db
      .insertInto("attachment")
      .values({ ...file, id: 7, uploaded_by: ada.id })
      .execute();

    await takeOverDraft(db, bob, draft, NOON + 1);
    const [copy] = (await readDrafts(db, bob, { id, works: 1 }, NOON)).drafts;
    const files = copy?.files?.map((one) => one.id) ?? [];
    expect(files).toHaveLength(1);
    expect(files).not.toContain(7);
    expect(copy?.body).toBe(`See ![this](/attachments/${files[0]}) and /attachments/8`);
    expect((await readDrafts(db, ada, { id, works: 1 }, NOON)).drafts[0]?.files).toMatchObject([{ id: 7 }]);
  });

  test("can't be taken over without agent access to its task, or while it isn't shared", async ({ db }) => {
    const [ada, bob, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita, assignee: ada });
    const [reply, note] = [await aSharedDraft(db, ada, id, "Dear"), await aSharedDraft(db, ada, id, "Psst", "note")];
    for (const draft of [reply, note]) expect(await takeOverDraft(db, rita, draft, NOON)).toEqual(denied);
    expect(JSON.stringify(await readTask(db, rita, id, NOON))).not.toMatch(/Dear|Psst|sharedDrafts/);
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await takeOverDraft(db, bob, reply, NOON)).toEqual(denied);
    await shareDraft(db, ada, note, false);
    expect(await takeOverDraft(db, bob, note, NOON)).toEqual(denied);
    expect(await takeOverDraft(db, ada, reply, NOON)).toEqual(denied);
  });

  test("joined with another in a merge stays shared only if both were", async ({ db }) => {
    const [ada, bob, from, to] = [await anAgent(db), await anAgent(db), await aTask(db), await aTask(db)];
    await aDraft(db, ada, from.id, "for me");
    await aSharedDraft(db, ada, to.id, "for all");
    await aSharedDraft(db, ada, from.id, "note 1", "note");
    await aSharedDraft(db, ada, to.id, "note 2", "note");
    await inTransaction(db, (tx) => moveDrafts(tx, from.id, to.id, NOON));
    expect((await readSharedDrafts(db, bob, to.id)).map(({ body }) => body)).toEqual(["note 2\n\nnote 1"]);
  });
});
