import { data, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { fileErrors } from "~/features/conversation/attachments/attachments";
import type { IncomingFile } from "~/features/conversation/attachments/incoming-files.server";
import { aboutHeld } from "~/features/conversation/sending/held-reply-toast";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { missingFieldErrors, readSentFields } from "~/features/custom-fields/custom-fields.server";
import { changeInWords } from "~/features/history/change-in-words.server";
import { undoAddress, undoButton } from "~/features/history/undo-rules";
import { wrongPeople } from "~/features/new-task/task-create.server";
import { changedMeanwhile, changeRequesterFields } from "~/features/task-page/custom-fields-for-requesters.server";
import * as say from "~/features/task-page/task-page-copy";
import type { TaskRefusal } from "~/features/task-page/task-view";
import { taskHref } from "~/features/task-page/way-in-list";
import { writeItem } from "~/features/tasks/checklist/checklist.server";
import { rateTask } from "~/features/tasks/rating/rate-task.server";
import { answerToast } from "~/features/tasks/status/requester-status";
import { withSnoozeDay } from "~/features/tasks/status/snooze";
import { changeTask } from "~/features/tasks/task-change.server";
import {
  ChecklistText,
  Note,
  RatingForm,
  Reply,
  readKept,
  readOriginals,
  TaskChange,
} from "~/features/tasks/task-schema";
import type { InvalidMove } from "~/features/tasks/task-status";
import { CHECKLIST_LIMITS, isOpen, isStatusKey, type Status, statusOf } from "~/features/tasks/tasks";
import { isVisible, worksOnNumber } from "~/features/tasks/team-access.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, refuse, refuseOtherText, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import type { Conflict } from "~/lib/merge-field";
import { asSuggestions, type Refusal, refusedWith } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";
import { allOf, eitherOf } from "~/lib/text";
import { handleUnsentForm } from "~/routes/_app.tasks.$id/preview-and-draft-actions.server";
import { pageAfterResolving } from "~/routes/_app.tasks.$id/way-in-list.server";

export type Asked = { request: Request; viewer: Viewer; id: number; form: FormData; arrived: IncomingFile[] };

export function refused(form: TaskRefusal["form"], status: number, refusal: Refusal, more: Partial<TaskRefusal> = {}) {
  const answer: TaskRefusal = { form, refusal, held: null, conflicts: [], unfinished: null, ...more };
  return data(answer, { status });
}

/** Redirects to the task with a toast. The page keeps the list it was opened from. */
export const backTo = async (
  { request }: Pick<Asked, "request">,
  id: number,
  text: string,
  more: Parameters<typeof withToast>[2] = {},
) => redirect(taskHref(id, new URL(request.url).searchParams.get("list")), await withToast("success", text, more));

/** Whether a form that changes the status resolves or closes the task. */
export const isDone = (status: string | undefined) => status !== undefined && isStatusKey(status) && !isOpen(status);

/** Redirects to the next task or the list once a task is resolved. The toast names the task. */
const goOn = async (to: string, text: string, more: Parameters<typeof withToast>[2]) =>
  redirect(to, await withToast("success", text, more));

/** A toast about a reply that isn't on the page. */
export const repliedAnd = (id: number, { category, name }: Status) =>
  category === "resolved" ? say.repliedAndResolved(id) : say.repliedAndSet(id, name);

async function handleUnsent(asked: Asked, kind: "reply" | "note") {
  const unsent = await handleUnsentForm({ kind, taskId: asked.id }, asked);
  if (!unsent) return null;
  return "refusal" in unsent
    ? refused(kind, unsent.status, unsent.refusal)
    : backTo(asked, asked.id, unsent.toast, unsent.more);
}

export async function submitReply(asked: Asked) {
  const withFiles = asked.arrived.length > 0;
  const draft = await handleUnsent(asked, "reply");
  if (draft) return draft;
  const { request, viewer, id, form } = asked;
  const works = await worksOnNumber(db, viewer, id);
  // `outcome` belongs to the requester's form, `after` to the agent's.
  if (works) form.delete("outcome");
  else form.delete("after");
  // A pressed button comes after the select.
  const after = form.getAll("after").at(-1);
  if (after !== undefined) form.set("after", after);
  const parsed = parseForm(form, Reply);
  if (!parsed.ok) return refused("reply", 422, parsed.refusal);

  const seconds = settings().sendingWindowSeconds;
  const resolves = isDone(parsed.value.status);
  const onwards = resolves ? await pageAfterResolving(viewer, request, id, Date.now()) : null;
  const sent = await replyToTask(db, viewer, id, parsed.value, Date.now(), { windowMs: seconds * 1000 });
  if (sent.ok && sent.id !== id) return backTo(asked, sent.id, say.newTaskForClosed(id, sent.id));
  if (sent.ok && sent.held !== null) {
    const post = `/tasks/${id}/messages/${sent.held}/withdrawal`;
    const action = { label: say.withdraw, post, forSeconds: seconds };
    const more = { action, about: aboutHeld(sent.held) };
    if (onwards !== null) return goOn(onwards, repliedAnd(id, statusOf(String(parsed.value.status))), more);
    return backTo(asked, id, say.replyWillBeSentIn(seconds), more);
  }
  if (sent.ok) {
    // The message can't be unsent, but the status it set can be undone.
    const label = parsed.value.body === "" ? say.undo : say.undoStatusChange;
    const undo = sent.statusSet !== null && { action: { label, post: undoAddress(id, sent.statusSet) } };
    const more = { ...undo, about: `answer to ${id}` };
    if (onwards !== null) return goOn(onwards, repliedAnd(id, statusOf(sent.status)), more);
    return backTo(asked, id, answerToast(sent.status, parsed.value), more);
  }
  switch (sent.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "readers":
      form.set("readers", sent.readers); // the readers as the writer now sees them
      return refused("reply", 409, refuse(form, {}), { held: sent });
    case "new_message":
    case "sent_already":
      return refused("reply", 409, refuse(form, {}), { held: sent });
    case "other_text":
      return refused("reply", 409, refuseOtherText(form, viewer.id, withFiles));
    case "files_alone":
      return refused("reply", 422, refuse(form, { body: [say.writeSomethingWithFiles] }));
    case "too_many_files":
      return refused("reply", 422, refuse(form, { [fileErrors("reply")]: [sent.message] }));
    case "unfinished":
      return refused("reply", 409, refuse(form, {}), { unfinished: sent });
    case "missing_fields":
      return refused("reply", 422, refuse(form, { after: [neededFirst(sent.fields)] }));
    case "mention":
      return refused("reply", 422, refuse(form, { body: [sent.message] }));
    case "too_many":
      return refused("reply", 429, refuse(form, {}, [sent.message]));
    case "invalid_move": {
      if (works) return refused("reply", 409, refuse(form, { after: [sentenceFor(sent)] }));
      const name = statusOf(sent.status).requesterName;
      return refused("reply", 409, refuse(form, {}, [say.requestStatusChanged(name)]));
    }
  }
}

export async function submitNote(asked: Asked) {
  const { request, viewer, id, form } = asked;
  if (!isAgent(viewer)) throw forbidden();
  const withFiles = asked.arrived.length > 0;
  const draft = await handleUnsent(asked, "note");
  if (draft) return draft;
  const parsed = parseForm(form, Note);
  if (!parsed.ok) return refused("note", 422, parsed.refusal);
  const added = await addNote(db, viewer, id, parsed.value, Date.now());
  if (added.ok) return backTo(asked, id, say.noteAdded);
  if (added.why === "mention") return refused("note", 422, refuse(form, { note: [added.message] }));
  if (added.why === "other_text") return refused("note", 409, refuseOtherText(form, viewer.id, withFiles));
  if (added.why === "too_many_files")
    return refused("note", 422, refuse(form, { [fileErrors("note")]: [added.message] }));
  if (added.why === "sent_already") return refused("note", 409, refuse(form, {}), { held: added });
  throw pageNotFound(request);
}

export async function submitFields(asked: Asked) {
  const { request, viewer, id, form } = asked;
  if (form.has("show")) return refused("fields", 200, refuse(form, {}));
  if (!isAgent(viewer)) throw forbidden();
  withSnoozeDay(form);
  const parsed = parseForm(form, TaskChange);
  if (!parsed.ok) {
    const requester = textOf(form, "requester");
    const people = requester === textOf(form, "was_requester") ? null : await wrongPeople(db, { requester });
    return refused("fields", 422, refusedWith(parsed.refusal, people));
  }

  const input = { ...parsed.value, was: readOriginals(form), kept: readKept(form), custom: readSentFields(form) };
  const now = Date.now();
  const { status } = parsed.value.change;
  const resolves = isDone(status) && !isDone(textOf(form, "was_status"));
  const onwards = resolves ? await pageAfterResolving(viewer, request, id, now) : null;
  const changed = await changeTask(db, viewer, id, input, now);
  if (changed.ok && !(await isVisible(db, viewer, id))) {
    return redirect("/tasks", await withToast("success", say.changedAndLostAccess(id)));
  }
  if (changed.ok) {
    if (changed.changeSetId === null) return backTo(asked, id, say.nothingWasChanged);
    const words = await changeInWords(db, id, changed.changeSetId, now);
    const undo = undoButton(id, changed.stays ? null : changed.changeSetId);
    return onwards === null ? backTo(asked, id, words, undo) : goOn(onwards, words, undo);
  }
  switch (changed.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "shuts_out":
      return refused("fields", 409, refuse(form, {}, [say.youWillLoseAccess]), { shutsOut: true });
    case "wrong":
      return refused("fields", 422, {
        ...refuse(form, listed(changed.errors)),
        suggestions: { requester: asSuggestions(changed.meant) },
      });
    case "wrong_fields":
      return refused("fields", 422, refusedWith(refuse(form, {}), changed));
    case "invalid_move":
      return refused("fields", 409, refuse(form, { status: [sentenceFor(changed)] }));
    case "unfinished":
      return refused("fields", 409, refuse(form, {}), { unfinished: changed });
    case "missing_fields": {
      const errors = { status: [neededFirst(changed.fields)], ...missingFieldErrors(changed.fields) };
      return refused("fields", 422, refuse(form, errors));
    }
    case "conflict": {
      const { fields: conflicts } = changed;
      return refused("fields", 409, refuse(form, {}, [conflictWords(conflicts, viewer)]), { conflicts });
    }
  }
}

export async function submitOwnFields(asked: Asked) {
  const { request, viewer, id, form } = asked;
  if (form.has("show")) return refused("own_fields", 200, refuse(form, {}));
  const changed = await changeRequesterFields(db, viewer, id, readSentFields(form), Date.now());
  if (changed.ok && changed.changeSetId === null) return backTo(asked, id, say.nothingWasChanged);
  if (changed.ok) return backTo(asked, id, say.detailsSaved, undoButton(id, changed.changeSetId));
  switch (changed.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "resolved":
      return refused("own_fields", 409, refuse(form, {}, [say.resolvedReplyBelow]));
    case "wrong":
      return refused("own_fields", 422, refuse(form, changed.errors));
    case "conflict":
      return refused("own_fields", 409, refuse(form, {}, [changedMeanwhile(changed.conflicts)]));
  }
}

export async function submitChecklistItem({ request, viewer, id, form }: Asked) {
  const parsed = parseForm(form, ChecklistText);
  if (!parsed.ok) return refused("checklist", 422, parsed.refusal);
  const written = await writeItem(db, viewer, id, parsed.value, Date.now());
  if (written.ok) return redirect(`${taskHref(id, new URL(request.url).searchParams.get("list"))}#checklist`);
  switch (written.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "too_many":
      return refused("checklist", 422, refuse(form, { text: [say.tooManyItems(CHECKLIST_LIMITS.items)] }));
    case "no_such_item":
      form.delete("item"); // the text goes into the form for a new item
      return refused("checklist", 409, refuse(form, { text: [say.itemRemovedAddAgain] }));
    case "other_text": {
      const { formErrors: text, ...refusal } = refuseOtherText(form, viewer.id);
      return refused("checklist", 409, { ...refusal, errors: { text }, formErrors: [] });
    }
    case "changed":
      return refused("checklist", 409, refuse(form, { text: [say.changedMeanwhile(written.text)] }));
  }
}

/** Handles the rating form, which only the requester's page has. */
export async function submitRating(asked: Asked) {
  const { request, viewer, id, form } = asked;
  const parsed = parseForm(form, RatingForm);
  if (!parsed.ok) return refused("rating", 422, parsed.refusal);
  const rated = await rateTask(db, viewer, id, parsed.value, Date.now());
  if (rated.ok) return backTo(asked, id, rated.isComment ? say.commentSaved : say.thanksForRating);
  switch (rated.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "not_yours":
      throw forbidden(say.onlyRequestersRate);
    case "open":
      return refused("rating", 409, refuse(form, {}, [say.reopenedRateLater]));
    case "too_late":
      return refused("rating", 409, refuse(form, {}, [say.ratingIsFinal]));
  }
}

const listed = (errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]]));

const neededFirst = (fields: readonly { label: string }[]) =>
  say.fillInToResolve(allOf(fields.map(({ label }) => label)));

/** Doesn't blame others when the viewer changed the task in another tab. */
const conflictWords = (conflicts: readonly Conflict[], viewer: Viewer) =>
  conflicts.every(({ by }) => by?.id === viewer.id) ? say.youChangedTask : say.someoneChangedTask;

function sentenceFor({ status, choices }: InvalidMove): string {
  const names = choices.filter((key) => key !== status).map((key) => statusOf(key).name);
  const { name } = statusOf(status);
  return names.length > 0 ? say.statusIsNowChoose(name, eitherOf(names)) : say.statusIsNow(name);
}
