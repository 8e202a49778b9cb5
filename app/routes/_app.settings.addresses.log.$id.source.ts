import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { fileStore } from "~/features/files/files.server";
import * as say from "~/features/mail/log/log-copy";
import { openSource, readSource } from "~/features/mail/log/mail-source.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { gone, missingFile, pageNotFound } from "~/http/error-responses.server";
import { log } from "~/lib/log.server";

/** Downloads the source of a message. Never shown in the browser: it may hold anything. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const mail = await readSource(db, id);
  if (!mail) throw pageNotFound(request);
  if (mail.sha256 === null) throw gone(say.sourceWasRemoved);
  const source = await openSource(fileStore, mail.sha256);
  if (!source) {
    log.error({ mail: id, sha256: mail.sha256 }, "The source of a message is missing");
    throw missingFile();
  }
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Disposition": `attachment; filename="message-${id}.eml"`,
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
  };
  if (request.method === "HEAD") {
    source.destroy();
    return new Response(null, { headers });
  }
  return new Response(createReadableStreamFromReadable(source), { headers });
}
