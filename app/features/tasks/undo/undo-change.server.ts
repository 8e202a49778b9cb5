import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";
import { undoChecklist } from "../checklist/checklist.server";
import { leadsTeam } from "../people/task-people.server";
import { undoParticipants, undoWatchers } from "../people/undo-people.server";
import { lockTasks } from "../relations/moving-rows.server";
import { undoSplit } from "../relations/split.server";
import { undoMerge } from "../relations/undo-merge.server";
import { tasksTied, undoLink, undoParent } from "../relations/undo-relations.server";
import { type TaskRow, taskToChange } from "../task-write.server";
import { taskPutAway, undoPutAway } from "../trash/move-to-trash.server";
import { undoFields } from "./undo-fields.server";
import { whyNotUndo } from "./undo-rules";

/** A change to take back. The viewer may; the task is theirs to work on, and nobody else changes it meanwhile. */
export type ChangeToUndo = { id: number; taskId: number; actorId: number; inverse: string; at: number };

/**
 * What came of it.
 *
 * back  what is now as it was, as a list goes on: "Status", "the link to #7"
 * kept  sentences about what is not, and why: "Priority was changed since and stays High."
 *
 * With nothing in `back` nothing may have been written.
 */
export type UndoResult = { back: string[]; kept: string[] };

/**
 * Takes back what others have not changed since, through the normal rules. It writes its own history with a change set
 * of its own: `recordChangeSet(tx, { …, undoes: change.id }, now)`, of a kind that stands below if it can be undone in turn.
 */
export type Undoer = (tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number) => Promise<UndoResult>;

/** Who takes back which kind of change set. A kind that is not here cannot be undone. */
const UNDOERS: Readonly<Record<string, Undoer>> = {
  answer: undoFields,
  details: undoFields,
  checklist: undoChecklist,
  fields: undoFields,
  participants: undoParticipants,
  watchers: undoWatchers,
  merge: undoMerge,
  split: undoSplit,
  link: undoLink,
  parent: undoParent,
  put_away: undoPutAway,
};

export const UNDOABLE_KINDS = Object.keys(UNDOERS);

/** Whether it is this person's own change from the requester's side: what they answered, or told while that was theirs to do. */
const isOwnAsRequester = (viewer: Viewer, task: Pick<TaskRow, "open">, change: { actor_id: number; kind: string }) =>
  change.actor_id === viewer.id && (change.kind === "answer" || (change.kind === "details" && task.open === 1));

/**
 * no_such_change  none of this task, or one that cannot be undone at all
 * undone          somebody was quicker
 * nothing_left    everything in it was changed since or may not go back: `kept` says so
 */
export type UndoChange =
  | ({ ok: true } & UndoResult)
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "no_such_change" | "undone" | "not_allowed" | "too_late" }
  | { ok: false; why: "nothing_left"; kept: string[] };

/**
 * Takes a change back, once, however often and by however many it is asked. History keeps both. `askedAt` is when it was
 * asked for, where that is a while ago.
 */
export async function undoChange(
  db: Db,
  viewer: Viewer,
  { taskId, changeSetId, askedAt }: { taskId: number; changeSetId: number; askedAt?: number },
  now: number,
): Promise<UndoChange> {
  return inTransaction(db, async (tx) => {
    const asked = tx.selectFrom("change_set").select(["task_id", "inverse"]).where("id", "=", changeSetId);
    const found = await asked.executeTakeFirst();
    if (found) await lockTasks(tx, [taskId, found.task_id, ...tasksTied(JSON.parse(found.inverse))]);
    const task = (await taskToChange(tx, viewer, taskId)) ?? (await taskPutAway(tx, viewer, taskId));
    if (!task) return { ok: false, why: "no_such_task" };
    const change = await tx
      .selectFrom("change_set")
      .select(["id", "task_id", "kind", "inverse", "actor_id", "created_at", "undone_at"])
      .where("id", "=", changeSetId)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb("task_id", "=", taskId),
          // What ties two tasks together can be taken back from either of them.
          exists(
            selectFrom("event")
              .select("event.id")
              .where("event.task_id", "=", taskId)
              .whereRef("event.change_set_id", "=", "change_set.id"),
          ),
        ]),
      )
      .executeTakeFirst();
    if (!("works" in task)) {
      // In the trash nothing else is taken back than that it came there.
      if (change?.kind !== "put_away") return { ok: false, why: "no_such_task" };
    } else if (task.works === 0 && !(change && isOwnAsRequester(viewer, task, change))) {
      return { ok: false, why: "no_such_task" };
    }
    const undo = change && Object.hasOwn(UNDOERS, change.kind) ? UNDOERS[change.kind] : undefined;
    if (!change || !undo) return { ok: false, why: "no_such_change" };
    const why = whyNotUndo({ viewer, leads: await leadsTeam(tx, viewer.id, task.team_id), change }, askedAt ?? now);
    if (why) return { ok: false, why };
    if (change.undone_at !== null) return { ok: false, why: "undone" };

    const { id, inverse, actor_id: actorId, task_id, created_at: at } = change;
    const { back, kept } = await undo(tx, viewer, { id, taskId: task_id, actorId, inverse, at }, now);
    if (back.length === 0) return { ok: false, why: "nothing_left", kept };
    await tx
      .updateTable("change_set")
      .set({ undone_at: now, undone_by: viewer.id })
      .where("id", "=", changeSetId)
      .execute();
    return { ok: true, back, kept };
  });
}
