import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type * as z from "zod/v4";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { checkNamedRule, inFormOrder, ruleOfForm } from "~/features/rules/check-rule.server";
import { type Rehearsal, rehearse } from "~/features/rules/rehearsal/rehearse.server";
import { changeRule, type RuleVerb } from "~/features/rules/rule-changes.server";
import { readableRule } from "~/features/rules/rule-schema";
import { type RuleFields, ruleHref } from "~/features/rules/rules";
import * as say from "~/features/rules/rules-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { inTurnOf } from "~/http/expensive-requests.server";
import { type Parsed, parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { tooManyAtOnce } from "~/http/http-copy";
import { withToast } from "~/http/toast.server";
import { TooManyWaiting } from "~/lib/concurrency-limit";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";

/* Shared by the pages of rules. */

/**
 * A form that wasn't saved.
 *
 * current    the rule as others saved it meanwhile
 * rehearsal  the result of a rehearsal
 */
export type RuleAnswer = { refusal: Refusal; current: RuleFields | null; rehearsal: Rehearsal | null; now: number };

export const answer = (
  status: number,
  refusal: Refusal,
  { current = null, rehearsal = null }: Partial<RuleAnswer> = {},
) => data<RuleAnswer>({ refusal, current, rehearsal, now: Date.now() }, { status });

/** Parses a rule's form. A refusal has all errors at once: also those that only the database finds. */
export async function parseRule<S extends z.ZodType>(
  form: FormData,
  schema: S,
  id: number | null,
): Promise<Parsed<z.output<S>>> {
  const parsed = parseForm(form, schema);
  if (parsed.ok) return parsed;
  const checked = await checkNamedRule(db, readableRule(form), id, Date.now());
  if (checked.ok) return parsed;
  const errors = inFormOrder({ ...checked.errors, ...parsed.refusal.errors });
  return { ok: false, refusal: { ...parsed.refusal, errors } };
}

/** Rehearses the rule of a form, which is shown again with the result. */
export async function rehearseRule(
  { request, viewer, form }: { request: Request; viewer: Viewer; form: FormData },
  fields: RuleFields,
) {
  const now = Date.now();
  const made = await ruleOfForm(db, fields, now);
  if (!made.ok) return answer(422, refuse(form, made.errors));
  try {
    const work = () => rehearse(db, made.rule, now, request.signal);
    return answer(200, refuse(form, {}), { rehearsal: await inTurnOf(viewer.id, request, work) });
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    return answer(429, refuse(form, {}, [tooManyAtOnce]));
  }
}

const LIST = "/settings/rules";

const VERBS: readonly RuleVerb[] = ["up", "down", "remove", "restore", "dismiss"];

const SAID: Record<RuleVerb, (name: string) => string> = {
  ...{ up: say.movedUp, down: say.movedDown, remove: say.ruleDeleted, restore: say.ruleRestored },
  dismiss: say.noticeDismissed,
};

/** Moves, deletes or restores the rule in the URL. The toast of a deletion offers undo. */
export async function changeRuleAction(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const id = requireId(args);
  const form = await readForm(args.request);
  const verb = VERBS.find((one) => one === textOf(form, "verb"));
  if (!verb) throw badRequest(INCOMPLETE_FORM);
  const done = await changeRule(db, viewer, { id, verb }, Date.now());
  if (done.ok) {
    const undo = { action: { label: say.undo, post: `${ruleHref(id)}/changes`, name: "verb", value: "restore" } };
    const back = textOf(form, "back") === "/" ? "/" : LIST;
    return redirect(back, await withToast("success", SAID[verb](done.name), verb === "remove" ? undo : {}));
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_rule") throw pageNotFound(args.request);
  return redirect(LIST, await withToast("error", done.sentence));
}
