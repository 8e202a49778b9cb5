import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { filesBy } from "../attachments/attachment-queries.server";
import { DRAFT_LIMITS, type Draft, type DraftKind, type DraftPlace } from "./drafts";

/** A person's drafts at a place: the live one, and recently deleted ones. */
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
 * Locks the person's new-task draft until this transaction ends. The task lock guards drafts on a task, and SQLite has one
 * writer anyway.
 */
export async function lockNewTaskDraft(tx: Tx, userId: number): Promise<void> {
  if (engineOf(tx) === "postgres") await sql`select pg_advisory_xact_lock(${NEW_TASK}, ${userId})`.execute(tx);
}

/** Any number that no other advisory lock of ours uses. */
const NEW_TASK = 0x64_72_66_74;

/** Separates two texts that became one draft. */
export const BETWEEN_TEXTS = "\n\n";

export const joinTexts = (...texts: string[]) => texts.filter((text) => text.trim() !== "").join(BETWEEN_TEXTS);

type Fields = Record<string, string>;

/**
 * Merges the fields of two drafts; `own` wins. If they were written for different readers, stores a token that never matches,
 * so that sending asks.
 */
export function joinFields(own: Fields, added: Fields): string {
  const differ = own.readers && added.readers && own.readers !== added.readers;
  return JSON.stringify({ ...added, ...own, ...(differ && { readers: DIFFERENT_READERS }) });
}

const DIFFERENT_READERS = "different";

/** Merges a draft into an existing one, below its text. The result is shared only if both were. */
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

/** Time of a change, and so the draft's version: always later than the one before. */
export const laterThan = (draft: Pick<DraftRow, "updated_at">, now: number) => Math.max(now, draft.updated_at + 1);

/** The viewer's drafts on a page, and those deleted in the last day. */
export type OwnDrafts = {
  drafts: Draft[];
  deleted: { id: number; kind: DraftKind; updatedAt: number }[];
};

export const NO_DRAFTS: OwnDrafts = { drafts: [], deleted: [] };

/** The viewer's drafts on a task they can see, or of a new task for null. Notes only with agent access. */
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
  const ids = live.map(({ id }) => id);
  const files = await filesBy(db, "draft_id", ids);
  return {
    drafts: live.map((row) => ({ ...draftOf(row), files: files.get(row.id) ?? [] })),
    deleted: rows
      .filter((row) => row.deleted_at !== null)
      .map(({ id, kind, updated_at }) => ({ id, kind, updatedAt: updated_at })),
  };
}
