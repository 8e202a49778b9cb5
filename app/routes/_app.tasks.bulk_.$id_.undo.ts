import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { bulkHref } from "~/features/bulk/bulk";
import * as say from "~/features/bulk/bulk-copy";
import { type UndoBulk, undoBulk } from "~/features/bulk/undo-bulk.server";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
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
  if (undone.ok) return redirect(bulkHref(undone.id));
  if (undone.why === "no_such_change") throw pageNotFound(request);
  return redirect(bulkHref(id.data), await withToast("error", REFUSALS[undone.why]));
}
