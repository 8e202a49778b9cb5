import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";

/*
 * What open pages hear of and no history tells: who is at a task, and what somebody has still to read. Few rows, so they are
 * looked at as a whole and compared with the last look.
 */

/** Who is at which task: writing or not, by task and person. */
export type Present = ReadonlyMap<number, ReadonlyMap<number, boolean>>;

export async function readPresent(db: Db, now: number): Promise<Present> {
  const rows = await db
    .selectFrom("presence")
    .select(["task_id", "user_id", "writing"])
    .where("expires_at", ">", now)
    .execute();
  const present = new Map<number, Map<number, boolean>>();
  for (const { task_id, user_id, writing } of rows) {
    const there = present.get(task_id) ?? new Map<number, boolean>();
    present.set(task_id, there.set(user_id, writing === 1));
  }
  return present;
}

/** The tasks at which somebody came, went, or began or stopped to write, each with those who did. */
export function changesOf(before: Present, now: Present): Map<number, Set<number>> {
  const changes = new Map<number, Set<number>>();
  for (const taskId of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(taskId), now.get(taskId)];
    const people = [...(was?.keys() ?? []), ...(is?.keys() ?? [])].filter((id) => was?.get(id) !== is?.get(id));
    if (people.length > 0) changes.set(taskId, new Set(people));
  }
  return changes;
}

/** By person something that is another one as soon as what they have not read is. Nothing for those who have read all. */
export async function readUnread(db: Db, people: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("notification")
    .select(({ fn }) => ["user_id", fn.countAll<number | string>().as("count"), fn.max("id").as("last")])
    .select(({ fn }) => fn.max("at").as("at"))
    .where(isAmong(db, "user_id", people))
    .where("read_at", "is", null)
    .groupBy("user_id")
    .execute();
  return new Map(rows.map(({ user_id, count, last, at }) => [user_id, `${count} ${last} ${at}`]));
}
