import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { taskToChange } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/user-words";
import { copyFiles } from "../attachments/copied-files.server";
import { draftPlace, putBackAsDraft } from "./draft-changes.server";
import type { DraftPlace } from "./draft-place";

/** What colleagues let the viewer read of their drafts on a task, which the viewer has agent access to. */
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

export type TakeOverDraft = { ok: true; place: DraftPlace } | { ok: false; why: "no_such_draft" };

/** Copies a colleague's shared draft with its files into one's own, above what one has begun. The colleague keeps theirs. */
export async function takeOverDraft(db: Db, viewer: Viewer, id: number, now: number): Promise<TakeOverDraft> {
  return inTransaction(db, async (tx) => {
    const shared = () => sharedWith(tx, viewer).selectAll("draft").where("draft.id", "=", id).executeTakeFirst();
    const seen = await shared();
    const task = seen?.task_id ? await taskToChange(tx, viewer, seen.task_id) : undefined;
    const draft = task?.works ? await shared() : undefined; // as it is now that nobody else changes it
    if (!task || !draft || draft.task_id !== task.id) return { ok: false, why: "no_such_draft" };

    const place = draftPlace(draft);
    const fields = JSON.parse(draft.fields) as Record<string, string>;
    const own = await putBackAsDraft(tx, viewer.id, place, { body: draft.body, fields }, now);
    const moved = await copyFiles(tx, "draft_id", id, { task_id: task.id, message_id: null, draft_id: own });
    const { body } = await tx.selectFrom("draft").select("body").where("id", "=", own).executeTakeFirstOrThrow();
    await tx
      .updateTable("draft")
      .set({ body: moved(body) })
      .where("id", "=", own)
      .execute();
    return { ok: true, place };
  });
}
