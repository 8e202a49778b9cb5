import { data, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { hasAgentAccess } from "~/features/tasks/task-policy";
import { addNote, type InvalidMove, replyToTask } from "~/features/tasks/task-reply.server";
import { Note, Reply, readKept, readOriginals, TaskChange } from "~/features/tasks/task-schema";
import type { TaskRefusal } from "~/features/tasks/task-view";
import { statusOf } from "~/features/tasks/task-words";
import type { Viewer } from "~/features/users/user-words";
import { parseForm, refuse } from "~/http/form.server";
import { forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import type { Refusal } from "~/lib/refusal";
import { eitherOf } from "~/lib/text";

type Asked = { request: Request; viewer: Viewer; id: number; form: FormData };

function refused(form: TaskRefusal["form"], status: number, refusal: Refusal, more: Partial<TaskRefusal> = {}) {
  const answer: TaskRefusal = { form, refusal, held: false, conflicts: [], ...more };
  return data(answer, { status });
}

/** To the task, which then shows the toast. */
const backTo = async (id: number, text: string) => redirect(`/tasks/${id}`, await withToast("success", text));

export async function sendsReply({ request, viewer, id, form }: Asked) {
  const isAgent = hasAgentAccess(viewer);
  // Only the page of a requester has the two buttons.
  if (isAgent) form.delete("outcome");
  else form.delete("after");
  const parsed = parseForm(form, Reply);
  if (!parsed.ok) return refused("reply", 422, parsed.refusal);

  const sent = await replyToTask(db, viewer, id, parsed.value, Date.now());
  if (sent.ok && sent.id !== id)
    return backTo(sent.id, `#${id} is closed for good, so this is a new task: #${sent.id}`);
  if (sent.ok) return backTo(id, parsed.value.body === "" ? "Thank you for the answer" : "Reply sent");
  switch (sent.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "new_message":
      return refused("reply", 409, refuse(form, {}), { held: true });
    case "too_many":
      return refused("reply", 429, refuse(form, {}, [sent.message]));
    case "invalid_move": {
      if (isAgent) return refused("reply", 409, refuse(form, { after: [sentenceFor(sent)] }));
      const name = statusOf(sent.status).requesterName;
      return refused(
        "reply",
        409,
        refuse(form, {}, [`This request is in status ${name} now. Look again, then answer.`]),
      );
    }
  }
}

export async function addsNote({ request, viewer, id, form }: Asked) {
  if (!hasAgentAccess(viewer)) throw forbidden();
  const parsed = parseForm(form, Note);
  if (!parsed.ok) return refused("note", 422, parsed.refusal);
  const added = await addNote(db, viewer, id, parsed.value, Date.now());
  if (!added.ok) throw pageNotFound(request);
  return backTo(id, "Note added");
}

export async function changesFields({ request, viewer, id, form }: Asked) {
  if (!hasAgentAccess(viewer)) throw forbidden();
  const parsed = parseForm(form, TaskChange);
  if (!parsed.ok) return refused("fields", 422, parsed.refusal);

  const input = { change: parsed.value, was: readOriginals(form), kept: readKept(form) };
  const changed = await changeTask(db, viewer, id, input, Date.now());
  if (changed.ok) return backTo(id, changed.changed.length > 0 ? "Task changed" : "Nothing was changed");
  switch (changed.why) {
    case "no_such_task":
      throw pageNotFound(request);
    case "wrong":
      return refused("fields", 422, refuse(form, { [changed.field]: [changed.message] }));
    case "invalid_move":
      return refused("fields", 409, refuse(form, { status: [sentenceFor(changed)] }));
    case "conflict":
      return refused("fields", 409, refuse(form, {}, ["Somebody else has changed this task. Nothing is saved yet."]), {
        conflicts: changed.fields,
      });
  }
}

/** What the task's status is and what it may become. */
function sentenceFor({ status, choices }: InvalidMove): string {
  const names = choices.filter((key) => key !== status).map((key) => statusOf(key).name);
  const next = names.length > 0 ? ` It can become ${eitherOf(names)}.` : "";
  return `The status is ${statusOf(status).name} now, and not everything can follow it.${next}`;
}
