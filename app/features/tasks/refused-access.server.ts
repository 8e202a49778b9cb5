import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import type { Viewer } from "~/features/users/users";
import { limiterPerKey, TooManyWaiting } from "~/lib/concurrency-limit";
import { HOUR_MS } from "~/lib/durations";
import { canSee, canSeeMessage } from "./task-policy";
import { policyTasks } from "./task-policy-data.server";

/** Log entries per person and hour, however many URLs they try. */
export const MOST_REFUSALS = 50;

const TASK = /^\/tasks\/(\d{1,9})(?=\/|$)/;
const FILE = /^\/attachments\/(\d{1,9})(?=\/|$)/;

type Refused = { status: number; path: string; ip: string | null };

/** One at a time per person, so simultaneous requests see each other's entries. */
const inTurn = limiterPerKey<number>(1, MOST_REFUSALS);

/**
 * Logs a request for something off limits: a hidden task, a file the person may not read, or a page that returns 403.
 * Logs each person and target once an hour. Responses never wait for it, or their timing would reveal what exists.
 */
export async function logRefusedAccess(db: Db, viewer: Viewer, refused: Refused, now: number): Promise<void> {
  const asked = askedFor(refused);
  if (!asked) return;
  try {
    await inTurn(viewer.id, () => noteOne(db, viewer, { ...asked, ip: refused.ip }, now));
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error; // the queue already holds an hour's worth of entries
  }
}

/** `task` and `file` come from the URL and may not exist. */
type Asked = { page: string } | { task: number } | { file: number };

function askedFor({ status, path }: Refused): Asked | null {
  if (status === 403) return { page: (path.split("?")[0] ?? "").slice(0, 200) };
  const [task, file] = [TASK.exec(path)?.[1], FILE.exec(path)?.[1]];
  if (task) return { task: Number(task) };
  return file ? { file: Number(file) } : null;
}

async function noteOne(db: Db, viewer: Viewer, asked: Asked & { ip: string | null }, now: number): Promise<void> {
  const taskId = "page" in asked ? null : await hiddenTask(db, viewer, asked);
  if (taskId === null && !("page" in asked)) return;
  const known = await db
    .selectFrom("security_event")
    .select(["kind", "task_id", "details"])
    .where("actor_id", "=", viewer.id)
    .where("at", ">", now - HOUR_MS)
    .where("kind", "=", "access_refused")
    .limit(MOST_REFUSALS)
    .execute();
  const details = "page" in asked ? { Page: asked.page } : {};
  const isKnown = known.some((entry) => entry.task_id === taskId && entry.details === JSON.stringify(details));
  if (isKnown || known.length === MOST_REFUSALS) return;
  await logSecurity(db, { kind: "access_refused", actorId: viewer.id, taskId, ip: asked.ip, details }, now);
}

/**
 * The task, if this person may not see it or may not read the message with the requested file; null otherwise. Merges,
 * trash and spam hide a task from everyone, so they don't count.
 */
async function hiddenTask(db: Db, viewer: Viewer, asked: { task: number } | { file: number }): Promise<number | null> {
  const file = "file" in asked ? await fileAskedFor(db, asked.file) : null;
  const id = "task" in asked ? asked.task : (file?.task_id ?? null);
  const task = id === null ? undefined : (await policyTasks(db, [id])).get(id);
  if (!task) return null;
  const standing = { ...task, merged_into: null, put_away: null };
  const { kind = null, send_after = null } = file ?? {};
  const isVisible = kind ? canSeeMessage(viewer, standing, { kind, send_after }) : canSee(viewer, standing);
  return isVisible ? null : id;
}

/** A file without a message belongs to a draft. */
const fileAskedFor = (db: Db, id: number) =>
  db
    .selectFrom("attachment")
    .leftJoin("message", "message.id", "attachment.message_id")
    .select(["attachment.task_id", "message.kind", "message.send_after"])
    .where("attachment.id", "=", id)
    .executeTakeFirst();
