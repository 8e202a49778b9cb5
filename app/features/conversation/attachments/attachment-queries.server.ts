import type { Db } from "~/db/types";
import { shownSize } from "~/features/files/picture.server";
import { putAwayFor, readableBy, visibleTo } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import type { ShownFile } from "./attachments";

export const selectAttachments = (db: Db) =>
  db
    .selectFrom("attachment")
    .leftJoin("file", "file.sha256", "attachment.sha256")
    .select(["attachment.id", "attachment.sha256", "attachment.name", "attachment.size", "attachment.redacted_at"])
    .select(["attachment.message_id", "attachment.draft_id", "file.type", "file.width", "file.height"])
    .orderBy("attachment.id");

type FileRow = Awaited<ReturnType<ReturnType<typeof selectAttachments>["execute"]>>[number];

const shown = (row: FileRow): ShownFile => ({
  id: row.id,
  name: row.name,
  size: row.size,
  picture: shownSize(row),
  redacted: row.redacted_at === null ? undefined : true,
});

/** Files by message or draft id, without entries for ids that have none. The caller checks access to the ids. */
export async function filesBy(
  db: Db,
  column: "message_id" | "draft_id",
  ids: readonly number[],
): Promise<Map<number, ShownFile[]>> {
  const byId = new Map<number, ShownFile[]>();
  if (ids.length === 0) return byId;
  for (const row of await selectAttachments(db).where(`attachment.${column}`, "in", ids).execute()) {
    const id = Number(row[column]);
    byId.set(id, [...(byId.get(id) ?? []), shown(row)]);
  }
  return byId;
}

/**
 * An attachment the viewer may download: on a message they can read, or in their own draft. Null for none. `sha256` null: its
 * content was redacted. `taskId` null: it is in a draft.
 */
export async function readAttachment(db: Db, viewer: Viewer, id: number) {
  const file = await selectAttachments(db)
    .leftJoin("message", "message.id", "attachment.message_id")
    .leftJoin("task", "task.id", "message.task_id")
    .leftJoin("draft", "draft.id", "attachment.draft_id")
    .select("message.task_id")
    .where("attachment.id", "=", id)
    .where((eb) =>
      eb.or([
        eb.and([eb("message.id", "is not", null), visibleTo(viewer), readableBy(viewer)]),
        eb.and([eb("message.id", "is not", null), putAwayFor(viewer)]),
        eb("draft.user_id", "=", viewer.id),
      ]),
    )
    .executeTakeFirst();
  if (!file) return null;
  const { name, sha256, size, type, width, height } = file;
  return { name, sha256, size, type, width, height, taskId: file.task_id };
}
