import type { Db } from "~/db/types";
import { workableBy } from "~/features/tasks/task-policy.server";
import { TOO_LONG } from "~/features/tasks/task-schema";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { cleanText, codePoints } from "~/lib/text";
import { picturesToPreview } from "../attachments/message-files.server";
import { renderMessage } from "../markdown.server";
import { mentionedIn } from "../mentions/mentions.server";

/** A text as its readers would see it, in safe HTML. `taskId`: the task it is written on; null for a new one. */
export async function previewOf(db: Db, viewer: Viewer, taskId: number | null, typed: string) {
  const text = cleanText(typed);
  if (codePoints(text) > TASK_LIMITS.message) return { ok: false as const, message: TOO_LONG };
  const task = taskId === null ? undefined : await taskToMentionOn(db, viewer, taskId);
  const mentions = task ? await mentionedIn(db, task, text) : [];
  const pictures = await picturesToPreview(db, viewer, text, taskId);
  return { ok: true as const, html: renderMessage(text, { mentions, pictures }).html };
}

/** The task, if the viewer works on it: only then can they mention people. */
const taskToMentionOn = (db: Db, viewer: Viewer, taskId: number) =>
  db
    .selectFrom("task")
    .select(["requester_id", "assignee_id", "confidential", "team_id"])
    .where("task.id", "=", taskId)
    .where(workableBy(viewer))
    .executeTakeFirst();
