import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planJob } from "~/features/jobs/job-queue.server";
import { assigneeError } from "~/features/tasks/access.server";
import { applyFields, currentFields } from "~/features/tasks/apply-fields.server";
import { asOneBatch } from "~/features/tasks/event-batches.server";
import { assignableName, taskToChange } from "~/features/tasks/task-rows.server";
import { type Refused, setUserState } from "~/features/users/user-changes.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import type { Disabled } from "./disable-account-result";

/** Up to this many tasks are reassigned together with the account; more follow in background batches. */
export const MOST_AT_ONCE = 500;
const PORTION = 100;

type DisableAccount = ({ ok: true } & Disabled) | Refused | { ok: false; why: "no_such_heir" | "heir_needed" };

/**
 * Disables an account and assigns its open tasks to `heir`, or leaves them unassigned (null). With undefined it must have none.
 * Tasks the heir can't access become unassigned. Finished tasks stay theirs.
 */
export async function disableAccount(
  db: Db,
  viewer: Viewer,
  { id, heir }: { id: number; heir: number | null | undefined },
  now: number,
): Promise<DisableAccount> {
  return inTransaction<DisableAccount>(db, async (tx) => {
    // Without permission, setUserState refuses below, and nothing leaks about who works here.
    const asks = mayManageAccounts(viewer);
    // Lock tasks before people, like every task change, to avoid deadlocks.
    const tasks = asks ? await openTasksOf(tx, id, MOST_AT_ONCE + 1) : [];
    if (heir === undefined && tasks.length > 0) return { ok: false, why: "heir_needed" };
    const heirName = heir && heir !== id ? await assignableName(tx, heir) : undefined;
    if (asks && heir && heirName === undefined) return { ok: false, why: "no_such_heir" };
    const done = await setUserState(tx, viewer, id, "disabled", now);
    if (!done.ok) return done;
    const later = tasks.length > MOST_AT_ONCE;
    const { name } = await tx.selectFrom("user").select("name").where("id", "=", id).executeTakeFirstOrThrow();
    const handed = { inherited: 0, freed: 0 };
    if (later) await planHandOver(tx, { from: id, heir: heir ?? null, by: viewer.id, at: now }, now);
    else {
      for (const task of tasks) {
        const went = await handOver(tx, viewer, task, { from: id, heir: heir ?? null, at: now }, now);
        if (went) handed[went]++;
      }
    }
    return { ok: true, name, heir: heirName ?? null, ...handed, later };
  });
}

/** `at` is when the account was disabled, in UTC milliseconds. */
type Planned = { from: number; heir: number | null; by: number; at: number };

const planHandOver = (tx: Tx, payload: Planned, now: number) =>
  planJob(tx, { kind: "hand_over", key: `hand_over:${payload.from}`, runAt: now, payload }, now);

/** Reassigns a batch, unless the account was enabled again. Acts as the admin who started it, whatever their role now. */
export async function handOverJob(tx: Tx, payload: Record<string, unknown>, now: number): Promise<void> {
  const planned = payload as Planned;
  const { by, from } = planned;
  const tasks = await openTasksOf(tx, from, PORTION);
  const people = await tx
    .selectFrom("user")
    .select(["id", "name", "email", "state"])
    .where("id", "in", [from, by])
    .execute();
  const [gone, actor] = [people.find(({ id }) => id === from), people.find(({ id }) => id === by)];
  if (gone?.state !== "disabled" || !actor) return;
  const viewer: Viewer = { id: actor.id, name: actor.name, email: actor.email, role: "admin" };
  for (const task of tasks) await handOver(tx, viewer, task, planned, now);
  if (tasks.length === PORTION) await planHandOver(tx, planned, now);
}

/** Whether the heir got the task or it was unassigned; null if it has another assignee by now. */
async function handOver(tx: Tx, viewer: Viewer, id: number, { from, heir, at }: Omit<Planned, "by">, now: number) {
  const task = await taskToChange(tx, viewer, id);
  if (task?.assignee_id !== from) return null;
  const mayTake = heir !== null && (await assigneeError(tx, heir, task)) === null;
  const wanted = { assignee: mayTake ? heir : null };
  const current = await currentFields(tx, task);
  const applied = await asOneBatch(tx, { name: `hand_over:${from}:${at}` }, () =>
    applyFields(tx, viewer, task, { current, wanted }, now),
  );
  if (!applied.ok) throw new Error(`Could not reassign task ${id}: ${applied.why}.`);
  return mayTake ? "inherited" : "freed";
}

async function openTasksOf(tx: Tx, assigneeId: number, limit: number): Promise<number[]> {
  const tasks = tx
    .selectFrom("task")
    .select("id")
    .where("assignee_id", "=", assigneeId)
    .where("open", "=", 1)
    .orderBy("id")
    .limit(limit);
  return (await forUpdate(tx, tasks).execute()).map(({ id }) => id);
}
