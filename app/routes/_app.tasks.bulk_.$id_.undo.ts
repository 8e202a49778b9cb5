import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { bulkHref, isListHref } from "~/features/bulk/bulk";
import * as say from "~/features/bulk/bulk-copy";
import { bulkToast } from "~/features/bulk/bulk-toast.server";
import { type UndoBulk, undoBulk } from "~/features/bulk/undo-bulk.server";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

const REFUSALS: Record<Exclude<Extract<UndoBulk, { ok: false }>["why"], "no_such_change">, string> = {
  undone: say.changeAlreadyUndone,
  too_late: say.tooLateToUndoAll,
  going_on: say.stopChangeFirst,
  nothing: say.nothingToUndo,
};

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const undone = await undoBulk(db, viewer, id.data, Date.now());
  const back = await listToReturnTo(request);
  if (!undone.ok) {
    if (undone.why === "no_such_change") throw pageNotFound(request);
    return redirect(back ?? bulkHref(id.data), await withToast("error", REFUSALS[undone.why]));
  }
  const toast = back === null ? null : await bulkToast(db, viewer, undone.id);
  if (back === null || !toast) return redirect(bulkHref(undone.id));
  return redirect(back, await withToast(toast.type, toast.text, toast));
}

/** The list whose toast was pressed; null for the button of the bulk change's page. */
async function listToReturnTo(request: Request): Promise<string | null> {
  if (!request.headers.has("Content-Type")) return null; // some clients send no body for a form without fields
  const back = textOf(await readForm(request), "back");
  return isListHref(back) ? back : null;
}
