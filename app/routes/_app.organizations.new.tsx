import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { createOrganization } from "~/features/organizations/organization-changes.server";
import { OrganizationFieldset } from "~/features/organizations/organization-form";
import { confirmedDomains, NewOrganizationForm } from "~/features/organizations/organization-schema";
import { NEW_ORGANIZATION, organizationErrors } from "~/features/organizations/organizations";
import * as say from "~/features/organizations/organizations-copy";
import { RecordForm } from "~/features/records/record-form";
import { mayManageOrganizations, maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import type { Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { FormErrors, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newOrganization, matches, error);

export function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  return { requestKey: formKey(viewer.id), setsSharing: maySetUpDesk(viewer) };
}

/** `askedDomains`: public domains the admin must confirm. */
const answer = (status: number, refusal: Refusal, askedDomains?: string[]) =>
  data({ refusal, askedDomains }, { status });

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewOrganizationForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const made = await createOrganization(db, viewer, { ...parsed.value, confirmed: confirmedDomains(form) }, Date.now());
  if (made.ok) {
    const said = say.organizationCreated(made.joined);
    return redirect(`/organizations/${made.id}`, await withToast("success", said));
  }
  if (made.why === "not_allowed") throw forbidden();
  const { status, errors, formErrors } = organizationErrors(made);
  return answer(status, refuse(form, errors, formErrors), made.why === "public_domains" ? made.domains : undefined);
}

export const clientLoader = fromPayload("routes/_app.organizations.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewOrganizationPage() {
  const { requestKey, setsSharing } = useLoaderData<typeof loader>();
  const { refusal, askedDomains } = useActionData<typeof action>() ?? {};
  return (
    <>
      <PageHeader up={{ href: "/organizations", label: say.organizations }} title={say.newOrganization} />
      <RecordForm className="form" aria-label={say.organization} submit={say.addOrganization} cancel="/organizations">
        <FormErrors refusal={refusal} />
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <OrganizationFieldset
          fields={NEW_ORGANIZATION}
          setsSharing={setsSharing}
          askedDomains={askedDomains}
          refusal={refusal}
        />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
