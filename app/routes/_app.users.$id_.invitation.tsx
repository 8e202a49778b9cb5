import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import * as say from "~/features/auth/auth-copy";
import {
  INVITATION_DAYS,
  type InvitationRefusal,
  invitationOf,
  makeInvitation,
  withdrawInvitation,
} from "~/features/auth/invitations.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { mayManageAccounts } from "~/features/users/user-policy";
import { findProfile } from "~/features/users/user-queries.server";
import { UserId } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/users";
import { readForm } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.invitationOf(data.name) : say.invitation, matches, error);

async function requestedPerson(request: Request, viewer: Viewer, asked: string | undefined) {
  const id = UserId.safeParse(asked);
  const person = id.success ? await findProfile(db, viewer, id.data) : null;
  if (!person) throw pageNotFound(request);
  if (!mayManageAccounts(viewer)) throw forbidden();
  return person;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id, name, hasPassword } = await requestedPerson(request, viewerOf(context), params.id);
  const now = Date.now();
  return { id, name, hasPassword, until: await invitationOf(db, id, now), days: INVITATION_DAYS, now };
}

const REFUSALS: Record<InvitationRefusal["why"], string> = {
  not_allowed: say.yourAccountMayNotDoThat,
  no_such_person: say.thatPersonIsNotHere,
  oneself: say.cannotInviteYourself,
  not_active: say.accountIsDisabled,
  no_address: say.enterAddressFirst,
  unconfirmed: say.confirmAddressFirst,
};

/** Shows the link only once: what we store can't open it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const { id } = await requestedPerson(request, viewer, params.id);
  const form = await readForm(request);
  if (form.has("withdraw")) {
    await withdrawInvitation(db, viewer, id, Date.now());
    return redirect(`/users/${id}`, await withToast("success", say.invitationWithdrawn));
  }
  const made = await makeInvitation(db, viewer, id, Date.now());
  if (!made.ok) return data({ link: null, problem: REFUSALS[made.why] }, { status: 422 });
  const origin = authOrigin(request, settings()) ?? new URL(request.url).origin;
  return data({ link: `${origin}/login?key=${made.key}`, problem: null });
}

export const clientLoader = fromPayload("routes/_app.users.$id_.invitation");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function InvitationPage() {
  const { id, name, hasPassword, until, days, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const link = answer?.link ?? null;
  return (
    <>
      <PageHeader title={say.invitePerson(name)} lead={say.whatLinksDo(days)} />
      <PageForm className="form" aria-label={say.invitation}>
        {answer?.problem && <Notice kind="error">{answer.problem}</Notice>}
        {hasPassword && !link && <Notice kind="info">{say.passwordExists}</Notice>}
        {link ? (
          <TextField
            key={link}
            label={say.link}
            name="link"
            readOnly
            autoComplete="off"
            defaultValue={link}
            hint={say.copyItNow}
          />
        ) : (
          until !== null && <p>{say.linkIsOpenUntil(<Time at={until} now={now} />)}</p>
        )}
        <div className="buttons">
          {!link && <Button look="primary">{until === null ? say.makeALink : say.makeANewLink}</Button>}
          {(link || until !== null) && (
            <Button look="plain" name="withdraw" value="yes">
              {say.withdrawTheLink}
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
