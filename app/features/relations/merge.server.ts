import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { followMerges } from "~/features/tasks/follow-merges.server";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import { messagesMoved } from "~/features/tasks/subjects.server";
import { lockTasks, type TaskRow } from "~/features/tasks/task-rows.server";
import { statusChange } from "~/features/tasks/task-status";
import { defaultOf } from "~/features/tasks/tasks";
import { recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import {
  linksOf,
  type MovedItem,
  type MovedLink,
  moveChecklist,
  moveLinks,
  moveMessages,
  movePeopleAndTags,
  moveSubTasks,
  subTasksOf,
} from "./merge-moves.server";
import { becomesConfidential, mergeError } from "./merge-rules.server";
import { type MergedDraft, mergeDrafts } from "./merged-drafts.server";
import { type MovedFields, moveFields, takeFields } from "./merged-fields.server";
import { joinedTimes, moveFiles, type PublicTimes } from "./move-rows.server";
import { linkFrom, numberText } from "./relations";
import * as say from "./relations-copy";
import { lockTaskPair, type NoSuchTask, noSuchNumber, noSuchTask, type Wrong, wrong } from "./task-pair.server";

/**
 * version, intoVersion  versions of the two tasks when the merge page was loaded
 * keepsRequester        the source's requester stays in the conversation, in copy
 */
export type Merge = { source: number; into: number; version: number; intoVersion: number; keepsRequester: boolean };

/** `changed`: one of the two tasks changed after the merge page was loaded. */
type MergeTasks = { ok: true; changeSetId: number } | NoSuchTask | Wrong | { ok: false; why: "changed" };

/** Data to undo a merge: the previous state of both tasks and what moved to the target. */
export type MergeInverse = {
  source: number;
  was: Pick<TaskRow, "status" | "open" | "resolved_at" | "closed_at" | "reopen_count" | "snoozed_until" | "snooze_day">;
  target: PublicTimes & Pick<TaskRow, "confidential">;
  messages: number[];
  /** Tags and people that moved. Those the target also had stayed behind. */
  tags: string[];
  participants: number[];
  /** The source's requester, if the merge put them in copy. */
  requester: number | null;
  watchers: number[];
  checklist: MovedItem[];
  fields: MovedFields;
  subTasks: number[];
  links: MovedLink[];
  drafts: MergedDraft[];
  /** Whether the merge made the target confidential. Older merges lack this, and the source decides. */
  closed?: boolean;
  /** The change set of the fields that the merge gave the target; absent or null if it gave none. */
  fieldsSet?: number | null;
};

/**
 * Merges one task into another: its content moves to the target and its number redirects there. Needs agent access to both.
 * Nothing changes if the target can't hold everything.
 */
export async function mergeTasks(db: Db, viewer: Viewer, merge: Merge, now: number): Promise<MergeTasks> {
  return inTransaction(db, async (tx) => {
    const around = await tasksAround(tx, merge.source);
    await lockTasks(tx, [merge.source, merge.into, ...around.subTasks, ...around.linked]);
    const { links, subTasks } = await tasksAround(tx, merge.source); // again, now that the rows are locked
    const [source, target] = await lockTaskPair(tx, viewer, merge.source, merge.into);
    if (!source) return noSuchTask;
    if (!target) return noSuchTarget(tx, viewer, merge.into);
    const reason = await mergeError(tx, source, target);
    if (reason) return wrong(reason);
    if (source.version !== merge.version || target.version !== merge.intoVersion) return { ok: false, why: "changed" };

    const closes = (await becomesConfidential(tx, source, target)) !== null;
    const way = { from: source.id, to: target.id };
    const inverse: MergeInverse = {
      source: source.id,
      was: pick(source),
      target: { ...timesOf(target), confidential: target.confidential },
      messages: await moveMessages(tx, way),
      ...(await movePeopleAndTags(tx, source, target, merge.keepsRequester, now)),
      checklist: await moveChecklist(tx, way),
      fields: await moveFields(tx, way),
      subTasks: await moveSubTasks(tx, viewer, subTasks, way, now),
      links: await moveLinks(tx, links, way),
      drafts: await mergeDrafts(tx, way, now),
      closed: closes,
    };
    await moveFiles(tx, way);
    await messagesMoved(tx, way);
    await tx.deleteFrom("presence").where("task_id", "=", source.id).execute();
    await planWakeUp(tx, source.id, null, now);

    await tx
      .updateTable("task")
      .set({
        ...statusChange(source, defaultOf("closed"), now),
        merged_into: target.id,
        updated_at: now,
        version: source.version + 1,
      })
      .where("id", "=", source.id)
      .execute();
    const confidential = closes ? 1 : target.confidential;
    const version = target.version + 1;
    const joined: TaskRow = { ...target, ...joinedTimes(target, source), confidential, version };
    await tx
      .updateTable("task")
      .set({ ...timesOf(joined), confidential, updated_at: now, version })
      .where("id", "=", target.id)
      .execute();
    inverse.fieldsSet = await takeFields(tx, viewer, source, joined, now);
    const change = { taskId: target.id, actorId: viewer.id, kind: "merge", inverse };
    const changeSetId = await recordChangeSet(tx, change, now);
    const told = { actorId: viewer.id, kind: "changed" as const, field: "merged" as const, changeSetId, at: now };
    await recordEvents(tx, [
      { ...told, taskId: target.id, from: null, to: numberText(source.id) },
      { ...told, taskId: source.id, from: numberText(target.id), to: null },
    ]);
    await reindexTasks(tx, [source.id, target.id]);
    return { ok: true, changeSetId };
  });
}

async function tasksAround(tx: Tx, id: number) {
  const links = await linksOf(tx, id);
  return { links, linked: links.map((link) => linkFrom(id, link).other), subTasks: await subTasksOf(tx, id) };
}

const pick = (task: TaskRow): MergeInverse["was"] => {
  const { status, open, resolved_at, closed_at, reopen_count, snoozed_until, snooze_day } = task;
  return { status, open, resolved_at, closed_at, reopen_count, snoozed_until, snooze_day };
};

const timesOf = (task: TaskRow): PublicTimes => {
  const { first_responded_at, last_public_at, last_requester_at, last_agent_at } = task;
  return { first_responded_at, last_public_at, last_requester_at, last_agent_at };
};

/** Why there is no such target. Names the task it was merged into itself, if the viewer may see that. */
async function noSuchTarget(tx: Tx, viewer: Viewer, number: number): Promise<Wrong> {
  const today = (await followMerges(tx, viewer, [number])).get(number);
  if (today === undefined || today === number) return noSuchNumber(number);
  return wrong(say.alreadyMerged(number, today));
}
