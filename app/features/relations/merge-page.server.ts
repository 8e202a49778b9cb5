import type { Db } from "~/db/types";
import { shutsOut } from "~/features/tasks/access.server";
import { followMerges } from "~/features/tasks/follow-merges.server";
import { workableBy } from "~/features/tasks/task-policy.server";
import { statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { duplicateMessages } from "./merge-moves.server";
import { becomesConfidential, mergeError } from "./merge-rules.server";
import { describeTakenFields, fieldsToMerge } from "./merged-fields.server";
import * as say from "./relations-copy";
import { beginningOf } from "./split.server";

/** Effects of a merge, with the `obstacle` if it isn't possible; or why there is no such target. */
export async function previewMerge(
  db: Db,
  viewer: Viewer,
  { source: sourceId, into: targetId }: { source: number; into: number },
  now: number,
) {
  const twice = await duplicateMessages(db, sourceId, targetId);
  const [source, target] = [await sideOf(db, viewer, sourceId, twice), await sideOf(db, viewer, targetId)];
  if (!source || !target) {
    const today = (await followMerges(db, viewer, [targetId])).get(targetId);
    const merged = today !== undefined && today !== targetId;
    const why = merged ? say.wasMergedInto(targetId, today) : say.noSuchTask(targetId);
    return { ok: false as const, message: why };
  }
  const inCopy = await db
    .selectFrom("participant")
    .select("user_id")
    .where("task_id", "=", target.shown.id)
    .where("user_id", "=", source.shown.requester.id)
    .executeTakeFirst();
  const closes = await becomesConfidential(db, source.row, target.row);
  const joined = closes === null ? target.row : { ...target.row, confidential: 1 as const };
  const taken = await describeTakenFields(db, source.row, joined, now);
  return {
    ok: true as const,
    source: source.shown,
    target: target.shown,
    /** Labels of the source's custom fields. */
    fields: await fieldsToMerge(db, sourceId, targetId),
    ...taken,
    closes,
    /** Whether the viewer loses access because the target becomes confidential. */
    shutsOut: closes !== null && (await shutsOut(db, viewer, target.row, { confidential: true })),
    mayStay: source.shown.requester.id !== target.shown.requester.id && !inCopy,
    obstacle: await mergeError(db, source.row, target.row),
  };
}

export type MergePreview = Extract<Awaited<ReturnType<typeof previewMerge>>, { ok: true }>;

const LETTERS = 140;

/** One of the two tasks on the merge page. */
export type MergeSide = MergePreview["source"];

/** `left`: messages that stay behind and don't count. */
async function sideOf(db: Db, viewer: Viewer, id: number, left: readonly number[] = []) {
  const row = await readSide(db, viewer, id);
  if (!row) return null;
  const ofMessages = db
    .selectFrom("message")
    .select(["id", "body_text"])
    .where("task_id", "=", id)
    .where("send_after", "is", null)
    .limit(1);
  const [tags, messages, first, last, others] = await Promise.all([
    db.selectFrom("task_tag").select("tag").where("task_id", "=", id).orderBy("tag").execute(),
    db
      .selectFrom("message")
      .select(["kind", ({ fn }) => fn.countAll<number>().as("count")])
      .where("task_id", "=", id)
      .where("id", "not in", [0, ...left])
      .groupBy("kind")
      .execute(),
    ofMessages.orderBy("created_at").orderBy("id").executeTakeFirst(),
    ofMessages.orderBy("created_at", "desc").orderBy("id", "desc").executeTakeFirst(),
    db
      .selectNoFrom(({ selectFrom }) => [
        selectFrom("attachment")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("task_id", "=", id)
          .where("message_id", "is not", null)
          .where("message_id", "not in", [0, ...left])
          .as("attachments"),
        selectFrom("checklist_item")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("task_id", "=", id)
          .as("checklist"),
        selectFrom("draft")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("task_id", "=", id)
          .where("deleted_at", "is", null)
          .as("drafts"),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const ofKind = (kind: string) => messages.find((one) => one.kind === kind)?.count ?? 0;
  return {
    row,
    shown: {
      id: row.id,
      title: row.title,
      status: statusOf(row.status).key,
      version: row.version,
      requester: { id: row.requester_id, name: row.requester },
      assignee: row.assignee,
      confidential: row.confidential === 1,
      createdAt: row.created_at,
      /** The beginnings of the request and of the newest message or note; `first` is null if they're the same. */
      first: first && first.id !== last?.id ? beginningOf(first.body_text, LETTERS) : null,
      last: last ? beginningOf(last.body_text, LETTERS) : null,
      tags: tags.map(({ tag }) => tag),
      /** Includes other people's drafts, but never their text. */
      counts: {
        messages: ofKind("public"),
        notes: ofKind("internal"),
        attachments: others.attachments ?? 0,
        checklist: others.checklist ?? 0,
        drafts: others.drafts ?? 0,
      },
    },
  };
}

const readSide = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .selectAll("task")
    .select(["requester.name as requester", "assignee.name as assignee"])
    .where("task.id", "=", id)
    .where(workableBy(viewer))
    .executeTakeFirst();
