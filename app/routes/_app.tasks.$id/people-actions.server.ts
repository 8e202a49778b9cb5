import { db } from "~/db/db.server";
import { undoButton } from "~/features/history/undo-rules";
import { putInCopy } from "~/features/people/participants.server";
import { inviteWatcher } from "~/features/people/watchers.server";
import * as say from "~/features/task-page/task-page-copy";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { refuse, textOf } from "~/http/form.server";
import { asSuggestions } from "~/lib/refusal";
import { allOf } from "~/lib/text";
import { type Asked, backTo, refused } from "./form-actions.server";

export async function submitParticipants(asked: Asked) {
  const { request, viewer, id, form } = asked;
  const put = await putInCopy(db, viewer, id, textOf(form, "cc").slice(0, 4_000), Date.now());
  if (put.ok) {
    const words = put.names.length === 0 ? say.noNewPeople : say.addedInCopy(allOf(put.names));
    return backTo(asked, id, words, undoButton(id, put.changeSetId));
  }
  if (put.why === "wrong") {
    const refusal = { ...refuse(form, { cc: [put.message] }), suggestions: { cc: put.meant ?? [] } };
    return refused("participants", 422, refusal);
  }
  throw put.why === "no_such_task" ? pageNotFound(request) : forbidden();
}

export async function submitWatcher(asked: Asked) {
  const { request, viewer, id, form } = asked;
  if (!isAgent(viewer)) throw forbidden();
  const added = await inviteWatcher(db, viewer, id, textOf(form, "watcher").slice(0, 400), Date.now());
  if (added.ok && added.changeSetId === null) return backTo(asked, id, say.alreadyWatches(added.name));
  if (added.ok) return backTo(asked, id, say.nowWatches(added.name), undoButton(id, added.changeSetId));
  if (added.why === "wrong") {
    const suggestions = { watcher: asSuggestions(added.meant) };
    return refused("watchers", 422, { ...refuse(form, { watcher: [added.message] }), suggestions });
  }
  throw pageNotFound(request);
}
