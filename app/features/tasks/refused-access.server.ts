import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import type { Viewer } from "~/features/users/user-words";
import { HOUR_MS } from "~/lib/durations";
import { turns } from "~/lib/turns";
import { policyTasks } from "./policy-tasks.server";
import { canSee } from "./task-policy";

/** The most entries per person and hour, however many URLs they try. */
export const MOST_REFUSALS = 50;

const TASK = /^\/tasks\/(\d{1,9})(?=\/|$)/;
const FILE = /^\/attachments\/(\d{1,9})(?=\/|$)/;

type Refused = { status: number; path: string; ip: string | null };

/** One at a time, so that each of many simultaneous requests sees the entries of the others. */
const inTurn = turns(1);

/**
 * Logs a request for something off limits: a task that exists but that the person may not see, or a page that answers 403. Logs
 * each person and thing once an hour. Responses never wait for it, or their timing would reveal what exists.
 */
export function noteRefusedAccess(db: Db, viewer: Viewer, refused: Refused, now: number): Promise<void> {
  return inTurn(async () => {
    const thing = await refusedThing(db, viewer, refused);
    if (!thing) return;
    const known = await db
      .selectFrom("security_event")
      .select(["kind", "task_id", "details"])
      .where("actor_id", "=", viewer.id)
      .where("at", ">", now - HOUR_MS)
      .where("kind", "=", "access_refused")
      .limit(MOST_REFUSALS)
      .execute();
    const details = thing.page === undefined ? {} : { Page: thing.page };
    const isKnown = known.some(
      (entry) => entry.task_id === (thing.taskId ?? null) && entry.details === JSON.stringify(details),
    );
    if (isKnown || known.length === MOST_REFUSALS) return;
    const { ip } = refused;
    await logSecurity(
      db,
      { kind: "access_refused", actorId: viewer.id, taskId: thing.taskId ?? null, ip, details },
      now,
    );
  });
}

async function refusedThing(
  db: Db,
  viewer: Viewer,
  { status, path }: Refused,
): Promise<{ taskId?: number; page?: string } | null> {
  const taskId = await taskAskedFor(db, path);
  if (status === 404) return taskId !== null && (await isHidden(db, viewer, taskId)) ? { taskId } : null;
  return status === 403 ? { page: (path.split("?")[0] ?? "").slice(0, 200) } : null;
}

async function taskAskedFor(db: Db, path: string): Promise<number | null> {
  const task = TASK.exec(path)?.[1];
  if (task) return Number(task);
  const file = FILE.exec(path)?.[1];
  if (!file) return null;
  const row = await db.selectFrom("attachment").select("task_id").where("id", "=", Number(file)).executeTakeFirst();
  return row?.task_id ?? null;
}

/** Whether a task exists that this person may not see, apart from being merged, in trash or marked as spam. */
async function isHidden(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const task = (await policyTasks(db, [id])).get(id);
  return task !== undefined && !canSee(viewer, { ...task, merged_into: null, put_away: null });
}
