import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { restoreMacro } from "~/features/macros/macros.server";
import * as say from "~/features/macros/macros-copy";
import { pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { RowId } from "~/lib/form-values";

export { takesForms as loader } from "~/http/refusals.server";

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const restored = id.success && (await restoreMacro(db, viewerOf(context), id.data, Date.now()));
  if (!restored) throw pageNotFound(request);
  return redirect("/macros", await withToast("success", say.macroBroughtBack));
}
