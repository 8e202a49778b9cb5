import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";

/*
 * Live changes that aren't in history: presence and unread notifications. There are few rows, so each read takes them all and
 * compares them with the previous read.
 */

/** Presence by task and person; true while writing. */
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

/** Tasks whose presence changed, with the people who came, left, or started or stopped writing. */
export function changesOf(before: Present, now: Present): Map<number, Set<number>> {
  const changes = new Map<number, Set<number>>();
  for (const taskId of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(taskId), now.get(taskId)];
    const people = [...(was?.keys() ?? []), ...(is?.keys() ?? [])].filter((id) => was?.get(id) !== is?.get(id));
    if (people.length > 0) changes.set(taskId, new Set(people));
  }
  return changes;
}

/** A token per person that changes with their unread notifications; no entry if they have none. */
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
