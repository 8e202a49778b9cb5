import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { searchTasks } from "~/features/search/search-tasks.server";
import { createUser, type NewPerson } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";

export const NOW = Date.UTC(2026, 2, 1, 9);

/** Creates a person and returns the id. Defaults to a requester without an address. */
export async function person(db: Db, more: Partial<NewPerson> = {}): Promise<number> {
  const made = await createUser(db, { name: "Somebody", email: null, role: "requester", ...more }, NOW);
  if (!made.ok) throw new Error(`${more.name} wasn't created: ${made.why}`);
  return made.id;
}

/** Creates a person like `person` does and returns them as a viewer. */
export async function viewer(db: Db, more: Partial<NewPerson> = {}): Promise<Viewer> {
  const { name = "Somebody", email = null, role = "requester" } = more;
  return { id: await person(db, more), name, email, role };
}

export async function disableUser(db: Db, id: number): Promise<number> {
  await db.updateTable("user").set({ state: "disabled" }).where("id", "=", id).execute();
  return id;
}

/** Inserts a task with only the required columns and returns its number. */
export async function bareTask(db: Db, requesterId: number, { updatedAt = NOW, title = "Printer" } = {}) {
  const task = await db
    .insertInto("task")
    .values({
      ...{ title, type: "incident", status: "new", open: 1, priority: 2, channel: "web", team_id: 1 },
      ...{ requester_id: requesterId, created_at: NOW, updated_at: updatedAt, reopen_count: 0, version: 1 },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return task.id;
}

export async function aSession(db: Db, userId: number, idHash: string) {
  await db
    .insertInto("session")
    .values({ id_hash: idHash, user_id: userId, created_at: NOW, expires_at: NOW + 86_400_000 })
    .execute();
}

export async function sessionsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("session")
    .select("id_hash")
    .where("user_id", "=", userId)
    .orderBy("id_hash")
    .execute();
  return rows.map((row) => row.id_hash);
}

/** Numbers of the tasks that a search for this word finds. */
export async function findTaskIds(db: Db, asking: Viewer, word: string): Promise<number[]> {
  const found = await searchTasks(db, asking, word, { now: NOW });
  if (!found.ok) throw new Error(found.error.message);
  return found.tasks.map((task) => task.id);
}

/** Opens several connections so that concurrent calls really overlap. SQLite has a single writer anyway. */
export async function openConnections(db: Db): Promise<void> {
  await Promise.all(
    Array.from({ length: 4 }, () => inTransaction(db, (tx) => tx.selectFrom("team").select("id").execute())),
  );
}
