import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/mail/log/log-copy";
import {
  LOG_HREF,
  logHref,
  QUARANTINE_HREF,
  quarantineHref,
  readLogUrl,
  readPlace,
} from "~/features/mail/log/mail-log";
import {
  allowSender,
  blockSender,
  dismissMail,
  releaseMail,
  undoHandling,
} from "~/features/mail/log/quarantine.server";
import { parseUndo } from "~/features/mail/log/quarantine-undo";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

export { refuseGet as loader } from "~/http/error-responses.server";

const VERBS = { release: releaseMail, allow: allowSender, block: blockSender, dismiss: dismissMail };
const SAID = {
  release: () => say.releasedMail,
  allow: say.allowedSender,
  block: say.blockedSender,
  dismiss: () => say.dismissedMail,
};
type Verb = keyof typeof VERBS;

const isVerb = (verb: string): verb is Verb => Object.hasOwn(VERBS, verb);

/** `do`: process a message in quarantine, alone or with all mail of its sender, block the sender, or take it off the list. `undo`: undoes that. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const back = pageOf(form);
  if (form.has("undo")) return undoes(request, viewer, form);
  const verb = textOf(form, "do");
  if (!isVerb(verb)) throw badRequest(INCOMPLETE_FORM);

  const handled = await VERBS[verb](db, viewer, id, Date.now());
  if (handled.ok) {
    const undo = { label: say.undo, post: `${QUARANTINE_HREF}/${id}/handling` };
    const action = { ...undo, name: "undo", value: JSON.stringify(handled.undo) };
    return redirect(back, await withToast("success", SAID[verb](handled.sender), { action }));
  }
  if (handled.why === "not_allowed") throw forbidden();
  if (handled.why === "no_such_mail") throw pageNotFound(request);
  const words = handled.why === "no_sender" ? say.hasNoSender : say.handledMeanwhile;
  return redirect(back, await withToast("error", words));
}

async function undoes(request: Request, viewer: Viewer, form: FormData) {
  const undo = parseUndo(textOf(form, "undo"));
  if (!undo) throw badRequest(INCOMPLETE_FORM);
  const undone = await undoHandling(db, viewer, undo, Date.now());
  if (undone.ok) return redirect(QUARANTINE_HREF, await withToast("success", say.returned));
  if (undone.why === "not_allowed") throw forbidden();
  if (undone.why !== "processed") throw pageNotFound(request);
  const { task, isNew } = undone;
  if (task === null) return redirect(QUARANTINE_HREF, await withToast("warning", say.processedMeanwhile));
  if (!isNew) return redirect(QUARANTINE_HREF, await withToast("warning", say.processedAs(task)));
  const action = { label: say.moveToTrash, post: `/tasks/${task}/trash` };
  return redirect(QUARANTINE_HREF, await withToast("warning", say.processedAsNew(task), { action }));
}

/** The page that the form was on, read from its query so that it can't lead anywhere else. */
function pageOf(form: FormData): string {
  const log = form.get("log");
  if (typeof log === "string") {
    const { place, ...filter } = readLogUrl(new URLSearchParams(log));
    return log === "" ? LOG_HREF : logHref(filter, place);
  }
  return quarantineHref(readPlace(new URLSearchParams(textOf(form, "quarantine"))));
}
