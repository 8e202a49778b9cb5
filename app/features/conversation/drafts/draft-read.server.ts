import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";
import { filesBy } from "../attachments/read-files.server";
import { DRAFT_LIMITS, type Draft, type DraftKind } from "./draft-place";
import { draftOf } from "./draft-rows.server";

/** Somebody's own drafts on a page, and those they threw away within a day. */
export type OwnDrafts = {
  drafts: Draft[];
  deleted: { id: number; kind: DraftKind; updatedAt: number }[];
};

export const NO_DRAFTS: OwnDrafts = { drafts: [], deleted: [] };

/** One's own drafts on a task one may see; with null those of a task that is not made yet. Notes only with agent access. */
export async function readDrafts(
  db: Db,
  viewer: Pick<Viewer, "id">,
  task: { id: number; works: 0 | 1 } | null,
  now: number,
): Promise<OwnDrafts> {
  let query = db
    .selectFrom("draft")
    .selectAll()
    .where("user_id", "=", viewer.id)
    .where("task_id", task ? "=" : "is", task?.id ?? null)
    .where((eb) => eb.or([eb("deleted_at", "is", null), eb("deleted_at", ">", now - DRAFT_LIMITS.undoMs)]))
    .orderBy("id");
  if (task?.works === 0) query = query.where("kind", "!=", "note");
  const rows = await query.execute();
  const live = rows.filter((row) => row.deleted_at === null);
  const files = await filesBy(
    db,
    "draft_id",
    live.map(({ id }) => id),
  );
  return {
    drafts: live.map((row) => ({ ...draftOf(row), files: files.get(row.id) ?? [] })),
    deleted: rows
      .filter((row) => row.deleted_at !== null)
      .map(({ id, kind, updated_at }) => ({ id, kind, updatedAt: updated_at })),
  };
}
