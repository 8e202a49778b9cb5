import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Actions } from "~/features/actions/actions";
import { applyActions } from "~/features/actions/apply-actions.server";
import { readersInWords } from "~/features/conversation/sending/held-reply";
import { findReaderChange } from "~/features/conversation/sending/recipients.server";
import { type AddNote, addNote, type ReplyToTask, replyToTask } from "~/features/conversation/task-reply.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import { statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { allOf } from "~/lib/text";
import type { TimeCursor } from "~/lib/time-cursor";
import { fillTemplate, missingVariablesMessage } from "./fill-template.server";
import * as say from "./macros-copy";
import { templateValues } from "./template-values.server";

/**
 * A message sent along with the actions.
 *
 * body      in a bulk change its variables are filled in for each task; otherwise the writer has reviewed it
 * windowMs  how long a reply is held
 * origin    the desk's base URL
 * draft     time of the draft that is sent with it
 * seen      the newest public message the writer has seen
 * readers   token of the readers the form listed
 * anyway    whether the writer has confirmed
 */
type SentText = {
  kind: "reply" | "note";
  body: string;
  requestKey: string;
  windowMs: number;
  origin: string;
  draft?: number | null;
  seen?: TimeCursor | undefined;
  readers?: string | undefined;
  anyway?: boolean;
};

/**
 * `held` is the reply waiting for its sending window to end. `asks`: the writer may confirm and send anyway, to `readers`.
 * The caller must roll back a refusal, which may have written something.
 */
export type AppliedMacro =
  | { ok: true; changeSetId: number | null; held: number | null }
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "refused"; reason: string; asks?: true; readers?: string };

/**
 * Applies actions to a task and sends the text. On one task the reply sets the status, as on the task's page. In a bulk change
 * the status changes with the other fields, and is undone with them.
 */
export async function applyMacro(
  tx: Tx,
  viewer: Viewer,
  taskId: number,
  { actions, text, bulkId }: { actions: Actions; text?: SentText; bulkId?: number },
  now: number,
): Promise<AppliedMacro> {
  let body = text?.body ?? "";
  if (text) {
    const about = { taskId, isReply: text.kind === "reply", origin: text.origin };
    const values = await templateValues(tx, viewer, about);
    if (!values) return { ok: false, why: "no_such_task" };
    const filled = bulkId === undefined ? { text: body, missing: [] } : fillTemplate(body, values);
    if (filled.missing.length > 0)
      return { ok: false, why: "refused", reason: missingVariablesMessage(filled.missing) };
    body = filled.text;
  }
  const isAnswer = text?.kind === "reply" && bulkId === undefined;
  if (isAnswer && text.readers !== undefined) {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    // Checked before anything changes, because the form already showed the macro's changes.
    const others = await findReaderChange(tx, viewer, task, text.readers);
    if (others)
      return { ok: false, why: "refused", reason: readersInWords(others), asks: true, readers: others.readers };
  }
  const fields = isAnswer ? { ...actions, status: undefined } : actions;
  const applied = await applyActions(tx, viewer, { taskId, ...(bulkId !== undefined && { bulkId }) }, fields, now);
  if (!applied.ok) return applied;
  const { changeSetId } = applied;
  if (!text) return { ok: true, changeSetId, held: null };
  const { kind, requestKey, draft = null, seen, anyway = false, windowMs } = text;
  const message = { body, requestKey, draft, anyway };
  if (kind === "note") {
    const added = await addNote(tx, viewer, taskId, message, now);
    return added.ok ? { ok: true, changeSetId, held: null } : refusalOf(added);
  }
  const status = (isAnswer ? actions.status : undefined) ?? "keep";
  const replied = await replyToTask(tx, viewer, taskId, { ...message, seen, status }, now, { windowMs });
  return replied.ok ? { ok: true, changeSetId, held: replied.held } : refusalOf(replied);
}

function refusalOf(not: Extract<ReplyToTask | AddNote, { ok: false }>): AppliedMacro {
  const because = (reason: string): AppliedMacro => ({ ok: false, why: "refused", reason });
  switch (not.why) {
    case "no_such_task":
      return { ok: false, why: "no_such_task" };
    case "sent_already":
      return { ok: false, why: "refused", reason: say.alreadySent, asks: true };
    case "new_message":
      return { ok: false, why: "refused", reason: say.newMessageMeanwhile, asks: true };
    case "other_text":
      return because(say.otherMessageSent);
    case "mention":
    case "too_many":
    case "too_many_files":
      return because(not.message);
    case "missing_fields":
      return because(say.neededToResolve(allOf(not.fields.map(({ label }) => label))));
    case "unfinished":
      return because(say.hasOpenItems);
    case "invalid_move":
      return because(say.cannotMoveToStatus(statusOf(not.status).name));
    default:
      return because(say.nothingWasSent);
  }
}

/** Rolls back the transaction. */
class Refused extends Error {
  constructor(readonly answer: AppliedMacro) {
    super();
  }
}

/** Applies a macro to one task, all or nothing. */
export async function runMacro(
  db: Db,
  viewer: Viewer,
  taskId: number,
  asked: Parameters<typeof applyMacro>[3],
  now: number,
): Promise<AppliedMacro> {
  try {
    return await inTransaction(db, async (tx) => {
      const applied = await applyMacro(tx, viewer, taskId, asked, now);
      if (!applied.ok) throw new Refused(applied);
      return applied;
    });
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}
