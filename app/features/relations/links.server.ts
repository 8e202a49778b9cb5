import { sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type TaskRow, touchTask } from "~/features/tasks/task-rows.server";
import { recordChangeSet } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { type LinkView, linkFrom, linkWords, RELATION_LIMITS, type StoredLink, storedLink } from "./relations";
import * as say from "./relations-copy";
import {
  lockTaskPair,
  type NoSuchTask,
  noSuchNumber,
  noSuchTask,
  recordRelation,
  type Wrong,
  wrong,
} from "./task-pair.server";

export type Link = { view: LinkView; other: number };
/** `changeSetId` null: no-op. */
type ChangeLink = { ok: true; changeSetId: number | null } | NoSuchTask | Wrong;

/** Links two tasks and records it on both. Needs agent access to both. Adding an existing link is a no-op. */
export async function addLink(db: Db, viewer: Viewer, taskId: number, link: Link, now: number): Promise<ChangeLink> {
  return inTransaction(db, async (tx) => {
    const [task, other] = await lockTaskPair(tx, viewer, taskId, link.other);
    if (!task) return noSuchTask;
    if (!other) return noSuchNumber(link.other);
    if (task.id === other.id) return wrong(say.cannotLinkToItself);
    const stored = storedLink(taskId, link.view, link.other);
    if (await isLinked(tx, stored)) return { ok: true, changeSetId: null };
    const reason = await linkError(tx, stored);
    if (reason) return wrong(reason);

    await insertLink(tx, stored, now);
    return {
      ok: true,
      changeSetId: await recordLink(tx, viewer, [task, other], stored, { taskId, begins: true }, now),
    };
  });
}

/** Removes a link and records it on both tasks. No-op if another request removed it first. */
export async function removeLink(db: Db, viewer: Viewer, taskId: number, link: Link, now: number): Promise<ChangeLink> {
  return inTransaction(db, async (tx) => {
    const [task, other] = await lockTaskPair(tx, viewer, taskId, link.other);
    if (!task) return noSuchTask;
    if (!other) return noSuchNumber(link.other);
    const stored = storedLink(taskId, link.view, link.other);
    if (!(await deleteLink(tx, stored))) return { ok: true, changeSetId: null };
    return {
      ok: true,
      changeSetId: await recordLink(tx, viewer, [task, other], stored, { taskId, begins: false }, now),
    };
  });
}

export const insertLink = (tx: Tx, link: StoredLink, at: number) =>
  tx
    .insertInto("task_link")
    .values({ ...link, created_at: at })
    .execute();

/** Returns false if there is no such link. */
export async function deleteLink(tx: Tx, { task_id, kind, other_id }: StoredLink): Promise<boolean> {
  const gone = await tx
    .deleteFrom("task_link")
    .where("task_id", "=", task_id)
    .where("kind", "=", kind)
    .where("other_id", "=", other_id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

async function isLinked(tx: Tx, { task_id, kind, other_id }: StoredLink): Promise<boolean> {
  const link = await tx
    .selectFrom("task_link")
    .select("kind")
    .where("task_id", "=", task_id)
    .where("kind", "=", kind)
    .where("other_id", "=", other_id)
    .executeTakeFirst();
  return link !== undefined;
}

/** Why a link can't be added, as a sentence; null if it can. */
export async function linkError(tx: Tx, link: StoredLink): Promise<string | null> {
  const { task_id, kind, other_id } = link;
  if (await isLinked(tx, link)) return say.alreadyLinked;
  if (kind !== "relates" && (await leadsTo(tx, kind, other_id, task_id))) {
    return say.wouldCreateALoop(other_id, linkWords(kind), task_id);
  }
  for (const end of [task_id, other_id]) {
    const { links } = await tx
      .selectFrom("task_link")
      .select(({ fn }) => fn.countAll<number>().as("links"))
      .where((eb) => eb.or([eb("task_id", "=", end), eb("other_id", "=", end)]))
      .executeTakeFirstOrThrow();
    if (links >= RELATION_LIMITS.links) return say.linkLimitReached(end, RELATION_LIMITS.links);
  }
  return null;
}

/** Whether links of one kind lead from one task to another, directly or through others. */
async function leadsTo(tx: Tx, kind: StoredLink["kind"], from: number, to: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive reached(id) as (
      select cast(${from} as integer)
      union
      select task_link.other_id from task_link join reached on task_link.task_id = reached.id where task_link.kind = ${kind}
    )
    select id from reached where id = ${to}
  `.execute(tx);
  return rows.length > 0;
}

/** The data to undo a change of links. */
export type LinkInverse = { remove: StoredLink } | { add: StoredLink };

/** Records in both histories that a link was added or removed. Returns the change set of task `taskId` that undoes it. */
export async function recordLink(
  tx: Tx,
  viewer: Viewer,
  tasks: readonly Pick<TaskRow, "id" | "version">[],
  link: StoredLink,
  { begins, ...change }: { taskId: number; begins: boolean; undoes?: number },
  now: number,
): Promise<number> {
  const inverse: LinkInverse = begins ? { remove: link } : { add: link };
  const changeSetId = await recordChangeSet(tx, { ...change, actorId: viewer.id, kind: "link", inverse }, now);
  const side = (taskId: number) => {
    const { view, other } = linkFrom(taskId, link);
    return { taskId, field: view, other };
  };
  await recordRelation(tx, viewer, [side(link.task_id), side(link.other_id)], { begins, changeSetId }, now);
  for (const task of tasks) await touchTask(tx, task, now);
  return changeSetId;
}
