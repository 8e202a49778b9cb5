import { type RawBuilder, sql, type Updateable } from "kysely";
import { engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { readableDomain } from "~/lib/mail-domain.server";
import type { Role } from "./users";

/**
 * SQL value: the organization that owns the address's domain, or null. Only for requesters: an organization shares requests
 * with all its members, so admins place agents.
 */
export function organizationOf({ email, role }: { email: string | null; role: Role }): RawBuilder<number | null> {
  if (role !== "requester") return sql`null`;
  const domain = email === null ? "" : readableDomain(email.trim().slice(email.trim().lastIndexOf("@") + 1));
  return sql`(select organization_id from organization_domain where domain = ${domain})`;
}

/** Adds the agents and admins among these people to the default team. Idempotent. */
export async function joinDefaultTeam(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto("team_member")
    .columns(["team_id", "user_id"])
    .expression((eb) =>
      eb
        .selectFrom(["team", "user"])
        .select(["team.id", "user.id as user_id"])
        .where("team.is_default", "=", 1)
        .where("user.id", "in", userIds)
        .where("user.role", "!=", "requester"),
    )
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .execute();
}

/** Removes a former agent from all teams, so that coming back doesn't make them a lead again. */
export const leaveTeams = (db: Db, userId: number) =>
  db.deleteFrom("team_member").where("user_id", "=", userId).execute();

/**
 * Tasks that search finds by this requester's name and addresses. Locked until the transaction ends, so that no concurrent
 * reply goes missing from the index.
 */
export async function tasksToReindex(tx: Tx, requesterId: number): Promise<number[]> {
  const tasks = tx.selectFrom("task").select("id").where("requester_id", "=", requesterId).orderBy("id");
  return (await forUpdate(tx, tasks).execute()).map((task) => task.id);
}

/**
 * Serializes decisions about all people, such as whether an admin is left. SQLite has one writer anyway. On PostgreSQL, reads
 * continue and changes to people wait until this transaction ends.
 */
export async function lockAllUsers(tx: Tx): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`lock table "user" in share row exclusive mode`.execute(tx);
}

/** Changes columns of a person's row. */
export const updateUser = (tx: Tx, id: number, columns: Updateable<Database["user"]>, now: number) =>
  tx
    .updateTable("user")
    .set((eb) => ({ ...columns, updated_at: now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/**
 * Ends a person's sessions on every device, for a disabled account or a new password. `exceptIdHash` spares the session of a
 * person who changes their own password.
 */
export async function endSessionsOf(db: Db, userId: number, exceptIdHash: string | null = null): Promise<void> {
  let end = db.deleteFrom("session").where("user_id", "=", userId);
  if (exceptIdHash !== null) end = end.where("id_hash", "!=", exceptIdHash);
  await end.execute();
}

/**
 * Ends an open invitation, and links to reset the password. They were sent for the account's previous state and mustn't
 * open its new one.
 */
export async function endInvitationOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("invitation").where("user_id", "=", userId).execute();
  await db.deleteFrom("sign_in_link").where("user_id", "=", userId).where("kind", "=", "password").execute();
}
