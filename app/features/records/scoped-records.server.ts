import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import type { Scope } from "./sharing-scopes";

/* Records shared with one agent, a team or everyone: saved views, macros and reports. */

type Table = "view" | "macro" | "report";
type Who = Pick<Viewer, "id" | "role">;

/** Rows of `table` that this person may use. With `adminsSeeTeams`, admins may use those of every team. */
export const usableBy = (
  table: Table,
  { id, role }: Who,
  { adminsSeeTeams = false }: { adminsSeeTeams?: boolean } = {},
): RawBuilder<SqlBool> => {
  const row = sql.table(table);
  const allTeams = adminsSeeTeams && role === "admin";
  return sql`(${row}.deleted_at is null and (
    (${row}.scope = 'personal' and ${row}.owner_id = ${id})
    or ${row}.scope = 'everyone'
    or (${row}.scope = 'team' and (${allTeams ? sql`1 = 1` : sql`1 = 0`}
      or ${row}.team_id in (select team_id from team_member where user_id = ${id})))
  ))`;
};

/** Whether this person may change a usable row of `table`, as the column `may_change`. */
export const mayChange = (table: Table, { id, role }: Who) => {
  const row = sql.table(table);
  return sql<0 | 1>`case when ${row}.scope = 'personal' or ${role} = 'admin' then 1
    when exists (select 1 from team_member where team_member.team_id = ${row}.team_id
      and team_member.user_id = ${id} and team_member.lead = 1) then 1 else 0 end`.as("may_change");
};

/** Teams whose records this person may manage: those they lead, or all for admins. */
export async function manageableTeams(db: Db, viewer: Viewer): Promise<{ id: number; name: string }[]> {
  if (!isAgent(viewer)) return [];
  let query = db.selectFrom("team").select(["id", "name"]).where("archived_at", "is", null).orderBy("name");
  if (viewer.role !== "admin") {
    query = query.where("id", "in", (eb) =>
      eb.selectFrom("team_member").select("team_id").where("user_id", "=", viewer.id).where("lead", "=", 1),
    );
  }
  return query.execute();
}

/** Whether this person may create, change and delete records of a scope (domain B6). A team's records need a lead or admin. */
export async function mayManageRecord(db: Db, viewer: Viewer, scope: Scope, teamId: number | null): Promise<boolean> {
  if (!isAgent(viewer)) return false;
  if (scope === "personal" || viewer.role === "admin") return true;
  return scope === "team" && teamId !== null && (await manageableTeams(db, viewer)).some(({ id }) => id === teamId);
}

/** Deletes a record; it can be restored for a day. */
export async function deleteRecord(db: Db, table: Table, id: number, now: number): Promise<void> {
  await db.updateTable(table).set({ deleted_at: now }).where("id", "=", id).execute();
}

/** Restores a record deleted within the last day. Returns false if it is gone or this person may not. */
export async function restoreRecord(db: Db, table: Table, viewer: Viewer, id: number, now: number): Promise<boolean> {
  const record = await db
    .selectFrom(table)
    .select(["scope", "team_id", "owner_id"])
    .where("id", "=", id)
    .where("deleted_at", ">", now - DAY_MS)
    .executeTakeFirst();
  if (!record || (record.scope === "personal" && record.owner_id !== viewer.id)) return false;
  if (!(await mayManageRecord(db, viewer, record.scope, record.team_id))) return false;
  await db.updateTable(table).set({ deleted_at: null, updated_at: now }).where("id", "=", id).execute();
  return true;
}
