import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { editOrganization } from "~/features/organizations/organization-changes.server";
import { OrganizationFieldset } from "~/features/organizations/organization-form";
import { findOrganization } from "~/features/organizations/organization-read.server";
import { confirmedDomains, OrganizationForm, readWas } from "~/features/organizations/organization-schema";
import {
  ADMIN_FIELDS,
  domainTaken,
  ORGANIZATION_CONFLICT,
  ORGANIZATION_REFUSALS,
  type OrganizationFields,
  theirValues,
  whatPublicDomainsMean,
} from "~/features/organizations/organizations";
import * as say from "~/features/organizations/organizations-copy";
import { mayManageOrganizations, maySetUpDesk } from "~/features/users/user-policy";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { badRequest, forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, Trail } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.editNamed(data?.fields.name ?? say.anOrganization), matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!mayManageOrganizations(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  const organization = id.success ? await findOrganization(db, id.data) : null;
  if (!organization) throw pageNotFound(request);
  return { ...organization, setsSharing: maySetUpDesk(viewer) };
}

/** `current`: the values others saved meanwhile. `askedDomains`: public domains the admin must confirm. */
type Answer = { refusal: Refusal; current: OrganizationFields | null; askedDomains?: string[] };

const answer = (status: number, refusal: Refusal, { current = null, ...more }: Partial<Answer> = {}) =>
  data<Answer>({ refusal, current, ...more }, { status });

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!mayManageOrganizations(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const form = await readForm(request);
  const was = readWas(form);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  // An agent's form shows these as text and doesn't send them.
  for (const field of ADMIN_FIELDS) if (!form.has(field)) form.set(field, was[field]);
  const parsed = parseForm(form, OrganizationForm);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const edit = { was, mine: parsed.value, confirmed: confirmedDomains(form) };
  const edited = await editOrganization(db, viewer, id.data, edit, Date.now());
  if (edited.ok) {
    const said = say.organizationSaved(edited.joined);
    return redirect(`/organizations/${id.data}`, await withToast("success", said));
  }
  switch (edited.why) {
    case "no_such_organization":
      throw pageNotFound(request);
    case "not_allowed":
      throw forbidden();
    case "conflict":
      return answer(409, refuse(form, theirValues(edited), [ORGANIZATION_CONFLICT]), edited);
    case "domain_taken":
      return answer(422, refuse(form, { domains: [domainTaken(edited)] }));
    case "public_domains": {
      const refusal = refuse(form, { publicDomains: [whatPublicDomainsMean(edited)] });
      return answer(422, refusal, { askedDomains: edited.domains });
    }
    case "admins_only":
      return answer(403, refuse(form, {}, [ORGANIZATION_REFUSALS.admins_only]));
    default:
      return answer(422, refuse(form, { name: [ORGANIZATION_REFUSALS[edited.why]] }));
  }
}

export const clientLoader = fromPayload("routes/_app.organizations.$id_.edit");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function EditOrganizationPage() {
  const { id, fields, setsSharing } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Answer | undefined;
  // After a conflict the form starts from the others' values; after any other refusal, from where it started.
  const was = Object.entries(answered?.current ?? fields).map(([field, text]) => {
    const before = answered?.current ? undefined : answered?.refusal.values[`was_${field}`];
    return [`was_${field}`, before ?? text] as const;
  });
  return (
    <>
      <Trail
        name={say.people}
        places={[
          { href: "/organizations", label: say.organizations },
          { href: `/organizations/${id}`, label: fields.name },
        ]}
      />
      <PageHeader title={say.editNamed(fields.name)} />
      <PageForm className="form" aria-label={say.organization}>
        <FormErrors refusal={answered?.refusal} />
        {was.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <OrganizationFieldset
          fields={fields}
          setsSharing={setsSharing}
          askedDomains={answered?.askedDomains}
          refusal={answered?.refusal}
        />
        <div className="buttons">
          <Button look="primary">{say.saveOrganization}</Button>
          <ButtonLink look="quiet" href={`/organizations/${id}`}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
