import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { mayEditAvailability, readAvailability, saveAvailability } from "~/features/users/availability.server";
import { AvailabilityFieldset } from "~/features/users/person-form";
import { listAssignable } from "~/features/users/person-picker.server";
import { AvailabilityForm } from "~/features/users/user-schema";
import { personLabelWithId } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { applySuggestion, parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { asSuggestions } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.availabilityOf(data.name) : say.availability, matches, error);

const availabilityAsked = (args: LoaderFunctionArgs) =>
  personAsked(args, (viewer, person) => mayEditAvailability(db, viewer, person), { anonymised: true });

export async function loader(args: LoaderFunctionArgs) {
  const { person } = await availabilityAsked(args);
  const [availability, people] = await Promise.all([readAvailability(db, person.id, Date.now()), listAssignable(db)]);
  if (!availability) throw pageNotFound(args.request);
  const colleagues = people.filter(({ id }) => id !== person.id).map(personLabelWithId);
  return { id: person.id, name: person.name, fields: availability.fields, colleagues };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, person } = await availabilityAsked(args);
  const { id } = person;
  const form = await readForm(args.request);
  if (applySuggestion(form)) return data({ refusal: refuse(form, {}) });
  const parsed = parseForm(form, AvailabilityForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const saved = await saveAvailability(db, viewer, id, parsed.value, Date.now());
  if (saved.ok) return redirect(`/users/${id}`, await withToast("success", say.availabilitySaved));
  if (saved.why === "not_allowed") throw forbidden();
  const errors = Object.fromEntries(Object.entries(saved.errors).map(([field, sentence]) => [field, [sentence]]));
  const refusal = { ...refuse(form, errors), suggestions: { substitute: asSuggestions(saved.meant) } };
  return data({ refusal }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.users.$id_.availability");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function AvailabilityPage() {
  const { id, name, fields, colleagues } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: `/users/${id}`, label: name }} title={say.availabilityOf(name)} />
      <PageForm className="form" aria-label={say.availability}>
        <FormErrors refusal={refusal} />
        <AvailabilityFieldset fields={fields} colleagues={colleagues} refusal={refusal} />
        <div className="buttons">
          <Button look="primary">{say.saveAvailability}</Button>
          <ButtonLink look="quiet" href={`/users/${id}`}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
