import type { Db } from "~/db/types";

/** The name of that team; undefined when there is none. */
export async function teamName(tx: Db, id: number): Promise<string | undefined> {
  return (await tx.selectFrom("team").select("name").where("id", "=", id).executeTakeFirst())?.name;
}

/** Whether there is such a team, and it is not archived: it takes no new tasks then. */
export async function takesTasks(tx: Db, id: number): Promise<boolean> {
  const team = tx.selectFrom("team").select("id").where("id", "=", id).where("archived_at", "is", null);
  return (await team.executeTakeFirst()) !== undefined;
}

/** Every team that takes tasks, for a field of a form. */
export const listTeams = async (db: Db) => (await teams(db)).map(({ id, name }) => ({ id, name }));

/** The same for a new task, with the id of the default team. Its type or its writer can choose another. */
export async function listTeamsForNew(db: Db) {
  const rows = await teams(db);
  return {
    teams: rows.map(({ id, name }) => ({ id, name })),
    defaultTeam: rows.find(({ is_default }) => is_default === 1)?.id,
  };
}

const teams = (db: Db) =>
  db
    .selectFrom("team")
    .select(["id", "name", "is_default"])
    .where("archived_at", "is", null)
    .orderBy("name")
    .limit(100)
    .execute();
