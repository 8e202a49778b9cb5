import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { moveView } from "~/features/views/views.server";
import { pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Moves a view up or, with `to=down`, down. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const by = textOf(await readForm(request), "to") === "down" ? "down" : "up";
  const moved = id.success && (await moveView(db, viewerOf(context), id.data, by));
  if (!moved) throw pageNotFound(request);
  return redirect("/tasks/views");
}
