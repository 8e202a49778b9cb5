import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";
import { recordChangeSet } from "../change-sets.server";
import { CHECKLIST_LIMITS } from "../checklist/checklist-words";
import { planWaking } from "../status/wake-task.server";
import { recordEvents } from "../task-history.server";
import { statusChange } from "../task-status";
import { TASK_LIMITS } from "../task-words";
import type { TaskRow } from "../task-write.server";
import { whyNotLinked } from "./links.server";
import { type MergedDraft, mergeDrafts } from "./merged-drafts.server";
import { type MovedFields, moveFields } from "./merged-fields.server";
import {
  inParts,
  joinedTimes,
  lockTasks,
  membersOf,
  moveFiles,
  moveMembers,
  type PublicTimes,
} from "./moving-rows.server";
import { linkSeenFrom, numberText, RELATION_LIMITS, type StoredLink, storedLink } from "./relation-words";
import { countSubTasks } from "./sub-tasks.server";
import { type NoSuchTask, noSuchNumber, noSuchTask, twoTasksToChange, type Wrong, wrong } from "./two-tasks.server";
import { whereaboutsOf } from "./whereabouts.server";

/**
 * version, intoVersion  of the two tasks when whoever merges looked at them
 * keepsRequester        the source's requester stays in the conversation, in copy
 */
export type Merge = { source: number; into: number; version: number; intoVersion: number; keepsRequester: boolean };

/** changed: somebody has worked on one of the two since */
export type MergeTasks = { ok: true; changeSetId: number } | NoSuchTask | Wrong | { ok: false; why: "changed" };

/** What takes a merge back: what the source had, and what of it was new to the target. */
export type MergeInverse = {
  source: number;
  was: Pick<TaskRow, "status" | "open" | "resolved_at" | "closed_at" | "reopen_count" | "snoozed_until">;
  target: PublicTimes & Pick<TaskRow, "confidential">;
  messages: number[];
  /** By table: what moved, and what the target had too, so that it stayed behind. */
  tags: string[];
  participants: number[];
  /** The source's requester, where they were put in copy. */
  requester: number | null;
  watchers: number[];
  checklist: { id: number; position: number }[];
  fields: MovedFields;
  subTasks: number[];
  /** `now` null: the target had the same link, or could not have it. */
  links: { was: StoredLink & { created_at: number }; now: StoredLink | null }[];
  drafts: MergedDraft[];
};

/**
 * Makes one task a part of another: everything said and put there is the other's from now on, and its number leads there.
 * Agent access to both is needed. Nothing happens when the target cannot hold it all.
 */
export async function mergeTasks(db: Db, viewer: Viewer, merge: Merge, now: number): Promise<MergeTasks> {
  return inTransaction(db, async (tx) => {
    const links = await linksOf(tx, merge.source);
    const subTasks = await subTasksOf(tx, merge.source);
    const around = links.map((link) => linkSeenFrom(merge.source, link).other);
    await lockTasks(tx, [merge.source, merge.into, ...subTasks, ...around]);
    const [source, target] = await twoTasksToChange(tx, viewer, merge.source, merge.into);
    if (!source) return noSuchTask;
    if (!target) return notToBeHad(tx, viewer, merge.into);
    const reason = await whyNotMerged(tx, source, target);
    if (reason) return wrong(reason);
    if (source.version !== merge.version || target.version !== merge.intoVersion) return { ok: false, why: "changed" };

    const inverse: MergeInverse = {
      source: source.id,
      was: pick(source),
      target: { ...timesOf(target), confidential: target.confidential },
      messages: await moveMessages(tx, source.id, target.id),
      ...(await movePeopleAndTags(tx, source, target, merge.keepsRequester, now)),
      checklist: await moveChecklist(tx, source.id, target.id),
      fields: await moveFields(tx, { from: source.id, to: target.id }),
      subTasks: await moveSubTasks(tx, viewer, subTasks, { from: source.id, to: target.id }, now),
      links: await moveLinks(tx, links, source.id, target.id),
      drafts: await mergeDrafts(tx, source.id, target.id, now),
    };
    await moveFiles(tx, { from: source.id, to: target.id });
    await tx.deleteFrom("presence").where("task_id", "=", source.id).execute();
    await planWaking(tx, source.id, null, now);

    await tx
      .updateTable("task")
      .set({
        ...statusChange(source, "closed", now),
        merged_into: target.id,
        updated_at: now,
        version: source.version + 1,
      })
      .where("id", "=", source.id)
      .execute();
    await tx
      .updateTable("task")
      .set({
        ...joinedTimes(target, source),
        confidential: source.confidential === 1 ? 1 : target.confidential,
        updated_at: now,
        version: target.version + 1,
      })
      .where("id", "=", target.id)
      .execute();
    const change = { taskId: target.id, actorId: viewer.id, kind: "merge", inverse };
    const changeSetId = await recordChangeSet(tx, change, now);
    const told = { actorId: viewer.id, kind: "changed" as const, field: "merged" as const, changeSetId, at: now };
    await recordEvents(tx, [
      { ...told, taskId: target.id, from: null, to: numberText(source.id) },
      { ...told, taskId: source.id, from: numberText(target.id), to: null },
    ]);
    await reindexTasks(tx, [source.id, target.id]);
    return { ok: true, changeSetId };
  });
}

