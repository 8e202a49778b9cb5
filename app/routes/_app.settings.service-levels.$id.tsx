import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { Baseline } from "~/features/records/record-form";
import { POLICY_FIELDS, policyHref, policyValue } from "~/features/service-levels/policies/policies";
import { calendarChoices, readPolicy } from "~/features/service-levels/policies/policies.server";
import * as say from "~/features/service-levels/policies/policies-copy";
import { editPolicy } from "~/features/service-levels/policies/policy-changes.server";
import { PolicyForm } from "~/features/service-levels/policies/policy-form";
import { PolicyForm as SentForm } from "~/features/service-levels/policies/policy-schema";
import { TrialResult } from "~/features/service-levels/what-if/what-if-result";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import {
  answer,
  type PolicyAnswer,
  tryPolicy,
} from "~/routes/_app.settings.service-levels._index/policy-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.fields.name ?? say.policy, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const policy = await readPolicy(db, requireId({ request, params }));
  if (!policy) throw pageNotFound(request);
  return { ...policy, calendars: await calendarChoices(db) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const id = requireId(args);
  const form = await readForm(args.request);
  const was = readBaseline(form, SentForm, POLICY_FIELDS);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  const parsed = parseForm(form, SentForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  if (textOf(form, "do") === "try") return tryPolicy({ request: args.request, viewer, form }, id, parsed.value);
  const saved = await editPolicy(db, viewer, id, { was, mine: parsed.value }, Date.now());
  if (saved.ok) {
    return redirect("/settings/service-levels", await withToast("success", say.policySaved(parsed.value.name)));
  }
  switch (saved.why) {
    case "not_allowed":
      throw forbidden();
    case "no_such_policy":
      throw pageNotFound(args.request);
    case "wrong":
      return answer(422, refuse(form, saved.errors));
    case "conflict": {
      const errors = conflictErrors(saved, policyValue(await calendarChoices(db)), say.currentValue);
      return answer(409, refuse(form, errors, [say.changedMeanwhile]), { current: saved.current });
    }
  }
}

export const clientLoader = fromPayload("routes/_app.settings.service-levels.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function PolicyPage() {
  const { id, fields, calendars } = useLoaderData<typeof loader>();
  const answered = useActionData() as PolicyAnswer | undefined;
  return (
    <>
      <PageHeader up={{ href: "/settings/service-levels", label: say.serviceLevels }} title={fields.name}>
        <form method="post" action={`${policyHref(id)}/changes`}>
          <Button look="danger" name="verb" value="remove">
            {say.deletePolicy}
          </Button>
        </form>
      </PageHeader>
      <div className="settings-part">
        <PolicyForm
          key={JSON.stringify(fields)}
          {...{ fields, calendars }}
          submit={say.savePolicy}
          refusal={answered?.refusal}
        >
          <Baseline fields={fields} answered={answered} />
        </PolicyForm>
        {answered?.trial && <TrialResult result={answered.trial} />}
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
