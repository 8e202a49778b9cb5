import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { logoOf, readSites } from "~/features/branding/sites.server";
import { fileAnswer } from "~/features/conversation/attachments/serve-file.server";
import { fileStore } from "~/features/files/files.server";
import { missingFile, noSuchPage } from "~/http/error-responses.server";
import { log } from "~/lib/log.server";

/** The sign-in page shows it. Serves only files that are a site's logo. */
export const access = "public";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await readSites(db);
  const logo = logoOf(params.id ?? "");
  if (!logo) throw noSuchPage(request);
  const answer = await fileAnswer(fileStore, { ...logo, name: "logo" }, request);
  if (!answer) {
    log.error({ sha256: logo.sha256 }, "The file of a logo is missing");
    throw missingFile();
  }
  answer.headers.set("Cache-Control", "public, max-age=31536000, immutable"); // the URL is derived from the content
  return answer;
}
