import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type * as z from "zod/v4";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { SITE_LIMITS, type SiteFields } from "~/features/branding/branding";
import * as say from "~/features/branding/branding-copy";
import type { SiteForm } from "~/features/branding/site-schema";
import { saveSite } from "~/features/branding/sites.server";
import type { ReceivedFile } from "~/features/files/file-store.server";
import { fileStore, incoming } from "~/features/files/files.server";
import { discard, type Received, receiveFile } from "~/features/files/receive-file.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, refuse, refuseNoRoom, rejectOthersForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { readUploadForm } from "~/http/upload-form.server";
import { logTrouble } from "~/lib/log.server";
import type { Refusal } from "~/lib/refusal";
import { StorageAway } from "~/lib/storage-unavailable.server";

/* Shared by the pages of sites. */

/** A refused form, or a preview of the values it would save. */
export type SiteAnswer = { refusal: Refusal; preview: SiteFields | null };

const LOGO_TYPES = ["image/png", "image/webp", "image/jpeg"];

/** Why the file can't be a logo; null for none or a good one. SVG isn't allowed: it may run scripts. */
function logoError(logo: Received | undefined): string | null {
  if (!logo || (!logo.ok && logo.why === "empty")) return null; // browsers send an empty file when none is chosen
  if (!logo.ok) return say.logoFileTooLarge(SITE_LIMITS.logoKiB);
  const { type, width, height } = logo.file;
  if (!LOGO_TYPES.includes(type)) return say.chooseAnImage;
  return Math.max(width ?? 0, height ?? 0) > SITE_LIMITS.logoPixels ? say.imageTooLarge(SITE_LIMITS.logoPixels) : null;
}

const answer = (status: number, refusal: Refusal, preview: SiteFields | null = null) =>
  data<SiteAnswer>({ refusal, preview }, { status });

const storageIsAway = (form: FormData) => answer(503, refuse(form, {}, [say.fileStorageUnavailable]));

type SentSite = z.output<typeof SiteForm> & { host: string };

/** Saves a site's form, or previews it. The host comes from `schema` or from the URL. */
export async function saveSiteAction(args: ActionFunctionArgs, schema: z.ZodType<SentSite>) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const arrived: Received[] = [];
  let sent: FormData | undefined;
  try {
    const { form } = await readUploadForm(args.request, async ({ bytes }) => {
      const received = await receiveFile(incoming, bytes, SITE_LIMITS.logoKiB * 1024);
      arrived.push(received);
    });
    rejectOthersForm(form, viewer.id);
    sent = form;
    const [logo] = arrived;
    if (logo && !logo.ok && logo.why === "disk_full") return answer(507, refuseNoRoom(form));
    if (logo && !logo.ok && logo.why === "storage_away") return storageIsAway(form);
    const parsed = parseForm(form, schema);
    const wrong = logoError(logo);
    if (wrong || !parsed.ok) {
      const errors = { ...(!parsed.ok && parsed.refusal.errors), ...(wrong && { logo: [wrong] }) };
      return answer(422, refuse(form, errors, parsed.ok ? [] : parsed.refusal.formErrors));
    }
    const { host, name, colour, version, requestKey, removeLogo } = parsed.value;
    if (textOf(form, "do") === "preview") return answer(200, refuse(form, {}), { name, colour });
    const file: ReceivedFile | null = logo?.ok ? logo.file : null;
    const change = { host, name, colour, version, requestKey, logo: file ?? (removeLogo ? null : undefined) };
    if (file) await fileStore.prepare(file);
    const saved = await saveSite(db, fileStore, viewer, change, Date.now());
    if (saved.ok && isSetup(args.request)) return redirect("/", await withToast("success", say.nameAndLogoSaved));
    if (saved.ok) return redirect("/settings/sites", await withToast("success", say.siteSaved(host)));
    if (saved.why === "not_allowed") throw forbidden();
    return answer(saved.why === "changed" ? 409 : 422, refuse(form, {}, [SITE_ERRORS[saved.why]]));
  } catch (error) {
    if (!(error instanceof StorageAway) || !sent) throw error;
    logTrouble(error, "no_files");
    return storageIsAway(sent);
  } finally {
    for (const received of arrived) if (received.ok) await discard(received.file);
  }
}

/** Someone who came from the setup checklist goes on there. */
const isSetup = ({ url }: Request) => new URL(url).searchParams.has("setup");

/** Error messages for saving and restoring. */
export const SITE_ERRORS = {
  exists: say.siteExists,
  changed: say.siteChangedMeanwhile,
  no_such_site: say.cannotRestoreSite,
  too_many: say.siteLimitReached(SITE_LIMITS.sites),
};