const pick = ({ status, open, resolved_at, closed_at, reopen_count, snoozed_until }: TaskRow): MergeInverse["was"] => ({
  ...{ status, open, resolved_at, closed_at, reopen_count, snoozed_until },
});

const timesOf = ({ first_responded_at, last_public_at, last_requester_at, last_agent_at }: TaskRow): PublicTimes => ({
  ...{ first_responded_at, last_public_at, last_requester_at, last_agent_at },
});

/** A number that names no task to merge into: perhaps one that went into another itself. */
async function notToBeHad(tx: Tx, viewer: Viewer, number: number): Promise<Wrong> {
  const today = (await whereaboutsOf(tx, viewer, [number])).get(number);
  if (today === undefined || today === number) return noSuchNumber(number);
  return wrong(`#${number} was merged into #${today} already. Merge into #${today} instead.`);
}

type Side = Pick<TaskRow, "id" | "parent_id" | "requester_id">;

/** A sentence for two tasks that cannot become one; null for two that can. People of several organisations: here. */
export async function whyNotMerged(tx: Db, source: Side, target: Side): Promise<string | null> {
  if (source.id === target.id) return "A task cannot be merged into itself.";
  if (source.parent_id === target.id) return `#${source.id} is a sub-task of #${target.id}. Remove it there first.`;
  if (target.parent_id === source.id) return `#${target.id} is a sub-task of #${source.id}. Remove it there first.`;
  const subTasks = await countSubTasks(tx, source.id);
  if (subTasks > 0 && target.parent_id !== null) {
    return `#${source.id} has sub-tasks, and #${target.id} is a sub-task itself, so it cannot take them.`;
  }
  const sizes = {
    "sub-tasks": [subTasks + (await countSubTasks(tx, target.id)), RELATION_LIMITS.subTasks],
    tags: [await countTogether(tx, "task_tag", "tag", source.id, target.id), TASK_LIMITS.tags],
    "people in copy": [await countInCopy(tx, source, target), TASK_LIMITS.participants],
    "items in its checklist": [await countItems(tx, source.id, target.id), CHECKLIST_LIMITS.items],
    attachments: [await countFiles(tx, source.id, target.id), TASK_LIMITS.attachments],
    links: [(await linksOf(tx, source.id)).length + (await linksOf(tx, target.id)).length, RELATION_LIMITS.links],
  } satisfies Record<string, [number, number]>;
  for (const [what, [count, most]] of Object.entries(sizes) as [string, [number, number]][]) {
    if (count > most)
      return `#${target.id} would have ${count} ${what}; a task has at most ${most}. Remove some first.`;
  }
  return null;
}

async function countTogether(tx: Db, table: "task_tag", column: "tag", one: number, other: number): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.count<number>(column).distinct().as("count"))
    .where("task_id", "in", [one, other])
    .executeTakeFirstOrThrow();
  return count;
}

/** Those in copy of either task, and the source's requester, who may stay so. */
async function countInCopy(tx: Db, source: Side, target: Side): Promise<number> {
  const rows = await tx
    .selectFrom("participant")
    .select("user_id")
    .distinct()
    .where("task_id", "in", [source.id, target.id])
    .execute();
  const people = new Set([...rows.map(({ user_id }) => user_id), source.requester_id]);
  people.delete(target.requester_id);
  return people.size;
}

async function countItems(tx: Db, one: number, other: number): Promise<number> {
  const { count } = await tx
    .selectFrom("checklist_item")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("task_id", "in", [one, other])
    .executeTakeFirstOrThrow();
  return count;
}

/** Without those of messages that the target has already. */
async function countFiles(tx: Db, source: number, target: number): Promise<number> {
  const twice = new Set(await saidTwice(tx, source, target));
  const files = tx.selectFrom("attachment").select("message_id").where("task_id", "in", [source, target]);
  return (await files.execute()).filter(({ message_id }) => message_id === null || !twice.has(message_id)).length;
}

