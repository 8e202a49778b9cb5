import { createReadableStreamFromReadable } from "@remix-run/node";
import { fileStore } from "~/features/files/files.server";
import * as say from "~/features/mail/log/log-copy";
import { openSource } from "~/features/mail/log/mail-source.server";
import { gone, missingFile } from "~/http/error-responses.server";
import { log } from "~/lib/log.server";

/** The source of an email as a download. Never shown in the browser: it may hold anything. */
export async function sourceDownload(request: Request, { id, sha256 }: { id: number; sha256: string | null }) {
  if (sha256 === null) throw gone(say.sourceWasRemoved);
  const source = await openSource(fileStore, sha256);
  if (!source) {
    log.error({ mail: id, sha256 }, "The source of a message is missing");
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
