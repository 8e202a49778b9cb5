import type { Tx } from "~/db/transaction.server";
import { moveDrafts } from "~/features/conversation/drafts/draft-changes.server";
import { BETWEEN_TEXTS, type DraftRow, laterThan } from "~/features/conversation/drafts/draft-rows.server";
import type { Way } from "./move-rows.server";

/**
 * A draft that a merge moved. With `into`, its text was appended to that draft by the same person, from character `at`. They
 * can be separated while the joined draft is unchanged since `joinedAt`.
 */
export type MergedDraft =
  | { id: number; into: null }
  | {
      id: number;
      into: number;
      at: number;
      joinedAt: number;
      ownFields: string;
      /** Whether the joined draft was shared with colleagues. Older merges lack this. */
      shared?: boolean;
      row: Omit<DraftRow, "id" | "body">;
      attachments: number[];
    };

/** Moves everyone's drafts. Returns the data to undo it, without the texts, which stay only in the drafts. */
export async function mergeDrafts(tx: Tx, { from, to }: Way, now: number): Promise<MergedDraft[]> {
  const [sources, targets] = [await draftsOf(tx, from), await draftsOf(tx, to)];
  const live = (draft: DraftRow) =>
    targets.find(
      ({ user_id, kind, deleted_at }) => user_id === draft.user_id && kind === draft.kind && deleted_at === null,
    );
  const taken: { draft: DraftRow; into: DraftRow | undefined; attachments: number[] }[] = [];
  for (const draft of sources) {
    const files = await tx.selectFrom("attachment").select("id").where("draft_id", "=", draft.id).execute();
    const into = draft.deleted_at === null ? live(draft) : undefined;
    taken.push({ draft, into, attachments: files.map(({ id }) => id) });
  }
  await moveDrafts(tx, from, to, now);
  const joined = await draftsOf(tx, to);
  return taken.map(({ draft, into, attachments }) => {
    if (!into) return { id: draft.id, into: null };
    const { id, body: _, ...row } = draft;
    const { updated_at: joinedAt, shared } = joined.find((one) => one.id === into.id) ?? { updated_at: now, shared: 0 };
    const at = into.body.trim() === "" ? 0 : into.body.length;
    return { id, into: into.id, at, joinedAt, ownFields: into.fields, shared: shared === 1, row, attachments };
  });
}

const draftsOf = (tx: Tx, taskId: number) =>
  tx.selectFrom("draft").selectAll().where("task_id", "=", taskId).orderBy("id").execute();

/** Moves drafts back. Returns how many couldn't be, because they were sent, deleted or edited since. */
export async function unmergeDrafts(
  tx: Tx,
  drafts: readonly MergedDraft[],
  { from, to }: Way,
  now: number,
): Promise<number> {
  let left = 0;
  for (const merged of drafts) {
    const there = await tx
      .selectFrom("draft")
      .selectAll()
      .where("id", "=", merged.into ?? merged.id)
      .where("task_id", "=", from)
      .executeTakeFirst();
    if (!there) left++;
    else if (merged.into === null) {
      await tx.updateTable("draft").set({ task_id: to }).where("id", "=", merged.id).execute();
    } else if (there.updated_at !== merged.joinedAt || there.deleted_at !== null) left++;
    else {
      const { id, at, ownFields, row, attachments } = merged;
      const isEnded = merged.shared === true && there.shared === 0; // the author stopped sharing it since
      const body = there.body.slice(at === 0 ? 0 : at + BETWEEN_TEXTS.length);
      const apart = { ...row, id, body, user_id: there.user_id, ...(isEnded && { shared: 0 as const }) };
      await tx.insertInto("draft").values(apart).execute();
      const own = { body: there.body.slice(0, at), fields: ownFields, updated_at: laterThan(there, now) };
      await tx.updateTable("draft").set(own).where("id", "=", there.id).execute();
      if (attachments.length > 0) {
        await tx
          .updateTable("attachment")
          .set({ draft_id: id })
          .where("id", "in", attachments)
          .where("draft_id", "=", there.id)
          .execute();
      }
    }
  }
  return left;
}
