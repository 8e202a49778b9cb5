import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { filesBy } from "../attachments/read-files.server";
import { DRAFT_LIMITS, type Draft, type DraftKind, type DraftPlace } from "./draft-place";

/* The pieces that saving, throwing away and moving drafts have in common. */

/** The drafts somebody has at a place: one that counts, and those thrown away lately. */
export function draftsAt(db: Db, userId: number, { taskId, kind }: DraftPlace) {
  return db
    .selectFrom("draft")
    .selectAll()
    .where("user_id", "=", userId)
    .where("task_id", taskId === null ? "is" : "=", taskId)
    .where("kind", "=", kind);
}

export const liveDraft = (db: Db, userId: number, place: DraftPlace) =>
  draftsAt(db, userId, place).where("deleted_at", "is", null).executeTakeFirst();

export type DraftRow = NonNullable<Awaited<ReturnType<typeof liveDraft>>>;

export const draftOf = ({ id, kind, body, fields, shared, updated_at }: DraftRow): Draft => ({
  id,
  kind,
  body,
  fields: JSON.parse(fields) as Record<string, string>,
  shared: shared === 1,
  updatedAt: updated_at,
});

/**
 * Until this transaction ends nobody else saves or sends this person's new task. What stands on a task is guarded by the
 * lock on the task; SQLite has one writer anyway.
 */
export async function guardNewTask(tx: Tx, userId: number): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`select pg_advisory_xact_lock(${NEW_TASK}, ${userId})`.execute(tx);
}

/** Any number that no other lock of ours has. */
const NEW_TASK = 0x64_72_66_74;

/** What stands between two texts that became one draft. */
export const BETWEEN_TEXTS = "\n\n";

export const joinTexts = (...texts: string[]) => texts.filter((text) => text.trim() !== "").join(BETWEEN_TEXTS);

type Fields = Record<string, string>;

/**
 * Merges the fields of a draft with those of a text that joins it; the draft's own choices win. If the two were written for
 * different readers, stores a token that never matches, so that sending asks.
 */
export function joinFields(own: Fields, added: Fields): string {
  const differ = own.readers && added.readers && own.readers !== added.readers;
  return JSON.stringify({ ...added, ...own, ...(differ && { readers: DIFFERENT_READERS }) });
}

const DIFFERENT_READERS = "different";

/**
 * Puts what a draft has into the one that is already there, below it, so that neither is lost. Colleagues read on only
 * where they read both before.
 */
export async function joinDrafts(tx: Tx, from: DraftRow, into: DraftRow, now: number): Promise<void> {
  const body = joinTexts(into.body, from.body);
  const fields = joinFields(JSON.parse(into.fields), JSON.parse(from.fields));
  await tx
    .updateTable("draft")
    .set({ body, fields, shared: from.shared && into.shared ? 1 : 0, updated_at: laterThan(into, now) })
    .where("id", "=", into.id)
    .execute();
  await tx.updateTable("attachment").set({ draft_id: into.id }).where("draft_id", "=", from.id).execute();
  await tx.deleteFrom("draft").where("id", "=", from.id).execute();
}

/** The time of a change is also the draft's version: each is later than the one before. */
export const laterThan = (draft: Pick<DraftRow, "updated_at">, now: number) => Math.max(now, draft.updated_at + 1);

/** Somebody's own drafts on a page, and those they threw away within a day. */
export type OwnDrafts = {
  drafts: Draft[];
  deleted: { id: number; kind: DraftKind; updatedAt: number }[];
};

export const NO_DRAFTS: OwnDrafts = { drafts: [], deleted: [] };

/** One's own drafts on a task one may see; with null those of a task that is not made yet. Notes only with agent access. */
export async function readDrafts(
  db: Db,
  viewer: Pick<Viewer, "id">,
  task: { id: number; works: 0 | 1 } | null,
  now: number,
): Promise<OwnDrafts> {
  let query = db
    .selectFrom("draft")
    .selectAll()
    .where("user_id", "=", viewer.id)
    .where("task_id", task ? "=" : "is", task?.id ?? null)
    .where((eb) => eb.or([eb("deleted_at", "is", null), eb("deleted_at", ">", now - DRAFT_LIMITS.undoMs)]))
    .orderBy("id");
  if (task?.works === 0) query = query.where("kind", "!=", "note");
  const rows = await query.execute();
  const live = rows.filter((row) => row.deleted_at === null);
  const files = await filesBy(
    db,
    "draft_id",
    live.map(({ id }) => id),
  );
  return {
    drafts: live.map((row) => ({ ...draftOf(row), files: files.get(row.id) ?? [] })),
    deleted: rows
      .filter((row) => row.deleted_at !== null)
      .map(({ id, kind, updated_at }) => ({ id, kind, updatedAt: updated_at })),
  };
}
