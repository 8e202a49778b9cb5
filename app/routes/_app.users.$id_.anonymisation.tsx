import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { type AnonymiseRefusal, anonymisePerson, anonymousName } from "~/features/people-admin/anonymise.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import * as say from "~/features/users/users-copy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.anonymisePerson(data?.name ?? say.aPerson), matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { id, name } = (await personAsked(args, mayManageAccounts)).person;
  return { id, name, becomes: anonymousName(id) };
}

const REFUSALS: Record<Exclude<AnonymiseRefusal["why"], "not_allowed" | "no_such_person">, string> = {
  self: say.cannotAnonymiseYourself,
  has_tasks: say.disableItFirst,
};

export async function action(args: ActionFunctionArgs) {
  const { viewer, person } = await personAsked(args, mayManageAccounts);
  const { id } = person;
  const form = await readForm(args.request);
  const redact = form.getAll("redact").includes("yes");
  const done = await anonymisePerson(db, viewer, id, { redact }, Date.now());
  if (done.ok) {
    const said = redact ? say.anonymisedAndRedacted : say.personAnonymised;
    return redirect(`/users/${id}`, await withToast("success", said));
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_person") throw pageNotFound(args.request);
  return data({ refusal: refuse(form, {}, [REFUSALS[done.why]]) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.users.$id_.anonymisation");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function AnonymisationPage() {
  const { id, name, becomes } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: `/users/${id}`, label: name }} title={say.anonymisePerson(name)} />
      <PageForm className="form" aria-label={say.anonymise}>
        <FormErrors refusal={refusal} />
        <p>{say.cannotBeUndone}</p>
        <ul className="what-happens">
          <li>{say.willAppearAs(name, becomes)}</li>
          <li>{say.ownDataIsDeleted}</li>
          <li>{say.accountIsSignedOut}</li>
          <li>{say.tasksStay}</li>
        </ul>
        <CheckField label={say.redactTheirMessages} name="redact" hint={say.redactHint} refusal={refusal} />
        <div className="buttons">
          <Button look="danger">{say.anonymise}</Button>
          <ButtonLink look="quiet" href={`/users/${id}`}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
