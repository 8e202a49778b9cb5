import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { editOrganization } from "~/features/organizations/organization-changes.server";
import { OrganizationFieldset } from "~/features/organizations/organization-form";
import { findOrganization } from "~/features/organizations/organization-read.server";
import { confirmedDomains, OrganizationForm } from "~/features/organizations/organization-schema";
import {
  ADMIN_FIELDS,
  ORGANIZATION_FIELDS,
  type OrganizationFields,
  organizationErrors,
  organizationValue,
} from "~/features/organizations/organizations";
import * as say from "~/features/organizations/organizations-copy";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { Baseline, RecordForm } from "~/features/records/record-form";
import { mayManageOrganizations, maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { FormErrors } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.editNamed(data?.fields.name ?? say.anOrganization), matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  const organization = await findOrganization(db, requireId({ request, params }));
  if (!organization) throw pageNotFound(request);
  return { ...organization, setsSharing: maySetUpDesk(viewer) };
}

/** `current`: the values others saved meanwhile. `askedDomains`: public domains the admin must confirm. */
type Answer = { refusal: Refusal; current: OrganizationFields | null; askedDomains?: string[] };

const answer = (status: number, refusal: Refusal, { current = null, ...more }: Partial<Answer> = {}) =>
  data<Answer>({ refusal, current, ...more }, { status });

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const was = readBaseline(form, OrganizationForm, ORGANIZATION_FIELDS);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  // An agent's form shows these as text and doesn't send them.
  for (const field of ADMIN_FIELDS) if (!form.has(field)) form.set(field, was[field]);
  const parsed = parseForm(form, OrganizationForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const edit = { was, mine: parsed.value, confirmed: confirmedDomains(form) };
  const edited = await editOrganization(db, viewer, id, edit, Date.now());
  if (edited.ok) {
    const said = say.organizationSaved(edited.joined);
    return redirect(`/organizations/${id}`, await withToast("success", said));
  }
  switch (edited.why) {
    case "no_such_organization":
      throw pageNotFound(request);
    case "not_allowed":
      throw forbidden();
    case "conflict": {
      const errors = conflictErrors(edited, organizationValue, say.currentValue);
      return answer(409, refuse(form, errors, [say.changedMeanwhile]), edited);
    }
    default: {
      const { status, errors, formErrors } = organizationErrors(edited);
      const asked = edited.why === "public_domains" ? { askedDomains: edited.domains } : {};
      return answer(status, refuse(form, errors, formErrors), asked);
    }
  }
}

export const clientLoader = fromPayload("routes/_app.organizations.$id_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EditOrganizationPage() {
  const { id, fields, setsSharing } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Answer | undefined;
  return (
    <>
      <PageHeader up={{ href: `/organizations/${id}`, label: fields.name }} title={say.editNamed(fields.name)} />
      <RecordForm
        className="form"
        aria-label={say.organization}
        submit={say.saveOrganization}
        cancel={`/organizations/${id}`}
      >
        <FormErrors refusal={answered?.refusal} />
        <Baseline fields={fields} answered={answered} />
        <OrganizationFieldset
          fields={fields}
          setsSharing={setsSharing}
          askedDomains={answered?.askedDomains}
          refusal={answered?.refusal}
        />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
