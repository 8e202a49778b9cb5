import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { type AnonymiseRefusal, anonymisePerson, anonymousName } from "~/features/tasks/people/anonymise.server";
import { mayRunAccounts } from "~/features/users/user-policy";
import { findProfile } from "~/features/users/user-queries.server";
import { UserId } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/user-words";
import { readForm, refuse } from "~/http/form.server";
import { forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(`Anonymise ${data?.name ?? "a person"}`, matches, error);

async function personAsked(request: Request, viewer: Viewer, asked: string | undefined) {
  const id = UserId.safeParse(asked);
  const person = id.success ? await findProfile(db, viewer, id.data) : null;
  if (!person || person.state === "anonymised") throw pageNotFound(request);
  if (!mayRunAccounts(viewer)) throw forbidden();
  return person;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id, name } = await personAsked(request, viewerOf(context), params.id);
  return { id, name, becomes: anonymousName(id) };
}

const REFUSALS: Record<Exclude<AnonymiseRefusal["why"], "not_allowed" | "no_such_person">, string> = {
  self: "You are signed in with this account. Another admin can anonymise it.",
  has_tasks: "Open tasks are assigned to this account. Disable it first, and say who gets them.",
};

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const { id } = await personAsked(request, viewer, params.id);
  const form = await readForm(request);
  const redact = form.getAll("redact").includes("yes");
  const done = await anonymisePerson(db, viewer, id, { redact }, Date.now());
  if (done.ok) {
    const said = redact ? "Person anonymised. What they wrote is destroyed within minutes" : "Person anonymised";
    return redirect(`/users/${id}`, await withToast("success", said));
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_person") throw pageNotFound(request);
  return data({ refusal: refuse(form, {}, [REFUSALS[done.why]]) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.users.$id_.anonymisation", FURTHER_SHEET);

export { keepPage as clientAction } from "~/shell/keep-page";
export { furtherLinks as links } from "~/ui/further-sheet";

export default function AnonymisationPage() {
  const { id, name, becomes } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader title={`Anonymise ${name}`} />
      <PageForm className="form" aria-label="Anonymise">
        <FormErrors refusal={refusal} />
        <p>This cannot be taken back.</p>
        <ul className="what-happens">
          <li>
            {name} will be called {becomes}, here and in the history of tasks.
          </li>
          <li>Addresses, password, preferences, drafts, memberships and personal views are gone.</li>
          <li>Whoever is signed in with this account is signed out, and nobody signs in with it again.</li>
          <li>Tasks stay, and so does what others wrote, with every name that stands in it.</li>
        </ul>
        <CheckField
          label="Destroy what they wrote, too"
          name="redact"
          hint="The text and the files of all their messages, as if each was redacted."
          refusal={refusal}
        />
        <div className="buttons">
          <Button look="danger">Anonymise</Button>
          <ButtonLink look="quiet" href={`/users/${id}`}>
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
