import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { joinDrafts, liveDraft } from "~/features/conversation/drafts/draft-rows.server";
import type { DraftPlace } from "~/features/conversation/drafts/drafts";
import { logSecurity } from "~/features/security-log/security-log.server";
import { refreshSearchKeys, secondaryAddresses } from "~/features/users/addresses.server";
import { endSessionsOf, lockAllUsers, updateUser } from "~/features/users/user-change-steps.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import { personKeys } from "~/features/users/user-search-keys.server";
import { personLabelWithId, ROLES, USER_LIMITS, type Viewer } from "~/features/users/users";

/** Columns with a person's id that move to the target person. A test checks that the schema has no column left out. */
export const MOVED = [
  ...["task.assignee_id", "task.requester_id", "task.created_by", "task.rated_by"],
  ...["message.author_id", "message.on_behalf_of", "message_edit.edited_by", "event.actor_id"],
  ...["change_set.actor_id", "change_set.undone_by", "bulk_change.actor_id", "checklist_item.done_by"],
  ...["attachment.uploaded_by", "parked_form.user_id", "view.owner_id", "macro.owner_id", "user.substitute_id"],
  ...["invitation.created_by", "user_address.user_id", "user.merged_into", "notification.actor_id"],
  ...["inbound_mail.handled_by", "delivery.user_id", "sender_rule.created_by"],
  ...["calendar_version.saved_by", "policy_version.saved_by", "report.owner_id"],
] as const;

/** Tables with one row per person and key. Where both people have a row, the target's stays. */
export const MOVED_ONCE = {
  participant: "task_id",
  watcher: "task_id",
  task_seen: "task_id",
  task_mute: "task_id",
  notification_level: "kind",
  notification: "batch",
  team_member: "team_id",
  request_key: "key",
} as const;

/** Columns that don't move: they end with the account, move separately, follow from names, or record who it was then. */
export const NOT_MOVED = [
  ...["session.user_id", "presence.user_id", "invitation.user_id", "sign_in_link.user_id"],
  ...["draft.user_id", "security_event.actor_id", "security_event.user_id", "user_word.user_id"],
];

/**
 * no_such_person  unknown, merged or anonymised
 * self            viewers can't merge their own account into another
 * not_active      the target must be active
 * less            the target would have fewer permissions
 * too_many        more addresses than a person may have
 */
export type MergeRefusal = {
  ok: false;
  why: "not_allowed" | "no_such_person" | "same" | "self" | "not_active" | "less" | "too_many";
};

