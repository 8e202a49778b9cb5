import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { PICTURE_ADDRESS } from "~/features/conversation/attachments/attachments";
import type { TaskRow } from "~/features/tasks/task-rows.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { insertLink, linkError } from "./links.server";
import { type Collection, inParts, membersOf, moveMembers, type Way } from "./move-rows.server";
import { linkFrom, numberText, type StoredLink, storedLink } from "./relations";

/* Steps of a merge. Each returns what it moved, so that undo can move it back. */

/** Moves messages to the target. Duplicates from a split stay hidden with the source, unless one was edited since. */
export async function moveMessages(tx: Tx, { from, to }: Way): Promise<number[]> {
  const twice = new Set(await duplicateMessages(tx, from, to));
  const messages = await tx.selectFrom("message").select("id").where("task_id", "=", from).orderBy("id").execute();
  const moving = messages.map(({ id }) => id).filter((id) => !twice.has(id));
  await inParts(moving, (part) => tx.updateTable("message").set({ task_id: to }).where("id", "in", part).execute());
  return moving;
}

/** Source messages that the target has with the same text: one is a copy of the other, or both are of a third. */
export async function duplicateMessages(tx: Db, source: number, target: number): Promise<number[]> {
  const messages = tx
    .selectFrom("message")
    .select(["id", "task_id", "copy_of"])
    .where("task_id", "in", [source, target]);
  const first = ({ id, copy_of }: { id: number; copy_of: number | null }) => copy_of ?? id;
  const rows = await messages.execute();
  const theirs = new Map(rows.filter(({ task_id }) => task_id === target).map((row) => [first(row), row.id]));
  const pairs = rows.flatMap((row) => {
    const other = row.task_id === source ? theirs.get(first(row)) : undefined;
    return other === undefined ? [] : [{ id: row.id, other }];
  });
  const words = new Map<number, string>();
  await inParts(
    pairs.flatMap(({ id, other }) => [id, other]),
    async (part) => {
      const bodies = await tx.selectFrom("message").select(["id", "body"]).where("id", "in", part).execute();
      for (const { id, body } of bodies) words.set(id, body.replace(PICTURE_ADDRESS, "")); // a copy has its own picture ids
    },
  );
  return pairs.filter(({ id, other }) => words.get(id) === words.get(other)).map(({ id }) => id);
}

/** Moves tags and people the target lacks. The rest stay hidden with the source. */
export async function movePeopleAndTags(
  tx: Tx,
  source: TaskRow,
  target: TaskRow,
  keepsRequester: boolean,
  now: number,
) {
  const moveNew = async <C extends Collection>(table: C) => {
    const there = new Set<unknown>(await membersOf(tx, table, target.id));
    if (table === "participant") there.add(target.requester_id); // a requester is never in copy of their own task
    const moving = (await membersOf(tx, table, source.id)).filter((member) => !there.has(member));
    await moveMembers(tx, table, moving, { from: source.id, to: target.id });
    return moving;
  };
  const tags = await moveNew("task_tag");
  const participants = await moveNew("participant");
  const watchers = await moveNew("watcher");
  const inCopy = await membersOf(tx, "participant", target.id);
  const stays = keepsRequester && source.requester_id !== target.requester_id && !inCopy.includes(source.requester_id);
  if (stays) {
    const added = { task_id: target.id, user_id: source.requester_id, added_at: now };
    await tx.insertInto("participant").values(added).execute();
  }
  return { tags, participants, watchers, requester: stays ? source.requester_id : null };
}

/** `position` is the one before the merge. */
export type MovedItem = { id: number; position: number };

/** Appends the source's items to the target's. */
export async function moveChecklist(tx: Tx, { from, to }: Way): Promise<MovedItem[]> {
  const items = await tx
    .selectFrom("checklist_item")
    .select(["id", "position"])
    .where("task_id", "=", from)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const { last } = await tx
    .selectFrom("checklist_item")
    .select(({ fn }) => fn.max("position").as("last"))
    .where("task_id", "=", to)
    .executeTakeFirstOrThrow();
  for (const [index, { id }] of items.entries()) {
    const position = Number(last ?? 0) + index + 1;
    await tx.updateTable("checklist_item").set({ task_id: to, position }).where("id", "=", id).execute();
  }
  return items;
}

/** Ids, oldest first. */
export const subTasksOf = async (tx: Tx, parentId: number) =>
  (await tx.selectFrom("task").select("id").where("parent_id", "=", parentId).orderBy("id").execute()).map(
    ({ id }) => id,
  );

/** Moves sub-tasks to another parent and records it. Returns the moved ids: sub-tasks that left `from` earlier don't move. */
export async function moveSubTasks(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  { from, to }: Way,
  now: number,
): Promise<number[]> {
  const moved: number[] = [];
  await inParts(ids, async (part) => {
    const rows = await tx
      .updateTable("task")
      .set((eb) => ({ parent_id: to, updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "in", part)
      .where("parent_id", "=", from)
      .returning("id")
      .execute();
    moved.push(...rows.map(({ id }) => id));
  });
  moved.sort((a, b) => a - b);
  const parents = { field: "parent", from: numberText(from), to: numberText(to) };
  const told = { actorId: viewer.id, kind: "changed" as const, ...parents, at: now };
  const events = moved.map((taskId) => ({ ...told, taskId }));
  await recordEvents(tx, events);
  return moved;
}

export const linksOf = (tx: Db, taskId: number) =>
  tx
    .selectFrom("task_link")
    .selectAll()
    .where((eb) => eb.or([eb("task_id", "=", taskId), eb("other_id", "=", taskId)]))
    .orderBy("created_at")
    .execute();

type LinkRow = Awaited<ReturnType<typeof linksOf>>[number];

/** `now` null: the target already had the link or couldn't have it. */
export type MovedLink = { was: StoredLink & { created_at: number }; now: StoredLink | null };

/** Moves the source's links, except those the target has, links to the target and links that would form a loop. */
export async function moveLinks(tx: Tx, links: LinkRow[], { from, to }: Way): Promise<MovedLink[]> {
  await tx
    .deleteFrom("task_link")
    .where((eb) => eb.or([eb("task_id", "=", from), eb("other_id", "=", from)]))
    .execute();
  const moved: MovedLink[] = [];
  for (const was of links) {
    const { view, other } = linkFrom(from, was);
    const link = storedLink(to, view, other);
    const fits = other !== to && (await linkError(tx, link)) === null;
    if (fits) await insertLink(tx, link, was.created_at);
    moved.push({ was, now: fits ? link : null });
  }
  return moved;
}
