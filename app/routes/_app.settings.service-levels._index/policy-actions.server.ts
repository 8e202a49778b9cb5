import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { type PolicyFields, policyHref } from "~/features/service-levels/policies/policies";
import * as say from "~/features/service-levels/policies/policies-copy";
import { changePolicy, type PolicyVerb, policyTrial } from "~/features/service-levels/policies/policy-changes.server";
import type { TrialResult } from "~/features/service-levels/what-if/what-if.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import { tryOut } from "./try-out.server";

/* Shared by the pages of service levels. */

/**
 * A form that wasn't saved.
 *
 * current  the policy as others saved it meanwhile
 * trial    the result of trying it on the last 90 days
 */
export type PolicyAnswer = { refusal: Refusal; current: PolicyFields | null; trial: TrialResult | null };

export const answer = (
  status: number,
  refusal: Refusal,
  { current = null, trial = null }: Partial<PolicyAnswer> = {},
) => data<PolicyAnswer>({ refusal, current, trial }, { status });

/** Tries a policy on the last 90 days. `id` null: a new one. */
export async function tryPolicy(
  asked: { request: Request; viewer: Viewer; form: FormData },
  id: number | null,
  fields: PolicyFields,
) {
  const made = await policyTrial(db, asked.viewer, id, fields, Date.now());
  if (!made.ok) return answer(422, refuse(asked.form, made.errors));
  const { status, refusal, trial } = await tryOut(asked, made.trial);
  return answer(status, refusal, { trial });
}

const LIST = "/settings/service-levels";

const VERBS: readonly PolicyVerb[] = ["up", "down", "remove", "restore"];

const SAID: Record<PolicyVerb, (name: string) => string> = {
  ...{ up: say.movedUp, down: say.movedDown, remove: say.policyDeleted, restore: say.policyRestored },
};

/** Moves, deletes or restores the policy in the URL. The toast of a deletion offers undo. */
export async function changePolicyAction(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const id = requireId(args);
  const sent = textOf(await readForm(args.request), "verb");
  const verb = VERBS.find((one) => one === sent);
  if (!verb) throw badRequest(INCOMPLETE_FORM);
  const done = await changePolicy(db, viewer, { id, verb }, Date.now());
  if (done.ok) {
    const undo = { action: { label: say.undo, post: `${policyHref(id)}/changes`, name: "verb", value: "restore" } };
    return redirect(LIST, await withToast("success", SAID[verb](done.name), verb === "remove" ? undo : {}));
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_policy") throw pageNotFound(args.request);
  return redirect(LIST, await withToast("error", done.sentence));
}