/** What a split made both tasks say stays with the source, unseen, as long as both still say it in the same words. */
async function moveMessages(tx: Tx, from: number, to: number): Promise<number[]> {
  const twice = new Set(await saidTwice(tx, from, to));
  const messages = await tx.selectFrom("message").select("id").where("task_id", "=", from).orderBy("id").execute();
  const moving = messages.map(({ id }) => id).filter((id) => !twice.has(id));
  await inParts(moving, (part) => tx.updateTable("message").set({ task_id: to }).where("id", "in", part).execute());
  return moving;
}

/** The source's messages that the target has as well: one is the other's copy, or both are copies of a third. */
export async function saidTwice(tx: Db, source: number, target: number): Promise<number[]> {
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
      for (const { id, body } of bodies) words.set(id, body.replace(OWN_PICTURES, ""));
    },
  );
  return pairs.filter(({ id, other }) => words.get(id) === words.get(other)).map(({ id }) => id);
}

/** A copy shows pictures of its own. */
const OWN_PICTURES = /\/attachments\/\d+/g;

/** What both have stays with the source, unseen; the rest is the target's. */
async function movePeopleAndTags(tx: Tx, source: TaskRow, target: TaskRow, keepsRequester: boolean, now: number) {
  const way = { from: source.id, to: target.id };
  const newTo = async <C extends "task_tag" | "participant" | "watcher">(table: C) => {
    const there = new Set<unknown>(await membersOf(tx, table, target.id));
    if (table === "participant") there.add(target.requester_id); // who asks is no copy of themselves
    return (await membersOf(tx, table, source.id)).filter((member) => !there.has(member));
  };
  const [tags, participants, watchers] = [await newTo("task_tag"), await newTo("participant"), await newTo("watcher")];
  await moveMembers(tx, "task_tag", tags, way);
  await moveMembers(tx, "participant", participants, way);
  await moveMembers(tx, "watcher", watchers, way);
  const inCopy = await membersOf(tx, "participant", target.id);
  const stays = keepsRequester && source.requester_id !== target.requester_id && !inCopy.includes(source.requester_id);
  if (stays) {
    await tx
      .insertInto("participant")
      .values({ task_id: target.id, user_id: source.requester_id, added_at: now })
      .execute();
  }
  return { tags, participants, watchers, requester: stays ? source.requester_id : null };
}

/** The source's items come after the target's. */
async function moveChecklist(tx: Tx, from: number, to: number): Promise<MergeInverse["checklist"]> {
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

const subTasksOf = async (tx: Tx, parentId: number) =>
  (await tx.selectFrom("task").select("id").where("parent_id", "=", parentId).orderBy("id").execute()).map(
    ({ id }) => id,
  );

/** Gives sub-tasks another parent, which their history tells. Answers which: those that had another one already stay there. */
export async function moveSubTasks(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  { from, to }: { from: number; to: number },
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
  const told = { actorId: viewer.id, kind: "changed" as const, field: "parent" as const, at: now };
  await recordEvents(
    tx,
    moved.map((taskId) => ({ ...told, taskId, from: numberText(from), to: numberText(to) })),
  );
  return moved;
}

const linksOf = (tx: Db, taskId: number) =>
  tx
    .selectFrom("task_link")
    .selectAll()
    .where((eb) => eb.or([eb("task_id", "=", taskId), eb("other_id", "=", taskId)]))
    .orderBy("created_at")
    .execute();

type LinkRow = Awaited<ReturnType<typeof linksOf>>[number];

/** The source's links are the target's, but for those it has already, to itself, or in a circle. */
async function moveLinks(tx: Tx, links: LinkRow[], from: number, to: number): Promise<MergeInverse["links"]> {
  await deleteLinksOf(tx, from);
  const moved: MergeInverse["links"] = [];
  for (const was of links) {
    const { view, other } = linkSeenFrom(from, was);
    const link = storedLink(to, view, other);
    const fits = other !== to && (await whyNotLinked(tx, link)) === null;
    if (fits) {
      await tx
        .insertInto("task_link")
        .values({ ...link, created_at: was.created_at })
        .execute();
    }
    moved.push({ was, now: fits ? link : null });
  }
  return moved;
}

const deleteLinksOf = (tx: Tx, taskId: number) =>
  tx
    .deleteFrom("task_link")
    .where((eb) => eb.or([eb("task_id", "=", taskId), eb("other_id", "=", taskId)]))
    .execute();
