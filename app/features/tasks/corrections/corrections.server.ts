import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";

/** What an agent's page needs to know about correcting the messages on it. */
export type Corrections = {
  /** What notes said before they were changed, oldest first, by the id of the note. */
  earlier: Record<number, { id: number; body: string; until: number }[]>;
  /** Whether the viewer may redact. */
  redacts: boolean;
};

/** For those with agent access alone: only notes have earlier versions. */
export async function readCorrections(
  db: Db,
  viewer: Viewer,
  task: { id: number; has_edits: 0 | 1 },
): Promise<Corrections> {
  const redacts = viewer.role === "admin";
  if (!task.has_edits) return { earlier: {}, redacts };
  const edits = await db
    .selectFrom("message_edit")
    .innerJoin("message", "message.id", "message_edit.message_id")
    .select(["message_edit.id", "message_edit.message_id", "message_edit.body", "message_edit.edited_at as until"])
    .where("message.task_id", "=", task.id)
    .where("message.edited_at", "is not", null)
    .orderBy("message_edit.id")
    .limit(MOST_SHOWN)
    .execute();
  const earlier: Corrections["earlier"] = {};
  for (const { message_id, ...version } of edits) {
    earlier[message_id] ??= [];
    earlier[message_id].push(version);
  }
  return { earlier, redacts };
}

/** Enough for any task that people work on; a bound for one that a program does. */
const MOST_SHOWN = 100;
