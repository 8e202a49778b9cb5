import type { Db } from "~/db/types";
import { NO_DRAFTS } from "~/features/conversation/drafts/draft-rows.server";
import type { MessagePlace } from "~/features/conversation/messages/conversation-page-url";
import { workableBy } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { type RequesterTask, readTask } from "./task-read.server";

/** `name`: the requester. The task lacks the requester's private data: drafts and read marks. */
type Preview = { name: string; task: RequesterTask };

/**
 * Reads a task with the requester's access, which an agent may ask for on a task they work on. The viewer stays who they are.
 * Null without agent access.
 */
export async function readAsRequester(
  db: Db,
  viewer: Viewer,
  id: number,
  now: number,
  place: MessagePlace,
): Promise<Preview | null> {
  const requester = await db
    .selectFrom("task")
    .innerJoin("user", "user.id", "task.requester_id")
    .select(["user.id", "user.name", "user.email"])
    .where("task.id", "=", id)
    .where(workableBy(viewer))
    .executeTakeFirst();
  if (!requester) return null;
  const task = await readTask(db, { ...requester, role: "requester" }, id, now, place);
  if (task?.as !== "requester") return null;
  const marks = { newlySeen: null, opensAt: null, seen: "", readers: "" };
  const own = { own: NO_DRAFTS, hasParked: false, muted: false, ...marks };
  return { name: requester.name, task: { ...task, ...own } };
}
