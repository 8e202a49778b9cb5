import { wasSent } from "~/db/once-per-form.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { mergedInto } from "~/features/tasks/follow-merges.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/users";
import { cleanText, codePoints, storableText } from "~/lib/text";
import { type DraftRow, draftOf, draftsAt, laterThan, liveDraft, lockNewTaskDraft } from "./draft-rows.server";
import { DRAFT_LIMITS, type Draft, type DraftPlace } from "./drafts";

/**
 * requestKey  key of the form: after it is sent, late saves are refused
 * revision    how often this form was saved before
 * known       `updated_at` of the draft this form knows; null for none. Undefined overwrites any version
 * onPurpose   explicit save by button, so only replacing an unseen version is refused
 * putsAside   a version saved in another tab or device is deleted, restorably, instead of refusing
 */
export type TypedDraft = {
  body: string;
  fields?: Record<string, string>;
  requestKey?: string | undefined;
  revision?: number;
  known?: number | null | undefined;
  onPurpose?: boolean;
  putsAside?: boolean;
};

/**
 * `draft` null: nothing to save. `forgotten`: how many old drafts were deleted to make room.
 *
 * sent     the form's message or task exists already
 * deleted  saved before its draft was deleted, or by a form that doesn't know of the deletion yet
 * newer    another tab or device saved a version this form doesn't know
 */
export type SaveDraft =
  | { ok: true; draft: { id: number; updatedAt: number } | null; forgotten: number }
  | { ok: false; why: "no_such_task" | "too_long" | "sent" | "deleted" }
  | { ok: false; why: "newer"; draft: Draft };

/** Saves a draft. An empty text deletes it. */
export async function saveDraft(
  db: Db,
  viewer: Viewer,
  wanted: DraftPlace,
  typed: TypedDraft,
  now: number,
): Promise<SaveDraft> {
  const body = storableText(typed.body);
  const entries = Object.entries(typed.fields ?? {}).map(([name, text]) => [storableText(name), storableText(text)]);
  const fields = JSON.stringify(Object.fromEntries(entries));
  if (codePoints(body) > DRAFT_LIMITS.body || fields.length > DRAFT_LIMITS.fields)
    return { ok: false, why: "too_long" };

  return inTransaction(db, async (tx) => {
    const found = await placeToChange(tx, viewer, wanted);
    if (!found) return { ok: false, why: "no_such_task" };
    const { place, version } = found;
    const { requestKey } = typed;
    const sent = requestKey !== undefined && (await wasSent(tx, { userId: viewer.id, key: requestKey }));
    if (sent && !typed.onPurpose) return { ok: false, why: "sent" };

    let before = await liveDraft(tx, viewer.id, place);
    if (!before && !typed.onPurpose && (await wasDeleted(tx, viewer.id, place, typed))) {
      return { ok: false, why: "deleted" };
    }
    let aside: number | null = null;
    const kept = { body, fields, request_key: (!sent && requestKey) || null, revision: typed.revision ?? 0 };
    if (before) {
      const same = before.body === kept.body && before.fields === kept.fields;
      const filesAlone = before.body === "" && before.fields === "{}";
      const own = filesAlone || (before.request_key !== null && before.request_key === kept.request_key);
      if (same || (own && !typed.onPurpose && kept.revision < before.revision)) return saved(before, before.updated_at);
      if (!own && typed.known !== undefined && typed.known !== before.updated_at) {
        if (!typed.putsAside) return { ok: false, why: "newer", draft: draftOf(before) };
        await discardDraft(tx, before, now);
        aside = before.id;
        before = undefined;
      }
    }
    if (isEmpty(place, body, entries) && !(before && (await hasFiles(tx, before.id)))) {
      if (before) await discardDraft(tx, before, now);
      return { ok: true, draft: null, forgotten: 0 };
    }
    if (before) {
      const updatedAt = laterThan(before, now);
      await tx
        .updateTable("draft")
        .set({ ...kept, base_version: version, updated_at: updatedAt })
        .where("id", "=", before.id)
        .execute();
      return saved(before, updatedAt);
    }
    const { id, forgotten } = await insertDraft(tx, viewer.id, place, { ...kept, base_version: version }, now);
    // Files belong to the place, whichever tab added them.
    if (aside !== null)
      await tx.updateTable("attachment").set({ draft_id: id }).where("draft_id", "=", aside).execute();
    return saved({ id }, now, forgotten);
  });
}

/** Whether the draft was deleted since: one this form saved, or the version it knows. */
async function wasDeleted(tx: Tx, userId: number, place: DraftPlace, { requestKey, revision, known }: TypedDraft) {
  const deleted = draftsAt(tx, userId, place)
    .where("deleted_at", "is not", null)
    .where((eb) =>
      eb.or([
        eb.and([eb("created_at", "<=", known ?? -1), eb("updated_at", ">=", known ?? -1)]),
        eb.and([eb("request_key", "=", requestKey ?? ""), eb("revision", ">=", revision ?? 0)]),
      ]),
    );
  return (await deleted.executeTakeFirst()) !== undefined;
}

