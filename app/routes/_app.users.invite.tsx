import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { INVITATION_DAYS } from "~/features/auth/invitations.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { CheckListField } from "~/features/first-run/check-list-field";
import * as say from "~/features/first-run/first-run-copy";
import { InvitationsForm } from "~/features/first-run/first-run-forms.server";
import { invitePeople } from "~/features/first-run/invite-people.server";
import { type Invitations, InvitedPeople } from "~/features/first-run/invited-people";
import { canMailLinks } from "~/features/mail/links/account-mail.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { RoleField } from "~/features/users/person-form";
import { mayManageAccounts } from "~/features/users/user-policy";
import * as sayOfUsers from "~/features/users/users-copy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { formKey } from "~/lib/form-key.server";
import type { Refusal } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/home.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.invitePeople, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, mayManageAccounts);
  const [mails, teams] = await Promise.all([canMailLinks(db), listTeams(db)]);
  return { requestKey: formKey(viewer.id), mails, teams, days: INVITATION_DAYS };
}

/** Shows the links only once: only their hashes are stored. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, mayManageAccounts);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, InvitationsForm);
  if (!parsed.ok) return answered({ refusal: parsed.refusal }, 422);
  const sent = await invitePeople(db, viewer, parsed.value, Date.now());
  if (!sent.ok && sent.why === "not_allowed") throw forbidden();
  if (!sent.ok) return answered({ refusal: refuse(form, sent.errors) }, 422);
  const origin = authOrigin(request, settings()) ?? new URL(request.url).origin;
  const { already, twice } = sent;
  const invited = sent.invited.map(({ key, ...person }) => ({ ...person, link: key && `${origin}/login?key=${key}` }));
  return answered({ invitations: { invited, already, twice } }, 200);
}

const answered = (answer: { refusal?: Refusal; invitations?: Invitations }, status: number) => data(answer, { status });

export const clientLoader = fromPayload("routes/_app.users.invite");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function InvitePeoplePage() {
  const { requestKey, mails, teams, days } = useLoaderData<typeof loader>();
  const { refusal, invitations } = useActionData<typeof action>() ?? {};
  if (invitations) return <InvitedPeople {...invitations} />;
  return (
    <>
      <PageHeader
        up={{ href: "/users", label: sayOfUsers.people }}
        title={say.invitePeople}
        lead={say.aboutInviting(days)}
      />
      <PageForm className="form" aria-label={say.invitePeople}>
        <FormErrors refusal={refusal} />
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <TextArea
          label={say.peopleToInvite}
          name="people"
          rows={8}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={say.peopleToInviteHint}
          refusal={refusal}
        />
        <RoleField current={null} hint={say.invitedRoleHint} refusal={refusal} />
        {teams.length > 1 && <CheckListField label={say.alsoJoin} name="teams" choices={teams} refusal={refusal} />}
        <p className="field-hint">{mails ? say.emailsLinks : say.showsLinks}</p>
        <div className="buttons">
          <Button look="primary">{say.sendInvitations}</Button>
          <ButtonLink look="quiet" href="/users">
            {sayOfUsers.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
