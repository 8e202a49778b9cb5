import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { CALENDAR_FOR_POLICY } from "~/features/service-levels/calendars/calendars";
import { NEW_POLICY } from "~/features/service-levels/policies/policies";
import { calendarChoices } from "~/features/service-levels/policies/policies.server";
import * as say from "~/features/service-levels/policies/policies-copy";
import { createPolicy } from "~/features/service-levels/policies/policy-changes.server";
import { PolicyForm } from "~/features/service-levels/policies/policy-form";
import { NewPolicyForm } from "~/features/service-levels/policies/policy-schema";
import { TrialResult } from "~/features/service-levels/what-if/what-if-result";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import {
  answer,
  type PolicyAnswer,
  tryPolicy,
} from "~/routes/_app.settings.service-levels._index/policy-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { EmptyState } from "~/ui/empty-state";
import { RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newPolicy, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  return { calendars: await calendarChoices(db), requestKey: formKey(viewer.id) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewPolicyForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  if (textOf(form, "do") === "try") return tryPolicy({ request, viewer, form }, null, parsed.value);
  const made = await createPolicy(db, viewer, parsed.value, Date.now());
  if (!made.ok && made.why === "not_allowed") throw forbidden();
  if (!made.ok) return answer(422, refuse(form, made.errors));
  return redirect("/settings/service-levels", await withToast("success", say.policyAdded(parsed.value.name)));
}

export const clientLoader = fromPayload("routes/_app.settings.service-levels.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewPolicyPage() {
  const { calendars, requestKey } = useLoaderData<typeof loader>();
  const answered = useActionData() as PolicyAnswer | undefined;
  return (
    <>
      <PageHeader up={{ href: "/settings/service-levels", label: say.serviceLevels }} title={say.newPolicy} />
      {calendars.length === 0 ? (
        <EmptyState title={say.noCalendarsYet}>
          {say.needsACalendar((words) => (
            <a href={CALENDAR_FOR_POLICY}>{words}</a>
          ))}
        </EmptyState>
      ) : (
        <div className="settings-part">
          <PolicyForm fields={NEW_POLICY} calendars={calendars} submit={say.addPolicy} refusal={answered?.refusal}>
            <RequestKeyField requestKey={requestKey} refusal={answered?.refusal} />
          </PolicyForm>
          {answered?.trial && <TrialResult result={answered.trial} />}
        </div>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