const saved = ({ id }: { id: number }, updatedAt: number, forgotten = 0) => ({
  ok: true as const,
  draft: { id, updatedAt },
  forgotten,
});

/** The viewer's draft and its place, which a merge may have moved. Null: no such task. */
export async function findDraft(tx: Tx, viewer: Viewer, wanted: DraftPlace) {
  const found = await placeToChange(tx, viewer, wanted);
  return found && { ...found, draft: await liveDraft(tx, viewer.id, found.place) };
}

/**
 * The draft at a place, created empty if there is none: files may come before text. `taskId`: the task it is on. Null: no
 * such task.
 */
export async function findOrCreateDraft(
  tx: Tx,
  viewer: Viewer,
  wanted: DraftPlace,
  now: number,
): Promise<{ id: number; taskId: number | null } | null> {
  const found = await findDraft(tx, viewer, wanted);
  if (!found) return null;
  const { place, version, draft } = found;
  const { id } = draft ?? (await insertDraft(tx, viewer.id, place, { body: "", base_version: version }, now));
  return { id, taskId: place.taskId };
}

/** The place, if the viewer may write there. A merged task's drafts are on the task it was merged into. */
async function placeToChange(tx: Tx, viewer: Viewer, place: DraftPlace) {
  if (place.kind === "task") {
    await lockNewTaskDraft(tx, viewer.id);
    return { place, version: null };
  }
  const { kind, taskId } = place;
  const task = (await taskToChange(tx, viewer, taskId)) ?? (await taskItIsPartOf(tx, viewer, taskId));
  if (!task || (kind === "note" && !task.works)) return null;
  return { place: { kind, taskId: task.id }, version: task.version };
}

async function taskItIsPartOf(tx: Tx, viewer: Viewer, taskId: number) {
  const today = await mergedInto(tx, viewer, taskId);
  return today === null ? undefined : taskToChange(tx, viewer, today);
}

/** Choices without text don't make a draft. */
const isEmpty = ({ kind }: DraftPlace, body: string, fields: string[][]) =>
  body.trim() === "" &&
  (kind !== "task" || fields.every(([name = "", text = ""]) => CHOSEN.has(name) || text.trim() === ""));

/** Fields of a new task that always have a value. */
const CHOSEN = new Set(["type", "priority", "assignee", "team"]);

async function hasFiles(tx: Tx, draftId: number): Promise<boolean> {
  const one = tx.selectFrom("attachment").select("id").where("draft_id", "=", draftId).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

type NewDraft = {
  body: string;
  base_version: number | null;
  fields?: string;
  request_key?: string | null;
  revision?: number;
};

/** Creates a draft. Above the limit, it deletes the oldest ones, restorably. */
export async function insertDraft(tx: Tx, userId: number, { taskId, kind }: DraftPlace, draft: NewDraft, now: number) {
  const surplus = await tx
    .selectFrom("draft")
    .selectAll()
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .offset(DRAFT_LIMITS.perPerson - 1)
    .limit(DRAFT_LIMITS.perPerson)
    .execute();
  for (const old of surplus) await discardDraft(tx, old, now);
  const { id } = await tx
    .insertInto("draft")
    .values({ ...draft, user_id: userId, task_id: taskId, kind, created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, forgotten: surplus.length };
}

/** Deletes a draft, restorably for a day. Of texts typed and cleared in the same form, only the last is kept. */
export async function discardDraft(tx: Tx, draft: DraftRow, now: number): Promise<void> {
  if (draft.request_key !== null) {
    await tx
      .deleteFrom("draft")
      .where("user_id", "=", draft.user_id)
      .where("request_key", "=", draft.request_key)
      .where("deleted_at", "is not", null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("attachment").select("id").whereRef("attachment.draft_id", "=", "draft.id"))),
      )
      .execute();
  }
  await tx.updateTable("draft").set({ deleted_at: now, shared: 0 }).where("id", "=", draft.id).execute();
}

/**
 * Deletes the draft of a sent text, in the transaction that sends it: typed in the sent form, shown by it (`draft` is its
 * version), or with the same text. A draft written elsewhere stays.
 */
export async function removeSentDraft(
  tx: Tx,
  userId: number,
  place: DraftPlace,
  sent: { body: string; requestKey: string; draft?: number | null | undefined },
): Promise<void> {
  if (place.kind === "task") await lockNewTaskDraft(tx, userId);
  for (const draft of await draftsAt(tx, userId, place).execute()) {
    const own = draft.request_key === sent.requestKey || draft.updated_at === sent.draft;
    if (!own && cleanText(draft.body) !== sent.body) continue;
    if (!(await hasFiles(tx, draft.id))) await tx.deleteFrom("draft").where("id", "=", draft.id).execute();
    else if (draft.deleted_at === null)
      await tx.updateTable("draft").set({ body: "", shared: 0 }).where("id", "=", draft.id).execute();
  }
}
