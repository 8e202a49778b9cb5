import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import { type ChangeToUndo, messagesMoved, nothingUndone, type UndoResult } from "~/features/tasks/subjects.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import { statusOf } from "~/features/tasks/tasks";
import { recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { deleteLink } from "./links.server";
import type { MergeInverse } from "./merge.server";
import { moveSubTasks } from "./merge-moves.server";
import { unmergeDrafts } from "./merged-drafts.server";
import { moveFieldsBack, undoTakenFields } from "./merged-fields.server";
import {
  type Collection,
  inParts,
  joinedTimes,
  membersOf,
  moveFiles,
  moveMembers,
  timesSince,
  type Way,
} from "./move-rows.server";
import { numberText } from "./relations";
import * as say from "./relations-copy";

/**
 * Undoes a merge. Everything that came from the source moves back to it. Later additions stay on the target, and later
 * removals stay removed.
 */
export async function undoMerge(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const inverse = await withMergedPeople(tx, JSON.parse(change.inverse) as MergeInverse);
  const target = await taskToChange(tx, viewer, change.taskId);
  const source = await mergedTask(tx, inverse.source, change.taskId);
  if (!target || !source) return nothingUndone(say.noLongerMerged(inverse.source));
  const mergedAt = change.at;
  const way = { from: target.id, to: source.id };
  const kept: string[] = [];
  await moveMessagesBack(tx, inverse.messages, way);
  kept.push(...(await moveMembersBack(tx, inverse, way)));
  kept.push(...(await moveChecklistBack(tx, inverse.checklist, way)));
  kept.push(...(await moveFieldsBack(tx, inverse.fields, way)));
  await moveSubTasks(tx, viewer, inverse.subTasks, way, now);
  kept.push(...(await moveLinksBack(tx, inverse.links)));
  const draftsLeft = await unmergeDrafts(tx, inverse.drafts, way, now);
  if (draftsLeft > 0) kept.push(say.changedDraftsStay);
  await moveFiles(tx, way);
  await messagesMoved(tx, way);
  if (await isStatusFromMovedReply(tx, way, target.status, mergedAt)) {
    kept.push(say.statusStaysForReply(numberText(target.id), statusOf(target.status).name));
  }

  const [saidHere, saidThere] = [await timesSince(tx, target.id, mergedAt), await timesSince(tx, source.id, mergedAt)];
  // Messages written since were for the few who had access: undo must not show them to all agents.
  const { closed = inverse.target.confidential === 0 && source.confidential === 1 } = inverse;
  const opens = closed && target.confidential === 1;
  const stays = opens && (await wasWrittenOn(tx, target.id, mergedAt));
  if (stays) kept.push(say.staysConfidential);
  await tx
    .updateTable("task")
    .set({
      ...joinedTimes(inverse.target, saidHere),
      ...(opens && !stays && { confidential: 0 }),
      updated_at: now,
      version: target.version + 1,
    })
    .where("id", "=", target.id)
    .execute();
  const parent = await parentOf(tx, source);
  if (parent !== source.parent_id) kept.push(say.noLongerASubTask(source.id));
  await tx
    .updateTable("task")
    .set({
      ...inverse.was,
      ...joinedTimes(source, saidThere),
      parent_id: parent,
      merged_into: null,
      updated_at: now,
      version: source.version + 1,
    })
    .where("id", "=", source.id)
    .execute();
  if (inverse.was.snoozed_until !== null && statusOf(inverse.was.status).category === "waiting") {
    await planWakeUp(tx, source.id, inverse.was.snoozed_until, now);
  }

  if (inverse.fieldsSet) kept.push(...(await undoTakenFields(tx, viewer, inverse.fieldsSet, now)));

  const undone = { taskId: target.id, actorId: viewer.id, kind: "unmerge", inverse: null, undoes: change.id };
  const changeSetId = await recordChangeSet(tx, undone, now);
  const event = { actorId: viewer.id, kind: "changed" as const, field: "unmerged" as const, changeSetId, at: now };
  await recordEvents(tx, [
    { ...event, taskId: target.id, from: null, to: numberText(source.id) },
    { ...event, taskId: source.id, from: numberText(target.id), to: null },
  ]);
  await reindexTasks(tx, [source.id, target.id]);
  return { back: [say.theMergeOf(numberText(source.id))], kept };
}

/** Replaces people merged since with those they were merged into. Their rows changed, but the stored inverse didn't. */
async function withMergedPeople(tx: Tx, inverse: MergeInverse): Promise<MergeInverse> {
  const rows = await tx.selectFrom("user").select(["id", "merged_into"]).where("merged_into", "is not", null).execute();
  const merged = new Map(rows.map(({ id, merged_into }) => [id, merged_into]));
  const today = (id: number) => merged.get(id) ?? id;
  const all = (ids: readonly number[]) => [...new Set(ids.map(today))];
  const ofPeople = await tx.selectFrom("custom_field").select("key").where("kind", "=", "user").execute();
  const isOfPerson = new Set(ofPeople.map(({ key }) => key));
  return {
    ...inverse,
    participants: all(inverse.participants),
    watchers: all(inverse.watchers),
    requester: inverse.requester === null ? null : today(inverse.requester),
    fields: inverse.fields.map(({ key, value }) => ({
      key,
      value: isOfPerson.has(key) ? String(today(Number(value))) : value,
    })),
  };
}

const mergedTask = (tx: Tx, id: number, into: number) =>
  tx.selectFrom("task").selectAll().where("id", "=", id).where("merged_into", "=", into).executeTakeFirst();

const moveMessagesBack = (tx: Tx, ids: readonly number[], { from, to }: Way) =>
  inParts(ids, (part) =>
    tx.updateTable("message").set({ task_id: to }).where("id", "in", part).where("task_id", "=", from).execute(),
  );

async function moveMembersBack(tx: Tx, inverse: MergeInverse, way: Way): Promise<string[]> {
  const kept: string[] = [];
  const still = async (table: Collection, brought: readonly unknown[]) => {
    const there = (await membersOf(tx, table, way.from)).filter((member) => brought.includes(member));
    await moveMembers(tx, table, there, way);
    return brought.length - there.length;
  };
  const gone = await still("task_tag", inverse.tags);
  if (gone > 0) kept.push(gone === 1 ? say.removedTagStays : say.removedTagsStay(gone));
  if ((await still("participant", inverse.participants)) > 0) kept.push(say.removedFromCopyStay);
  await still("watcher", inverse.watchers);
  if (inverse.requester !== null) {
    await tx
      .deleteFrom("participant")
      .where("task_id", "=", way.from)
      .where("user_id", "=", inverse.requester)
      .execute();
  }
  return kept;
}

async function moveChecklistBack(tx: Tx, items: MergeInverse["checklist"], { from, to }: Way): Promise<string[]> {
  let gone = 0;
  for (const { id, position } of items) {
    const moved = await tx
      .updateTable("checklist_item")
      .set({ task_id: to, position })
      .where("id", "=", id)
      .where("task_id", "=", from)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) gone++;
  }
  return gone > 0 ? [say.removedItemsStay] : [];
}

