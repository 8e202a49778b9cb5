import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { readSite } from "~/features/branding/sites.server";
import { isTemplateKind } from "~/features/mail/templates/mail-templates";
import { maySetUpDesk } from "~/features/users/user-policy";
import { pageNotFound } from "~/http/error-responses.server";

/* Shared by the pages of templates. */

type Args = {
  request: Request;
  context: Parameters<typeof requireViewer>[0];
  params: Record<string, string | undefined>;
};

/** The admin, and the site that the URL names: empty for every site. Throws 404 for a site that doesn't exist. */
export async function requireSite({ request, context }: Omit<Args, "params">) {
  const viewer = requireViewer(context, maySetUpDesk);
  const host = new URL(request.url).searchParams.get("site") ?? "";
  if (host !== "" && !(await readSite(db, host))) throw pageNotFound(request);
  return { viewer, host };
}

/** The admin, and which template the URL names. */
export async function requireTemplate(args: Args) {
  const { viewer, host } = await requireSite(args);
  const { kind } = args.params;
  if (!isTemplateKind(kind)) throw pageNotFound(args.request);
  return { viewer, place: { kind, host } };
}
