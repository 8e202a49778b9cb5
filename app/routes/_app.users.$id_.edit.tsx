import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { PersonFieldset, RoleField } from "~/features/users/person-form";
import { type EditConflict, editPerson, type PersonFields } from "~/features/users/user-changes.server";
import { PERSON_REFUSALS } from "~/features/users/user-errors";
import { mayEditPerson, mayManageAccounts } from "~/features/users/user-policy";
import { findProfile } from "~/features/users/user-queries.server";
import { EditPersonForm, UserId } from "~/features/users/user-schema";
import { ROLE_NAMES } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.editNamed(data?.person.name ?? say.unnamedPerson), matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, person } = await personAsked(args, mayEditPerson);
  const { id, name, email, role } = person;
  return { id, person: { name, email, role }, runsAccounts: mayManageAccounts(viewer) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const id = UserId.safeParse(params.id);
  if (!id.success || !(await findProfile(db, viewer, id.data))) throw pageNotFound(request);
  const form = await readForm(request);
  const parsed = parseForm(form, EditPersonForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal, current: null }, { status: 422 });

  const { name, email, wasName, wasEmail, wasRole, role = wasRole } = parsed.value;
  const was = { name: wasName, email: wasEmail, role: wasRole };
  const edited = await editPerson(db, viewer, id.data, { was, mine: { name, email, role } }, Date.now());
  if (edited.ok) return redirect(`/users/${id.data}`, await withToast("success", say.personSaved));

  if (edited.why === "no_such_person") throw pageNotFound(request);
  if (edited.why === "not_allowed") throw forbidden();
  if (edited.why === "conflict") {
    const refusal = refuse(form, theirValues(edited), [PERSON_REFUSALS.conflict]);
    return data({ refusal, current: edited.current }, { status: 409 });
  }
  const field = edited.why === "last_admin" ? "role" : "email";
  return data({ refusal: refuse(form, { [field]: [PERSON_REFUSALS[edited.why]] }), current: null }, { status: 422 });
}

/** Shows the other person's value next to each conflicting field. */
function theirValues({ fields, current }: EditConflict): Record<string, string[]> {
  const words = { ...current, role: ROLE_NAMES[current.role] };
  const sentence = (field: keyof PersonFields) => say.currentValue(words[field] ?? "");
  return Object.fromEntries(fields.map((field) => [field, [sentence(field)]]));
}

export const clientLoader = fromPayload("routes/_app.users.$id_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EditPersonPage() {
  const { id, person, runsAccounts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer?.refusal;
  // After a conflict the form starts from the others' values; after any other refusal, from where it started.
  const was = {
    name: answer?.current?.name ?? refusal?.values.wasName ?? person.name,
    email: answer?.current ? answer.current.email : (refusal?.values.wasEmail ?? person.email),
    role: answer?.current?.role ?? refusal?.values.wasRole ?? person.role,
  };
  return (
    <>
      <PageHeader up={{ href: `/users/${id}`, label: person.name }} title={say.editNamed(person.name)} />
      <PageForm className="form" aria-label={say.person}>
        <FormErrors refusal={refusal} />
        <input type="hidden" name="wasName" value={was.name} />
        <input type="hidden" name="wasEmail" value={was.email ?? ""} />
        <input type="hidden" name="wasRole" value={was.role} />
        <PersonFieldset values={person} refusal={refusal} emailOptional={person.email === null} />
        {runsAccounts && <RoleField current={person.role} refusal={refusal} />}
        <div className="buttons">
          <Button look="primary">{say.savePerson}</Button>
          <ButtonLink look="quiet" href={`/users/${id}`}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
