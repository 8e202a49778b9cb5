import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import * as say from "~/features/auth/auth-copy";
import {
  INVITATION_DAYS,
  type InvitationRefusal,
  invitationOf,
  withdrawInvitation,
} from "~/features/auth/invitations.server";
import { titled } from "~/features/branding/page-title";
import { invite } from "~/features/mail/links/account-mail.server";
import { PERSON_REFUSALS } from "~/features/users/user-errors";
import { mayManageAccounts } from "~/features/users/user-policy";
import { readForm } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { withToast } from "~/http/toast.server";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { OwnDay } from "~/ui/time";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.invitationOf(data.name) : say.invitation, matches, error);

const inviteAsked = (args: LoaderFunctionArgs) => personAsked(args, mayManageAccounts, { anonymised: true });

export async function loader(args: LoaderFunctionArgs) {
  const { id, name, hasPassword } = (await inviteAsked(args)).person;
  const now = Date.now();
  return { id, name, hasPassword, until: await invitationOf(db, id, now), days: INVITATION_DAYS, now };
}

const REFUSALS: Record<InvitationRefusal["why"], string> = {
  ...PERSON_REFUSALS,
  oneself: say.cannotInviteYourself,
  not_active: say.accountIsDisabled,
  no_address: say.enterAddressFirst,
  unconfirmed: say.confirmAddressFirst,
};

/** Mails the invitation if the desk can. Shows the link as well, but only once: only its hash is stored. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { viewer, person } = await inviteAsked(args);
  const { id } = person;
  const form = await readForm(request);
  if (form.has("withdraw")) {
    await withdrawInvitation(db, viewer, id, Date.now());
    return redirect(`/users/${id}`, await withToast("success", say.linkWithdrawn));
  }
  const made = await invite(db, viewer, id, Date.now());
  if (!made.ok) return data({ link: null, sentTo: null, problem: REFUSALS[made.why] }, { status: 422 });
  const origin = authOrigin(request, settings()) ?? new URL(request.url).origin;
  return data({ link: `${origin}/login?key=${made.key}`, sentTo: made.sentTo, problem: null });
}

export const clientLoader = fromPayload("routes/_app.users.$id_.invitation");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function InvitationPage() {
  const { id, name, hasPassword, until, days, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const link = answer?.link ?? null;
  return (
    <>
      <PageHeader
        up={{ href: `/users/${id}`, label: name }}
        title={say.invitePerson(name)}
        lead={say.aboutInvitationLinks(days)}
      />
      <PageForm className="form" aria-label={say.invitation}>
        {answer?.problem && <Notice kind="error">{answer.problem}</Notice>}
        {answer?.sentTo && <Notice kind="success">{say.invitationSent(answer.sentTo)}</Notice>}
        {hasPassword && !link && <Notice kind="info">{say.passwordExists}</Notice>}
        {link ? (
          <TextField
            key={link}
            label={say.link}
            name="link"
            readOnly
            autoComplete="off"
            defaultValue={link}
            hint={answer?.sentTo ? say.copyAsWell : say.copyItNow}
          />
        ) : (
          until !== null && <p>{say.linkWorksUntil(<OwnDay at={until} now={now} />)}</p>
        )}
        <div className="buttons">
          {!link && <Button look="primary">{until === null ? say.createLink : say.createNewLink}</Button>}
          {(link || until !== null) && (
            <Button look="plain" name="withdraw" value="yes">
              {say.withdrawLink}
            </Button>
          )}
          <ButtonLink look="quiet" href={`/users/${id}`}>
            {link ? say.done : say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
