import type { Db } from "~/db/types";
import type { Seen } from "~/features/tasks/subjects.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";

/* Changes to notifications after they were made: read, moved to another task, deleted once old. */

/** Marks as read, up to a time: one of the viewer's notifications, those about one task, or all. */
export async function markRead(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { id, task, until }: { id?: number; task?: number; until: number },
  now: number,
): Promise<void> {
  let theirs = db
    .updateTable("notification")
    .set({ read_at: now })
    .where("user_id", "=", viewer.id)
    .where("read_at", "is", null)
    .where("at", "<=", until);
  if (id !== undefined) theirs = theirs.where("id", "=", id);
  if (task !== undefined) theirs = theirs.where("task_id", "=", task).where("tasks", "=", 1);
  await theirs.execute();
}

/** Marks notifications of seen tasks as read (domain B9, rule 5). `until`: how far the person has seen them. */
export async function clearSeen(db: Db, { userId, tasks, until }: Seen, now: number): Promise<void> {
  await db
    .updateTable("notification")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where("task_id", "in", tasks)
    .where("tasks", "=", 1)
    .where("at", "<=", until)
    .execute();
}

/** Moves notifications to the task their messages have moved to. */
export async function moveWithMessages(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await db
    .updateTable("notification")
    .set({ task_id: to })
    .where("task_id", "=", from)
    .where("message_id", "in", (eb) => eb.selectFrom("message").select("message.id").where("message.task_id", "=", to))
    .execute();
}

const KEPT_MS = 90 * DAY_MS;
const SWEPT_AT_ONCE = 1_000;

/** Deletes a batch of old notifications. Returns whether there may be more. */
export async function sweepNotifications(db: Db, now: number): Promise<boolean> {
  const old = db
    .selectFrom("notification")
    .select("id")
    .where("at", "<", now - KEPT_MS)
    .orderBy("at")
    .limit(SWEPT_AT_ONCE);
  const { numDeletedRows } = await db.deleteFrom("notification").where("id", "in", old).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(SWEPT_AT_ONCE);
}
