import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import type { ShownMessage } from "../messages/message-page.server";
import { EDITABLE_MS } from "./edit-note.server";

export type Correction = {
  /** Earlier versions of a note, oldest first. */
  earlier: { id: number; body: string; until: number }[];
  /** Whether the viewer may edit it. */
  edits: boolean;
  /** Whether the viewer may redact it. */
  redacts: boolean;
};

/** Corrections by message id; messages without any are left out. For agents only: only notes have earlier versions. */
export async function readCorrections(
  db: Db,
  viewer: Viewer,
  task: { id: number; has_edits: 0 | 1 },
  messages: readonly ShownMessage[],
  now: number,
): Promise<Record<number, Correction>> {
  const before = task.has_edits ? await earlierVersions(db, task.id) : {};
  const corrections: Record<number, Correction> = {};
  for (const { id, kind, isMine, isRedacted = false, heldUntil, at } of messages) {
    if (heldUntil !== undefined) continue; // held replies have their own buttons
    const earlier = before[id] ?? [];
    const edits = kind === "internal" && isMine && !isRedacted && now - at <= EDITABLE_MS;
    const redacts = viewer.role === "admin" && !isRedacted;
    if (earlier.length > 0 || edits || redacts) corrections[id] = { earlier, edits, redacts };
  }
  return corrections;
}

async function earlierVersions(db: Db, taskId: number) {
  const edits = await db
    .selectFrom("message_edit")
    .innerJoin("message", "message.id", "message_edit.message_id")
    .select(["message_edit.id", "message_edit.message_id", "message_edit.body", "message_edit.edited_at as until"])
    .where("message.task_id", "=", taskId)
    .where("message.edited_at", "is not", null)
    .orderBy("message_edit.id")
    .limit(MOST_SHOWN)
    .execute();
  const earlier: Record<number, Correction["earlier"]> = {};
  for (const { message_id, ...version } of edits) {
    earlier[message_id] ??= [];
    earlier[message_id].push(version);
  }
  return earlier;
}

/** More than any task edited by people has. Bounds one that a program edits. */
const MOST_SHOWN = 100;
