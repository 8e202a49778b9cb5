import type { Db } from "~/db/types";
import type { MessagePlace } from "~/features/conversation/messages/conversation-page-url";
import { readMessages } from "~/features/conversation/messages/message-page.server";
import { putAwayFor } from "~/features/tasks/task-policy.server";
import { typeName } from "~/features/tasks/tasks";
import { isRestricted, leadsItsTeam } from "~/features/tasks/team-access.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { mayUseTrash, TRASH_DAYS } from "./trash";

/** Whether a task is in trash or spam. False if the viewer wouldn't have agent access to it otherwise. */
export async function isPutAway(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  if (!isAgent(viewer)) return false;
  const task = db.selectFrom("task").select("id").where("id", "=", id).where(putAwayFor(viewer));
  return (await task.executeTakeFirst()) !== undefined;
}

/** A task in trash or spam, for its read-only page. Null if the viewer wouldn't have agent access to it otherwise. */
export async function readTrashedTask(db: Db, viewer: Viewer, id: number, place: MessagePlace) {
  const task = await db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .innerJoin("team", "team.id", "task.team_id")
    .select(["task.id", "task.title", "task.type", "task.status", "task.created_at as createdAt"])
    .select(["task.put_away", "task.put_away_at", "task.requester_id", "requester.name as requester"])
    .select([leadsItsTeam(viewer), isRestricted(viewer)])
    .where("task.id", "=", id)
    .where(putAwayFor(viewer))
    .executeTakeFirst();
  if (!task) return null;
  const { put_away, put_away_at, requester_id, requester, leads, restricted, type, ...shown } = task;
  const { messages, older, newer, marked } = await readMessages(db, viewer, { id, works: 1, has_files: 1 }, place);
  const at = put_away_at ?? 0;
  return {
    ...shown,
    typeName: typeName(type),
    requester: { id: requester_id, name: requester },
    kind: put_away === "spam" ? ("spam" as const) : ("trash" as const),
    at,
    by: await findWhoMoved(db, id),
    /** When it is permanently deleted; null for spam, which is kept. */
    until: put_away === "trash" ? at + TRASH_DAYS * DAY_MS : null,
    mayRestore: mayUseTrash(viewer, leads === 1),
    mayDelete: viewer.role === "admin",
    /** Whether an admin is viewing a task that only some agents can see. */
    isRestricted: viewer.role === "admin" && restricted === 1,
    // Held replies were never sent.
    page: { messages: messages.filter(({ heldUntil }) => heldUntil === undefined), older, newer, marked },
  };
}

async function findWhoMoved(db: Db, id: number): Promise<string | null> {
  const event = await db
    .selectFrom("event")
    .innerJoin("user as actor", "actor.id", "event.actor_id")
    .select("actor.name")
    .where("event.task_id", "=", id)
    .where("event.field", "=", "put_away")
    .orderBy("event.at", "desc")
    .orderBy("event.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return event?.name ?? null;
}