/** Links that the target already had or couldn't have didn't move, so they simply come back. */
async function moveLinksBack(tx: Tx, links: MergeInverse["links"]): Promise<string[]> {
  let gone = 0;
  for (const { was, now } of links) {
    if (now === null || (await deleteLink(tx, now))) {
      await tx
        .insertInto("task_link")
        .values(was)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else gone++;
  }
  return gone > 0 ? [say.removedLinksStay] : [];
}

/** Whether the target's status comes from a reply sent after the merge that has just moved back to the source. */
async function isStatusFromMovedReply(tx: Tx, { from, to }: Way, status: string, since: number): Promise<boolean> {
  const reply = await tx
    .selectFrom("event as reply")
    .innerJoin("message", "message.id", "reply.message_id")
    .innerJoin("event as move", (join) =>
      join
        .onRef("move.task_id", "=", "reply.task_id")
        .onRef("move.at", "=", "reply.at")
        .onRef("move.actor_id", "=", "reply.actor_id"),
    )
    .select("reply.id")
    .where("reply.task_id", "=", from)
    .where("reply.kind", "=", "replied")
    .where("reply.at", ">=", since)
    .where("message.task_id", "=", to)
    .where("move.field", "=", "status")
    .where("move.new_value", "=", statusOf(status).name)
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined;
}

async function wasWrittenOn(tx: Tx, taskId: number, since: number): Promise<boolean> {
  const written = tx.selectFrom("message").select("id").where("task_id", "=", taskId).where("created_at", ">", since);
  return (await written.limit(1).executeTakeFirst()) !== undefined;
}

/** The parent to restore; null if it was merged or became a sub-task itself. */
async function parentOf(tx: Tx, { parent_id }: Pick<TaskRow, "parent_id">): Promise<number | null> {
  if (parent_id === null) return null;
  const parent = await tx
    .selectFrom("task")
    .select("id")
    .where("id", "=", parent_id)
    .where("parent_id", "is", null)
    .where("merged_into", "is", null)
    .executeTakeFirst();
  return parent?.id ?? null;
}
