import type { Db } from "~/db/types";
import type { TaskRow } from "~/features/tasks/task-rows.server";
import { CHECKLIST_LIMITS, TASK_LIMITS } from "~/features/tasks/tasks";
import { duplicateMessages, linksOf } from "./merge-moves.server";
import { RELATION_LIMITS } from "./relations";
import * as say from "./relations-copy";
import { countSubTasks } from "./sub-tasks.server";

type Access = { team_id: number; confidential: 0 | 1 };

/**
 * Why a merge makes the target confidential; null if it doesn't. A merge must not reveal restricted content to all
 * agents.
 *
 * confidential  the source is confidential
 * team          the source belongs to another, members-only team
 */
export async function becomesConfidential(
  db: Db,
  source: Access,
  target: Access,
): Promise<"confidential" | "team" | null> {
  if (target.confidential === 1) return null;
  if (source.confidential === 1) return "confidential";
  if (source.team_id === target.team_id) return null;
  const { visibility } = await db
    .selectFrom("team")
    .select("visibility")
    .where("id", "=", source.team_id)
    .executeTakeFirstOrThrow();
  return visibility === "members" ? "team" : null;
}

type Side = Pick<TaskRow, "id" | "parent_id" | "requester_id">;

/** Why two tasks can't be merged, as a sentence; null if they can. */
export async function mergeError(tx: Db, source: Side, target: Side): Promise<string | null> {
  if (source.id === target.id) return say.cannotMergeIntoItself;
  if (source.parent_id === target.id) return say.isASubTaskOf(source.id, target.id);
  if (target.parent_id === source.id) return say.isASubTaskOf(target.id, source.id);
  const subTasks = await countSubTasks(tx, source.id);
  if (subTasks > 0 && target.parent_id !== null) {
    return say.targetIsASubTask(source.id, target.id);
  }
  const sizes: [(id: number, count: number, most: number) => string, number, number][] = [
    [say.tooManySubTasks, subTasks + (await countSubTasks(tx, target.id)), RELATION_LIMITS.subTasks],
    [say.tooManyTags, await countTags(tx, source.id, target.id), TASK_LIMITS.tags],
    [say.tooManyInCopy, await countInCopy(tx, source, target), TASK_LIMITS.participants],
    [say.tooManyItems, await countItems(tx, source.id, target.id), CHECKLIST_LIMITS.items],
    [say.tooManyFiles, await countFiles(tx, source.id, target.id), TASK_LIMITS.attachments],
    [
      say.tooManyLinks,
      (await linksOf(tx, source.id)).length + (await linksOf(tx, target.id)).length,
      RELATION_LIMITS.links,
    ],
  ];
  for (const [tooMany, count, most] of sizes) if (count > most) return tooMany(target.id, count, most);
  return null;
}

async function countTags(tx: Db, one: number, other: number): Promise<number> {
  const { count } = await tx
    .selectFrom("task_tag")
    .select(({ fn }) => fn.count<number>("tag").distinct().as("count"))
    .where("task_id", "in", [one, other])
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts people in copy of either task, plus the source's requester, who may stay in copy. */
async function countInCopy(tx: Db, source: Side, target: Side): Promise<number> {
  const rows = await tx
    .selectFrom("participant")
    .select("user_id")
    .distinct()
    .where("task_id", "in", [source.id, target.id])
    .execute();
  const people = new Set([...rows.map(({ user_id }) => user_id), source.requester_id]);
  people.delete(target.requester_id);
  return people.size;
}

async function countItems(tx: Db, one: number, other: number): Promise<number> {
  const { count } = await tx
    .selectFrom("checklist_item")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("task_id", "in", [one, other])
    .executeTakeFirstOrThrow();
  return count;
}

/** Leaves out files of messages that the target already has. */
async function countFiles(tx: Db, source: number, target: number): Promise<number> {
  const twice = new Set(await duplicateMessages(tx, source, target));
  const files = tx.selectFrom("attachment").select("message_id").where("task_id", "in", [source, target]);
  return (await files.execute()).filter(({ message_id }) => message_id === null || !twice.has(message_id)).length;
}
