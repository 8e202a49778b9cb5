import { type RawBuilder, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { readableDomain } from "~/lib/mail-domain.server";
import type { Role } from "./users";

/**
 * The organization that the domain of somebody's address belongs to, as a value for a row; null for none. Only of requesters:
 * what an organization shares is told to all its members, and of those who work on tasks admins say where they belong.
 */
export function organizationOf({ email, role }: { email: string | null; role: Role }): RawBuilder<number | null> {
  if (role !== "requester") return sql`null`;
  const domain = email === null ? "" : readableDomain(email.trim().slice(email.trim().lastIndexOf("@") + 1));
  return sql`(select organization_id from organization_domain where domain = ${domain})`;
}

/** Makes members of the default team of those among these people who work on tasks. Once is enough. */
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

/** Ends every membership of somebody who works on tasks no more: should they come back, they are no lead by surprise. */
export const leaveTeams = (db: Db, userId: number) =>
  db.deleteFrom("team_member").where("user_id", "=", userId).execute();

/**
 * The tasks that are found by this person's name and addresses. Until the transaction ends nobody else changes them: a reply
 * that is being written at the same time would be missing in the index.
 */
export async function tasksToReindex(tx: Tx, requesterId: number): Promise<number[]> {
  const tasks = tx.selectFrom("task").select("id").where("requester_id", "=", requesterId).orderBy("id");
  return (await forUpdate(tx, tasks).execute()).map((task) => task.id);
}

/**
 * Lets one transaction at a time decide something about all people: that there is none yet, that an admin is left.
 * SQLite has one writer anyway. On PostgreSQL reading goes on; changing people waits until this transaction ends.
 */
export async function decideAboutAllPeople(tx: Tx): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`lock table "user" in share row exclusive mode`.execute(tx);
}

/**
 * Ends what a person is signed in with, on every device: for an account that was disabled or got another password.
 * `exceptIdHash` spares one session, by the hash of its id: that of the person who changes their own password.
 */
export async function endSessionsOf(db: Db, userId: number, exceptIdHash: string | null = null): Promise<void> {
  let end = db.deleteFrom("session").where("user_id", "=", userId);
  if (exceptIdHash !== null) end = end.where("id_hash", "!=", exceptIdHash);
  await end.execute();
}

/**
 * Ends the link with which somebody was to choose their password. It was sent to an address, for an account as it was then:
 * whoever reads it there is not to have what has become of that.
 */
export async function endInvitationOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("invitation").where("user_id", "=", userId).execute();
}
