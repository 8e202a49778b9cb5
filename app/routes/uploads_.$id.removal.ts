import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { removeFile } from "~/features/conversation/attachments/draft-files.server";
import { pageNotFound } from "~/http/error-responses.server";
import { RowId } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Removes a file from the viewer's draft. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = RowId.safeParse(params.id);
  const removed = id.success && (await removeFile(db, viewerOf(context), id.data, Date.now()));
  if (!removed) throw pageNotFound(request);
  return Response.json({ removed: true });
}
