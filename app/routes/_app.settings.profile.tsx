import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { inTransaction } from "~/db/transaction.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { readPreferences, savePreferences } from "~/features/users/preferences.server";
import { renameSelf } from "~/features/users/user-changes.server";
import { ProfileForm } from "~/features/users/user-schema";
import { PERSON_REFUSALS } from "~/features/users/user-sentences";
import { isAgent, USER_LIMITS } from "~/features/users/user-words";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { forbidden } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/from-payload";
import { Button } from "~/ui/button";
import { CheckField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled("Your profile", matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const { holdReplies } = await readPreferences(db, viewer);
  return { id: viewer.id, name: viewer.name, worksOnTasks: isAgent(viewer), holdReplies };
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
  if (saved.ok) return redirect("/settings/profile", await withToast("success", "Profile saved"));
  if (saved.why !== "conflict") throw forbidden();
  const theirs = `It is now “${saved.current.name}”. Save again to replace that with yours, or write that here to keep it.`;
  const refusal = refuse(form, { name: [theirs] }, [PERSON_REFUSALS.conflict]);
  return data({ refusal, current: saved.current.name }, { status: 409 });
}

export const clientLoader = fromPayload("routes/_app.settings.profile", FURTHER_SHEET);

export { keepPage as clientAction } from "~/shell/keep-page";
export { furtherLinks as links } from "~/ui/further-sheet";

export default function OwnProfilePage() {
  const { id, name, worksOnTasks, holdReplies } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer?.refusal;
  const person = `/users/${id}`;
  const places = [
    { href: person, label: "Your page", about: "What others see of you, and your requests." },
    ...(worksOnTasks
      ? [{ href: `${person}/availability`, label: "Availability", about: "New tasks, and when you are away." }]
      : []),
    {
      href: "/settings/notifications",
      label: "What you are told of",
      about: "Notifications, and new tasks of your teams.",
    },
    { href: "/settings/display", label: "Look, time and keys", about: "Theme, time zone, dates, shortcuts." },
    { href: `${person}/password`, label: "Password", about: "Change how you sign in." },
  ];
  return (
    <div className="settings-part">
      <div>
        <PageHeader title="Your profile" />
        <PageForm className="form" aria-label="Profile">
          <FormErrors refusal={refusal} />
          <input type="hidden" name="wasName" value={answer?.current ?? refusal?.values.wasName ?? name} />
          <TextField
            label="Name"
            name="name"
            required
            maxLength={USER_LIMITS.name}
            autoComplete="name"
            defaultValue={name}
            refusal={refusal}
          />
          <CheckField
            label="Hold my reply when a new message arrived"
            name="holdReplies"
            hint="When somebody else has written while you were answering, you read that first, then send."
            defaultChecked={holdReplies}
            refusal={refusal}
          />
          <div className="buttons">
            <Button look="primary">Save profile</Button>
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
