import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/users";
import { copyFiles } from "../attachments/message-files.server";
import {
  type DraftRow,
  joinDrafts,
  joinFields,
  joinTexts,
  laterThan,
  liveDraft,
  lockNewTaskDraft,
} from "./draft-rows.server";
import { discardDraft, insertDraft } from "./draft-save.server";
import { DRAFT_LIMITS, type DraftPlace } from "./drafts";

type ChangeDraft = { ok: true; place: DraftPlace } | { ok: false; why: "no_such_draft" };

/**
 * Deletes the viewer's draft, which they can restore for a day. `requestKey`: the form that asked, whose late saves are
 * refused.
 */
export const deleteDraft = (db: Db, viewer: Viewer, id: number, now: number, requestKey?: string) =>
  changeOwn(db, viewer, id, async (tx, draft) => {
    if (draft.deleted_at !== null) return;
    await discardDraft(tx, draft, now);
    if (requestKey === undefined) return;
    const ended = { request_key: requestKey, revision: LAST_REVISION };
    await tx.updateTable("draft").set(ended).where("id", "=", id).execute();
  });

/** Higher than any revision a form reaches. */
const LAST_REVISION = 999_999_999;

/** Restores a deleted draft. A draft started in the meantime stays, with the old text below it. */
export const restoreDraft = (db: Db, viewer: Viewer, id: number, now: number) =>
  changeOwn(db, viewer, id, async (tx, draft, place) => {
    if (draft.deleted_at === null) return;
    const begun = await liveDraft(tx, viewer.id, place);
    if (begun) return joinDrafts(tx, draft, begun, now);
    const restored = { deleted_at: null, request_key: null, revision: 0, updated_at: laterThan(draft, now) };
    await tx.updateTable("draft").set(restored).where("id", "=", id).execute();
  });

/** Shares the viewer's draft with agents who can access the task, or stops sharing it. Agents only. */
export function shareDraft(db: Db, viewer: Viewer, id: number, isShared: boolean): Promise<ChangeDraft> {
  const share = async (tx: Tx) => {
    const shared = isShared ? 1 : 0;
    await tx.updateTable("draft").set({ shared }).where("id", "=", id).where("deleted_at", "is", null).execute();
  };
  return changeOwn(db, viewer, id, share, { asAgent: true });
}

/** Changes the viewer's own draft, if they may still write there. `asAgent`: needs agent access. */
async function changeOwn(
  db: Db,
  viewer: Viewer,
  id: number,
  change: (tx: Tx, draft: DraftRow, place: DraftPlace) => Promise<void>,
  { asAgent = false } = {},
): Promise<ChangeDraft> {
  return inTransaction(db, async (tx) => {
    const own = () =>
      tx.selectFrom("draft").selectAll().where("id", "=", id).where("user_id", "=", viewer.id).executeTakeFirst();
    const seen = await own();
    if (!seen) return { ok: false, why: "no_such_draft" };
    const task = seen.task_id === null ? null : await taskToChange(tx, viewer, seen.task_id);
    if (task === undefined || ((asAgent || seen.kind === "note") && !task?.works))
      return { ok: false, why: "no_such_draft" };
    if (task === null) await lockNewTaskDraft(tx, viewer.id);
    const draft = await own(); // read again under the lock
    if (!draft) return { ok: false, why: "no_such_draft" };
    const place = draftPlace(draft);
    await change(tx, draft, place);
    return { ok: true, place };
  });
}

const draftPlace = ({ kind, task_id }: Pick<DraftRow, "kind" | "task_id">): DraftPlace =>
  kind === "task" || task_id === null ? { kind: "task", taskId: null } : { kind, taskId: task_id };

/**
 * Turns a withdrawn text back into a draft, above any text written since. Returns the draft's id, for its files. The caller
 * holds the task lock.
 */
export async function restoreAsDraft(
  tx: Tx,
  userId: number,
  place: DraftPlace,
  withdrawn: { body: string; fields: Record<string, string> },
  now: number,
): Promise<number> {
  const begun = await liveDraft(tx, userId, place);
  if (!begun) {
    const fields = JSON.stringify(withdrawn.fields);
    return (await insertDraft(tx, userId, place, { body: withdrawn.body, fields, base_version: null }, now)).id;
  }
  const body = joinTexts(withdrawn.body, begun.body);
  const fields = joinFields(JSON.parse(begun.fields), withdrawn.fields);
  const joined = { body, fields, request_key: null, revision: 0, updated_at: laterThan(begun, now) };
  await tx.updateTable("draft").set(joined).where("id", "=", begun.id).execute();
  return begun.id;
}

