import { sql } from "kysely";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planClearing, redactMessage } from "~/features/conversation/corrections/redact-message.server";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import { type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { peopleToChange } from "~/features/users/addresses.server";
import { endSessionsOf, leaveTeams, lockAllUsers, tasksToReindex } from "~/features/users/user-change-steps.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import { personKeys } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import { forgetMailOf } from "./forget-mail.server";
import * as say from "./people-admin-copy";

/**
 * no_such_person  unknown, merged or already anonymised
 * self            admins can't anonymise their own account
 * has_tasks       their open tasks must be reassigned first
 */
export type AnonymiseRefusal = { ok: false; why: "not_allowed" | "no_such_person" | "self" | "has_tasks" };

export const anonymousName = (id: number) => say.anonymisedPerson(id);

/**
 * Permanently removes everything that identifies a person: name, addresses, password, import key, preferences, drafts.
 * Tasks and numbers stay. `redact` also destroys their messages, in a background job. For admins; one always remains,
 * because they can't anonymise themselves.
 */
export async function anonymisePerson(
  db: Db,
  viewer: Viewer,
  id: number,
  { redact }: { redact: boolean },
  now: number,
): Promise<{ ok: true } | AnonymiseRefusal> {
  return inTransaction<{ ok: true } | AnonymiseRefusal>(db, async (tx) => {
    const tasks = await tasksToReindex(tx, id); // tasks before people, like every task change
    await lockAllUsers(tx);
    const { actor, person } = await peopleToChange(tx, viewer, id);
    if (!actor || !mayManageAccounts(actor)) return { ok: false, why: "not_allowed" };
    if (!person) return { ok: false, why: "no_such_person" };
    if (id === viewer.id) return { ok: false, why: "self" };
    const open = tx.selectFrom("task").select("id").where("assignee_id", "=", id).where("open", "=", 1).limit(1);
    if (await open.executeTakeFirst()) return { ok: false, why: "has_tasks" };

    const formerly = await tx.selectFrom("user").select(["id", "name"]).where("merged_into", "=", id).execute();
    const ids = [id, ...formerly.map((one) => one.id)];
    await forgetNames(tx, ids, [person.name, ...formerly.map(({ name }) => name)], anonymousName(id));
    await forgetMailOf(tx, id, now);
    await endSessionsOf(tx, id);
    await leaveTeams(tx, id);
    await dropDrafts(tx, id, now);
    for (const table of [
      "user_address",
      "invitation",
      "sign_in_link",
      "parked_form",
      "presence",
      "watcher",
      "task_seen",
      "notification",
      "notification_level",
      "task_mute",
    ] as const) {
      await tx.deleteFrom(table).where("user_id", "=", id).execute();
    }
    for (const table of ["view", "macro"] as const) {
      await tx.deleteFrom(table).where("owner_id", "=", id).where("scope", "=", "personal").execute();
    }
    await tx.updateTable("participant").set({ address: null }).where("user_id", "=", id).execute();
    await tx.updateTable("user").set({ substitute_id: null }).where("substitute_id", "=", id).execute();
    const told = ["address_added", "address_removed", "primary_address_changed", "people_merged"];
    await tx
      .updateTable("security_event")
      .set({ details: "{}" })
      .where("user_id", "in", ids)
      .where("kind", "in", told)
      .execute();
    await tx
      .updateTable("user")
      .set((eb) => ({
        ...personKeys(anonymousName(id), null),
        ...{ password_hash: null, external_key: null, verified_at: null, preferences: "{}" },
        ...{ organization_id: null, org_manager: 0, absent_from: null, absent_until: null, substitute_id: null },
        ...{ updated_at: now, version: eb("version", "+", 1) },
      }))
      .where("id", "in", ids)
      .execute();
    await tx.updateTable("user").set({ state: "anonymised" }).where("id", "=", id).execute();
    await reindexTasks(tx, tasks);
    await planClearing(tx, now);
    if (redact) await planRedaction(tx, { of: id, by: viewer.id, after: 0 }, now);
    const details = redact ? { [say.theirMessages]: "redacted" } : {};
    await logSecurity(tx, { kind: "account_anonymised", actorId: viewer.id, userId: id, details }, now);
    return { ok: true };
  });
}

/** Replaces the names in the history of tasks these people were involved in. */
async function forgetNames(tx: Tx, ids: readonly number[], names: readonly string[], instead: string): Promise<void> {
  const [who, called] = [sql.join(ids), sql.join(names)];
  const theirs = sql`
    select task.id from task where task.requester_id in (${who})
    union select task.id from task where task.assignee_id in (${who})
    union select message.task_id from message where message.author_id in (${who})
    union select participant.task_id from participant where participant.user_id in (${who})
    union select watcher.task_id from watcher where watcher.user_id in (${who})
  `;
  for (const value of [sql.ref("old_value"), sql.ref("new_value")]) {
    await sql`update event set ${value} = ${instead} where ${value} in (${called})
      and field in ('requester', 'assignee', 'participants', 'watchers') and task_id in (${theirs})`.execute(tx);
  }
}

async function dropDrafts(tx: Tx, id: number, now: number): Promise<void> {
  const own = tx.selectFrom("draft").select("id").where("user_id", "=", id);
  const files = await tx.deleteFrom("attachment").where("draft_id", "in", own).returning("sha256").execute();
  await dropFilesAfterwards(
    tx,
    files.map(({ sha256 }) => sha256),
    now,
  );
  await tx.deleteFrom("draft").where("user_id", "=", id).execute();
}

/** The person's messages with ids above `after`. */
type Redaction = { of: number; by: number; after: number };

const KIND = "redact_person";
const PORTION = 50;

const planRedaction = (tx: Tx, payload: Redaction, now: number) =>
  planJob(tx, { kind: KIND, key: `${KIND}:${payload.of}`, runAt: now, payload }, now);

/**
 * The job `redact_person`: redacts a batch, then schedules the next. Acts as the admin who started it, whatever their
 * role now.
 */
export const redactPersonJob: JobHandler = async (tx, payload, now) => {
  const { of, by, after } = payload as Redaction;
  const actor = await tx.selectFrom("user").select(["id", "name", "email"]).where("id", "=", by).executeTakeFirst();
  if (!actor) return;
  const messages = await tx
    .selectFrom("message")
    .select(["id", "task_id"])
    .where("author_id", "=", of)
    .where("id", ">", after)
    .where("redacted_at", "is", null)
    .orderBy("id")
    .limit(PORTION)
    .execute();
  const viewer: Viewer = { ...actor, role: "admin" };
  for (const { id, task_id } of messages) await redactMessage(tx, viewer, task_id, id, now);
  const last = messages.at(-1);
  if (last && messages.length === PORTION) await planRedaction(tx, { of, by, after: last.id }, now);
};
