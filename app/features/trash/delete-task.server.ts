import { forUpdate } from "~/db/locks.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planClearing } from "~/features/conversation/corrections/redact-message.server";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import { cancelJob } from "~/features/jobs/job-queue.server";
import { inParts } from "~/features/relations/move-rows.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { withMerged } from "~/features/tasks/follow-merges.server";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import { trashedTaskToChange } from "~/features/tasks/task-rows.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { TRASH_DAYS } from "./trash";

type DeleteTask = { ok: true } | { ok: false; why: "not_allowed" | "no_such_task" };

/**
 * Permanently deletes a task in trash or spam and all tasks merged into it: messages, files, drafts and search entries. The
 * empty row stays, so that its number is never reused, with one event. Admins only.
 */
export async function deleteTask(db: Db, viewer: Viewer, taskId: number, now: number): Promise<DeleteTask> {
  if (viewer.role !== "admin") return { ok: false, why: "not_allowed" };
  return inTransaction(db, async (tx) => {
    if (!(await trashedTaskToChange(tx, viewer, taskId))) return { ok: false, why: "no_such_task" };
    await deleteForGood(tx, taskId, viewer.id, now);
    return { ok: true };
  });
}

/** Tasks deleted in one transaction, kept few so that it doesn't block others for long. */
const BATCH = 5;

/** Permanently deletes a batch of tasks that have been in the trash long enough. Returns whether there may be more. */
export async function emptyTrash(tx: Tx, now: number): Promise<boolean> {
  const due = tx
    .selectFrom("task")
    .select("id")
    .where("put_away", "=", "trash")
    .where("put_away_at", "<=", now - TRASH_DAYS * DAY_MS)
    .orderBy("put_away_at")
    .orderBy("id")
    .limit(BATCH);
  const old = await forUpdate(tx, due, "skip locked").execute(); // skips tasks being restored
  for (const { id } of old) await deleteForGood(tx, id, null, now);
  return old.length === BATCH;
}

/** Permanently deletes a task and all tasks merged into it. The caller has locked it and decided. */
export async function deleteForGood(tx: Tx, taskId: number, actorId: number | null, now: number): Promise<void> {
  const tasks = await withMerged(tx, taskId);
  await deleteRelations(tx, tasks);
  await deleteMail(tx, tasks, now);
  await deleteMessages(tx, tasks, now);
  await tx
    .updateTable("task")
    .set({ title: "", put_away: "deleted", put_away_at: now, open: 0, assignee_id: null, organization_id: null })
    .set({ external_key: null, due_at: null, snoozed_until: null, snooze_day: null, created_by: null })
    .set({ rating: null, rating_comment: null, rated_at: null, rated_by: null, parent_id: null, merged_into: null })
    .set((eb) => ({ updated_at: now, version: eb("version", "+", 1) }))
    .where("id", "in", tasks)
    .execute();
  const by = { actorId, via: actorId === null ? "system" : "web", at: now } as const;
  const event = { kind: "changed", field: "put_away", from: null, to: "deleted" } as const;
  await recordEvents(
    tx,
    tasks.map((id) => ({ taskId: id, ...by, ...event })),
  );
  await reindexTasks(tx, tasks);
  await planClearing(tx, now);
  await logSecurity(tx, { kind: "task_deleted", actorId, taskId }, now);
}

/** Deletes relations to other tasks and people, planned waking and parked forms. */
async function deleteRelations(tx: Tx, tasks: readonly number[]): Promise<void> {
  await tx.updateTable("task").set({ parent_id: null }).where("parent_id", "in", tasks).execute();
  await tx
    .deleteFrom("task_link")
    .where((eb) => eb.or([eb("task_id", "in", tasks), eb("other_id", "in", tasks)]))
    .execute();
  for (const table of ["task_tag", "task_field", "participant", "watcher", "checklist_item"] as const) {
    await tx.deleteFrom(table).where("task_id", "in", tasks).execute();
  }
  for (const table of ["presence", "task_seen", "task_mute", "notification"] as const) {
    await tx.deleteFrom(table).where("task_id", "in", tasks).execute();
  }
  for (const id of tasks) {
    await planWakeUp(tx, id, null, 0);
    for (const rest of ["/%", "?%"])
      await tx.deleteFrom("parked_form").where("address", "like", `/tasks/${id}${rest}`).execute();
    await tx.deleteFrom("parked_form").where("address", "=", `/tasks/${id}`).execute();
  }
}

/** Deletes sent mail and the sources of received mail, including duplicates. */
async function deleteMail(tx: Tx, tasks: readonly number[], now: number): Promise<void> {
  const own = tx.selectFrom("inbound_mail as own").select("own.id").where("own.task_id", "in", tasks);
  const received = await tx
    .selectFrom("inbound_mail")
    .select(["id", "sha256"])
    .where((eb) => eb.or([eb("task_id", "in", tasks), eb("same_as", "in", own)]))
    .execute();
  await inParts(
    received.map(({ id }) => id),
    async (some) => {
      await tx.updateTable("inbound_mail").set({ sha256: null, subject: "" }).where("id", "in", some).execute();
    },
  );
  await tx.deleteFrom("outgoing_mail").where("task_id", "in", tasks).execute();
  await tx.deleteFrom("mail_id").where("task_id", "in", tasks).execute();
  await dropFilesAfterwards(
    tx,
    received.map(({ sha256 }) => sha256),
    now,
  );
}

/** Deletes messages and drafts with their files, and the history with its undo data. */
async function deleteMessages(tx: Tx, tasks: readonly number[], now: number): Promise<void> {
  const messages = await idsOf(tx, "message", tasks);
  const drafts = await idsOf(tx, "draft", tasks);
  const files: (string | null)[] = [];
  const deleteFiles = (column: "message_id" | "draft_id") => async (some: number[]) => {
    const rows = await tx.selectFrom("attachment").select("sha256").where(column, "in", some).execute();
    files.push(...rows.map(({ sha256 }) => sha256));
    await tx.deleteFrom("attachment").where(column, "in", some).execute();
  };
  await inParts(messages, deleteFiles("message_id"));
  await inParts(drafts, deleteFiles("draft_id"));

  await tx.deleteFrom("event").where("task_id", "in", tasks).execute();
  const changes = await idsOf(tx, "change_set", tasks);
  await inParts(changes, async (some) => {
    await tx.updateTable("event").set({ change_set_id: null }).where("change_set_id", "in", some).execute();
    await tx.updateTable("change_set").set({ undoes: null }).where("undoes", "in", some).execute();
    await tx.updateTable("bulk_task").set({ change_set_id: null }).where("change_set_id", "in", some).execute();
  });
  await tx.deleteFrom("change_set").where("task_id", "in", tasks).execute();

  await inParts(messages, async (some) => {
    for (const id of some) await cancelJob(tx, `send:${id}`);
    await tx.updateTable("event").set({ message_id: null }).where("message_id", "in", some).execute();
    await tx.updateTable("message").set({ copy_of: null }).where("copy_of", "in", some).execute();
    await tx.deleteFrom("message_edit").where("message_id", "in", some).execute();
    await tx.deleteFrom("message").where("id", "in", some).execute();
  });
  await tx.deleteFrom("draft").where("task_id", "in", tasks).execute();
  await dropFilesAfterwards(tx, files, now);
}

async function idsOf(tx: Tx, table: "message" | "draft" | "change_set", tasks: readonly number[]): Promise<number[]> {
  const rows = await tx.selectFrom(table).select("id").where("task_id", "in", tasks).execute();
  return rows.map(({ id }) => id);
}
