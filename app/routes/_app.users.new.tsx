import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { hashPassword } from "~/features/auth/password.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { passwordProblem } from "~/features/users/password-rules.server";
import { PersonFieldset, RoleField } from "~/features/users/person-form";
import { createPerson } from "~/features/users/user-changes.server";
import { PERSON_REFUSALS } from "~/features/users/user-errors";
import { mayCreatePerson, mayManageAccounts } from "~/features/users/user-policy";
import { NewPersonForm } from "~/features/users/user-schema";
import { USER_LIMITS } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newPerson, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!mayCreatePerson(viewer, "requester")) throw forbidden();
  return { requestKey: formKey(viewer.id), runsAccounts: mayManageAccounts(viewer) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!mayCreatePerson(viewer, "requester")) throw forbidden();
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewPersonForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });

  const { password, ...person } = parsed.value;
  if (!mayCreatePerson(viewer, person.role) || (password && !mayManageAccounts(viewer))) throw forbidden();
  const problem = password ? await passwordProblem(password, person) : null;
  if (problem) return data({ refusal: refuse(form, { password: [problem] }) }, { status: 422 });

  const passwordHash = password ? await hashPassword(password) : null;
  const made = await createPerson(db, viewer, { ...person, passwordHash }, Date.now());
  if (!made.ok) return data({ refusal: refuse(form, { email: [PERSON_REFUSALS[made.why]] }) }, { status: 422 });
  return redirect(`/users/${made.id}`, await withToast("success", say.personCreated));
}

export const clientLoader = fromPayload("routes/_app.users.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewPersonPage() {
  const { requestKey, runsAccounts } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/users", label: say.people }} title={say.newPerson} />
      <PageForm className="form">
        <FormErrors refusal={refusal} />
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <PersonFieldset refusal={refusal} />
        {runsAccounts && <RoleField current="requester" refusal={refusal} />}
        {runsAccounts && (
          <TextField
            label={say.password}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={USER_LIMITS.passwordMin}
            maxLength={2 * USER_LIMITS.passwordMax}
            hint={say.optionalPasswordHint(USER_LIMITS.passwordMin)}
            refusal={refusal}
          />
        )}
        <div className="buttons">
          <Button look="primary">{say.createPerson}</Button>
          <ButtonLink look="quiet" href="/users">
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