/** Previews a merge. */
export const planMerge = (db: Db, viewer: Viewer, pair: Pair) =>
  inTransaction(db, async (tx) => {
    const met = await meet(tx, viewer, pair);
    if (!met.ok) return met;
    const { from, into } = met;
    const count = async (table: "task" | "message", column: string) => {
      const some = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${from.id} limit ${MOST_COUNTED + 1}`;
      const { rows } = await sql<{ n: number }>`select count(*) as n from (${some}) as counted`.execute(tx);
      return Number(rows[0]?.n ?? 0);
    };
    return {
      ok: true as const,
      from: { id: from.id, label: personLabelWithId(from) },
      into: { id: into.id, name: into.name, label: personLabelWithId(into) },
      addresses: met.addresses.map(({ email }) => email),
      requests: await count("task", "requester_id"),
      assigned: await count("task", "assignee_id"),
      messages: await count("message", "author_id"),
      takesPassword: into.password_hash === null && from.password_hash !== null,
    };
  });

export type MergePlan = Extract<Awaited<ReturnType<typeof planMerge>>, { ok: true }>;

/** The preview counts up to this number. */
export const MOST_COUNTED = 1000;

type Pair = { from: number; into: number };

/**
 * Merges `from` into `into`, who takes over its requests, messages, tasks and addresses. The merged account keeps its
 * number, which leads to the target, and its entries in the security log. For admins.
 */
export async function mergePeople(
  db: Db,
  viewer: Viewer,
  pair: Pair,
  now: number,
): Promise<{ ok: true } | MergeRefusal> {
  return inTransaction<{ ok: true } | MergeRefusal>(db, async (tx) => {
    // Lock tasks before people, like every task change, to avoid deadlocks.
    const ids = [pair.from, pair.into];
    const theirs = tx
      .selectFrom("task")
      .select(["id", "requester_id"])
      .where((eb) => eb.or([eb("requester_id", "in", ids), eb("assignee_id", "=", pair.from)]))
      .orderBy("id");
    const tasks = await forUpdate(tx, theirs).execute();
    await lockAllUsers(tx);
    const met = await meet(tx, viewer, pair);
    if (!met.ok) return met;
    const { from, into, addresses } = met;

    await endSessionsOf(tx, from.id);
    await tx.deleteFrom("presence").where("user_id", "=", from.id).execute();
    await tx.deleteFrom("invitation").where("user_id", "=", from.id).execute();
    await moveDrafts(tx, pair, now);
    await tx
      .updateTable("task")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where((eb) => eb.or([eb("requester_id", "=", from.id), eb("assignee_id", "=", from.id)]))
      .execute();
    for (const place of MOVED) await move(tx, place, pair);
    for (const [table, once] of Object.entries(MOVED_ONCE)) await moveOnce(tx, table, once, pair);
    await tx
      .deleteFrom("participant")
      .where("user_id", "=", into.id)
      .where("task_id", "in", (eb) => eb.selectFrom("task").select("task.id").where("task.requester_id", "=", into.id))
      .execute(); // the requester needs no copy
    await sql`update task_field set value = ${String(into.id)} where value = ${String(from.id)}
      and task_field.key in (select custom_field.key from custom_field where custom_field.kind = 'user')`.execute(tx);

    const noSignIn = { password_hash: null, verified_at: null, confirmed_at: null, preferences: "{}" };
    const nowhere = { organization_id: null, org_manager: 0 } as const;
    const merged = { ...personKeys(from.name, null), state: "merged", merged_into: into.id } as const;
    await updateUser(tx, from.id, { ...merged, ...noSignIn, ...nowhere }, now);
    const [first, ...others] = into.email === null ? addresses : [null, ...addresses];
    const { password_hash, organization_id, org_manager } = from;
    const taken = {
      ...first,
      ...(into.organization_id === null && { organization_id, org_manager }),
      ...(into.password_hash === null && { password_hash }),
    };
    await updateUser(tx, into.id, taken, now);
    for (const address of others) {
      if (!address) continue;
      await tx
        .insertInto("user_address")
        .values({ ...address, user_id: into.id, created_at: now })
        .onConflict((conflict) => conflict.column("email_key").doNothing()) // already moved above
        .execute();
    }
    if (first) await tx.deleteFrom("user_address").where("email_key", "=", first.email_key).execute();
    await refreshSearchKeys(tx, into.id);
    await reindexTasks(
      tx,
      tasks.filter(({ requester_id }) => ids.includes(requester_id)).map(({ id }) => id),
    );
    const details = { Was: personLabelWithId(from) };
    await logSecurity(tx, { kind: "people_merged", actorId: viewer.id, userId: into.id, details }, now);
    return { ok: true };
  });
}

/** Loads both people and the addresses that move, or returns why they can't be merged. */
async function meet(tx: Tx, viewer: Viewer, { from, into }: Pair) {
  const people = await tx
    .selectFrom("user")
    .select(["id", "name", "email", "email_key", "verified_at", "confirmed_at", "role", "state", "password_hash"])
    .select(["organization_id", "org_manager"])
    .where("id", "in", [viewer.id, from, into])
    .execute();
  const actor = people.find(({ id }) => id === viewer.id);
  const [source, target] = [people.find(({ id }) => id === from), people.find(({ id }) => id === into)];
  const refused = (why: MergeRefusal["why"]): MergeRefusal => ({ ok: false, why });
  if (!actor || !mayManageAccounts(actor)) return refused("not_allowed");
  if (!source || !target || isGone(source) || isGone(target)) return refused("no_such_person");
  if (from === into) return refused("same");
  if (from === viewer.id) return refused("self");
  if (target.state !== "active") return refused("not_active");
  if (ROLES.indexOf(source.role) > ROLES.indexOf(target.role)) return refused("less");
  const { email, email_key, verified_at, confirmed_at } = source;
  const own = email === null || email_key === null ? [] : [{ email, email_key, verified_at, confirmed_at }];
  const addresses = [...own, ...(await secondaryAddresses(tx, from))];
  const room = USER_LIMITS.addresses + (target.email === null ? 1 : 0) - (await secondaryAddresses(tx, into)).length;
  if (addresses.length > room) return refused("too_many");
  return { ok: true as const, from: source, into: target, addresses };
}

const isGone = ({ state }: { state: string }) => state === "merged" || state === "anonymised";

async function move(tx: Tx, place: string, { from, into }: Pair): Promise<void> {
  const [table = "", column = ""] = place.split(".");
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(tx);
}

async function moveOnce(tx: Tx, table: string, once: string, { from, into }: Pair): Promise<void> {
  const [name, column] = [sql.table(table), sql.ref(once)];
  await sql`delete from ${name} where user_id = ${from}
    and ${column} in (select other.${column} from ${name} as other where other.user_id = ${into})`.execute(tx);
  await sql`update ${name} set user_id = ${into} where user_id = ${from}`.execute(tx);
}

/** Drafts of both people for the same place become one. */
async function moveDrafts(tx: Tx, { from, into }: Pair, now: number): Promise<void> {
  const drafts = await tx.selectFrom("draft").selectAll().where("user_id", "=", from).orderBy("id").execute();
  for (const draft of drafts) {
    const place = { kind: draft.kind, taskId: draft.task_id } as DraftPlace;
    const there = draft.deleted_at === null ? await liveDraft(tx, into, place) : undefined;
    if (there) await joinDrafts(tx, draft, there, now);
    else await tx.updateTable("draft").set({ user_id: into }).where("id", "=", draft.id).execute();
  }
}