/** Moves all drafts of a merged task. A person with drafts on both tasks gets one draft with both texts. */
export async function moveDrafts(tx: Tx, fromTaskId: number, toTaskId: number, now: number): Promise<void> {
  const drafts = await tx.selectFrom("draft").selectAll().where("task_id", "=", fromTaskId).execute();
  for (const draft of drafts) {
    const place = { kind: draft.kind, taskId: toTaskId } as DraftPlace;
    const there = draft.deleted_at === null ? await liveDraft(tx, draft.user_id, place) : undefined;
    if (there) await joinDrafts(tx, draft, there, now);
    else await tx.updateTable("draft").set({ task_id: toTaskId }).where("id", "=", draft.id).execute();
  }
}

/** Batch size: enough to keep up, small enough not to block others. */
const AT_ONCE = 500;

/** Deletes drafts untouched for 90 days, and those deleted a day ago. Skips locked rows, such as one being restored. */
export async function sweepDrafts(tx: Tx, now: number): Promise<number> {
  const rows = tx
    .selectFrom("draft")
    .select("id")
    .where((eb) =>
      eb.or([eb("updated_at", "<", now - DRAFT_LIMITS.untouchedMs), eb("deleted_at", "<", now - DRAFT_LIMITS.undoMs)]),
    )
    .limit(AT_ONCE);
  const old = await forUpdate(tx, rows, "skip locked").execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const files = await tx.deleteFrom("attachment").where("draft_id", "in", ids).returning("sha256").execute();
  const contents = files.map(({ sha256 }) => sha256);
  await dropFilesAfterwards(tx, contents, now);
  await tx.deleteFrom("draft").where("id", "in", ids).execute();
  return ids.length;
}

/** Drafts that colleagues share on a task the viewer has agent access to. */
export async function readSharedDrafts(db: Db, viewer: Pick<Viewer, "id">, taskId: number) {
  const rows = await sharedWith(db, viewer)
    .innerJoin("user", "user.id", "draft.user_id")
    .select(["draft.id", "draft.kind", "draft.body", "draft.updated_at", "user.name"])
    .where("draft.task_id", "=", taskId)
    .orderBy("draft.updated_at")
    .orderBy("draft.id")
    .execute();
  return rows
    .filter(({ body }) => body.trim() !== "")
    .map(({ id, kind, body, name, updated_at }) => ({ id, kind, body, by: name, updatedAt: updated_at }));
}

export type SharedDraft = Awaited<ReturnType<typeof readSharedDrafts>>[number];

const sharedWith = (db: Db, viewer: Pick<Viewer, "id">) =>
  db
    .selectFrom("draft")
    .where("draft.shared", "=", 1)
    .where("draft.deleted_at", "is", null)
    .where("draft.user_id", "!=", viewer.id);

/** Copies a colleague's shared draft and its files into the viewer's own, above their text. The colleague keeps theirs. */
export async function takeOverDraft(db: Db, viewer: Viewer, id: number, now: number): Promise<ChangeDraft> {
  return inTransaction(db, async (tx) => {
    const shared = () => sharedWith(tx, viewer).selectAll("draft").where("draft.id", "=", id).executeTakeFirst();
    const seen = await shared();
    const task = seen?.task_id ? await taskToChange(tx, viewer, seen.task_id) : undefined;
    const draft = task?.works ? await shared() : undefined; // read again under the lock
    if (!task || !draft || draft.task_id !== task.id) return { ok: false, why: "no_such_draft" };

    const place = draftPlace(draft);
    const fields = JSON.parse(draft.fields) as Record<string, string>;
    const own = await restoreAsDraft(tx, viewer.id, place, { body: draft.body, fields }, now);
    const moved = await copyFiles(tx, "draft_id", id, { task_id: task.id, message_id: null, draft_id: own });
    const { body } = await tx.selectFrom("draft").select("body").where("id", "=", own).executeTakeFirstOrThrow();
    const copy = { body: moved(body) };
    await tx.updateTable("draft").set(copy).where("id", "=", own).execute();
    return { ok: true, place };
  });
}
