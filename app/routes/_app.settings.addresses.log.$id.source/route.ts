import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { readSource } from "~/features/mail/log/mail-source.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { pageNotFound } from "~/http/error-responses.server";
import { sourceDownload } from "./source-download.server";

/** Downloads the source of a message, for admins. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const mail = await readSource(db, id);
  if (!mail) throw pageNotFound(request);
  return sourceDownload(request, { id, sha256: mail.sha256 });
}
