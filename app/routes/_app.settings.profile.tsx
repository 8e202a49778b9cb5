import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { inTransaction } from "~/db/transaction.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { listAddresses } from "~/features/users/addresses.server";
import { UnconfirmedAddresses } from "~/features/users/addresses-section";
import { readPreferences, savePreferences } from "~/features/users/preferences.server";
import { renameSelf } from "~/features/users/user-changes.server";
import { PERSON_REFUSALS } from "~/features/users/user-errors";
import { ProfileForm } from "~/features/users/user-schema";
import { isAgent, USER_LIMITS } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { CheckField, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.yourProfile, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const { holdReplies } = await readPreferences(db, viewer);
  const unconfirmed = (await listAddresses(db, viewer.id)).filter(({ isConfirmed }) => !isConfirmed);
  return { id: viewer.id, name: viewer.name, worksOnTasks: isAgent(viewer), holdReplies, unconfirmed };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const form = await readForm(request);
  const parsed = parseForm(form, ProfileForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal, current: null }, { status: 422 });
  const { name, wasName, holdReplies } = parsed.value;
  const now = Date.now();
  const saved = await inTransaction(db, async (tx) => {
    const renamed = await renameSelf(tx, viewer, { was: wasName, mine: name }, now);
    if (renamed.ok) await savePreferences(tx, viewer, { holdReplies }, now);
    return renamed;
  });
  if (saved.ok) return redirect("/settings/profile", await withToast("success", say.profileSaved));
  if (saved.why !== "conflict") throw forbidden();
  const theirs = say.currentValue(saved.current.name);
  const refusal = refuse(form, { name: [theirs] }, [PERSON_REFUSALS.conflict]);
  return data({ refusal, current: saved.current.name }, { status: 409 });
}

export const clientLoader = fromPayload("routes/_app.settings.profile");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function OwnProfilePage() {
  const { id, name, worksOnTasks, holdReplies, unconfirmed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer?.refusal;
  const person = `/users/${id}`;
  const places = [
    { href: person, label: say.yourPage, about: say.aboutYourPage },
    ...(worksOnTasks
      ? [{ href: `${person}/availability`, label: say.availability, about: say.aboutAvailability }]
      : []),
    {
      href: "/settings/notifications",
      label: say.notificationSettings,
      about: say.aboutNotificationSettings,
    },
    { href: "/settings/display", label: say.preferencesTitle, about: say.aboutPreferences },
    { href: `${person}/password`, label: say.password, about: say.aboutPassword },
  ];
  return (
    <div className="settings-part">
      <div>
        <PageHeader title={say.yourProfile} />
        <UnconfirmedAddresses personId={id} addresses={unconfirmed} isSelf mayConfirm back="profile" />
        <PageForm className="form" aria-label={say.profile}>
          <FormErrors refusal={refusal} />
          <input type="hidden" name="wasName" value={answer?.current ?? refusal?.values.wasName ?? name} />
          <TextField
            label={say.name}
            name="name"
            required
            maxLength={USER_LIMITS.name}
            autoComplete="name"
            defaultValue={name}
            refusal={refusal}
          />
          <CheckField
            label={say.holdMyReply}
            name="holdReplies"
            hint={say.holdMyReplyHint}
            defaultChecked={holdReplies}
            refusal={refusal}
          />
          <div className="buttons">
            <Button look="primary">{say.saveProfile}</Button>
          </div>
        </PageForm>
      </div>
      <ul className="settings-places" data-prefetch="intent">
        {places.map(({ href, label, about }) => (
          <li key={href}>
            <a className="row-link" href={href}>
              {label}
            </a>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
