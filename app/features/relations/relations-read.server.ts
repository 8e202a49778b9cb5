import { type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { UNDO_MS, undoBlocker } from "~/features/history/undo-rules";
import { visibleTo, workableBy } from "~/features/tasks/task-policy.server";
import { TaskId } from "~/features/tasks/task-schema";
import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import { leadsTeam } from "~/features/tasks/team-access.server";
import { personLabelWithId, type Viewer } from "~/features/users/users";
import { type LinkView, linkFrom, linkWords, numberText, type StoredLink } from "./relations";
import { subTaskError } from "./sub-tasks.server";
import { noSuchNumber } from "./task-pair.server";

/** A related task; null for one the viewer may not see. They learn only that it exists. */
export type Neighbour = { id: number; title: string; status: StatusKey } | null;

export type Relations = {
  parent: { task: Neighbour } | null;
  /** Oldest first. */
  subTasks: Neighbour[];
  /** `words`: "blocks", as in "blocks #7". */
  links: { view: LinkView; words: string; task: Neighbour }[];
  /** Merges that can still be undone. `undo` is the change set; null if the viewer may not undo it. */
  merged: { number: string; title: string; undo: number | null }[];
};

export const NO_RELATIONS: Relations = { parent: null, subTasks: [], links: [], merged: [] };

/** Tasks related to this one. The viewer must have agent access to it. */
export async function readRelations(
  db: Db,
  viewer: Viewer,
  task: { id: number; parent_id: number | null; team_id: number },
  now: number,
): Promise<Relations> {
  const [merged, subTasks, links] = await Promise.all([
    readMerged(db, viewer, task, now),
    neighbours(db, viewer).where("parent_id", "=", task.id).orderBy("task.id").execute(),
    db
      .selectFrom("task_link")
      .select(["task_id", "kind", "other_id"])
      .where((eb) => eb.or([eb("task_id", "=", task.id), eb("other_id", "=", task.id)]))
      .orderBy("created_at")
      .execute(),
  ]);
  const seen = links.map((link: StoredLink) => linkFrom(task.id, link));
  const numbers = [...seen.map(({ other }) => other), ...(task.parent_id === null ? [] : [task.parent_id])];
  const rows = numbers.length === 0 ? [] : await neighbours(db, viewer).where("task.id", "in", numbers).execute();
  const byNumber = new Map(rows.map((row) => [row.id, shown(row)]));
  const parent = byNumber.get(task.parent_id ?? 0);
  return {
    parent: parent === undefined ? null : { task: parent },
    subTasks: subTasks.map(shown),
    links: seen.flatMap(({ view, other }) => {
      const neighbour = byNumber.get(other); // undefined: in trash or spam
      return neighbour === undefined ? [] : [{ view, words: linkWords(view), task: neighbour }];
    }),
    merged,
  };
}

async function readMerged(db: Db, viewer: Viewer, task: { id: number; team_id: number }, now: number) {
  const merges = await db
    .selectFrom("change_set")
    .innerJoin("event", (join) =>
      join.onRef("event.change_set_id", "=", "change_set.id").onRef("event.task_id", "=", "change_set.task_id"),
    )
    .select(["change_set.id", "change_set.actor_id", "change_set.created_at", "event.new_value as number"])
    .where("change_set.task_id", "=", task.id)
    .where("change_set.kind", "=", "merge")
    .where("change_set.undone_at", "is", null)
    .where("change_set.created_at", ">=", now - UNDO_MS.lead)
    .orderBy("change_set.id")
    .execute();
  if (merges.length === 0) return [];
  const leads = await leadsTeam(db, viewer.id, task.team_id);
  const titles = await db.selectFrom("task").select(["id", "title"]).where("merged_into", "=", task.id).execute();
  return merges.map(({ id, number, ...change }) => ({
    number: number ?? "",
    title: titles.find((merged) => numberText(merged.id) === number)?.title ?? "",
    undo: undoBlocker({ viewer, leads, change }, now) === null ? id : null,
  }));
}

/** Tasks that aren't merged, in trash or spam, with whether the viewer may see them. */
const neighbours = (db: Db, viewer: Viewer) =>
  db
    .selectFrom("task")
    .select(["task.id", "task.title", "task.status"])
    .select(sql<0 | 1>`case when ${visibleTo(viewer)} then 1 else 0 end`.as("seen"))
    .where(sql<SqlBool>`task.merged_into is null and task.put_away is null`);

const shown = ({ id, title, status, seen }: { id: number; title: string; status: string; seen: 0 | 1 }): Neighbour =>
  seen === 1 ? { id, title, status: statusOf(status).key } : null;

/** Task header for its sub-pages; null without agent access. */
export const readTaskHead = async (db: Db, viewer: Viewer, id: number) =>
  (await db
    .selectFrom("task")
    .select(["id", "title", "version", "parent_id", "team_id", "confidential"])
    .where("id", "=", id)
    .where(workableBy(viewer))
    .executeTakeFirst()) ?? null;

/**
 * The parent named in the URL of a new task, with the values the new task inherits. A string says why it can't have
 * sub-tasks. Null if the URL names none.
 */
export async function readParent(db: Db, viewer: Viewer, asked: string | null) {
  if (asked === null) return null;
  const found = await db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .select(["task.id", "task.parent_id", "task.title", "task.type", "task.team_id as team", "task.confidential"])
    .select(["requester.id as requester_id", "requester.name", "requester.email"])
    .where("task.id", "=", TaskId.safeParse(asked).data ?? 0)
    .where(workableBy(viewer))
    .executeTakeFirst();
  if (!found) return noSuchNumber(asked.slice(0, 20)).message;
  const why = await subTaskError(db, null, found);
  if (why) return why;
  const { parent_id, requester_id, name, email, confidential, ...task } = found;
  return { ...task, confidential: confidential === 1, requester: personLabelWithId({ id: requester_id, name, email }) };
}
