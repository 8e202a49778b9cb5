import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { mayEditPerson, mayRunAccounts, maySetPassword } from "~/features/users/user-policy";
import { findProfile } from "~/features/users/user-queries.server";
import { UserId } from "~/features/users/user-schema";
import { ROLE_NAMES, USER_STATE_NAMES } from "~/features/users/user-words";
import { pageNotFound } from "~/http/refusals.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PageHeader, SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.person.name ?? "Person", matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const id = UserId.safeParse(params.id);
  const person = id.success ? await findProfile(db, viewer, id.data) : null;
  if (!person) throw pageNotFound(request);
  return {
    person,
    isSelf: person.id === viewer.id,
    may: {
      edit: mayEditPerson(viewer, person),
      setPassword: maySetPassword(viewer, person),
      runAccounts: mayRunAccounts(viewer),
    },
    now: Date.now(),
  };
}

export const clientLoader = fromPayload("routes/_app.users.$id");

export default function ProfilePage() {
  const { person, isSelf, may, now } = useLoaderData<typeof loader>();
  const address = `/users/${person.id}`;
  return (
    <div className="profile">
      <PageHeader title={person.name}>
        {may.setPassword && (
          <ButtonLink href={`${address}/password`}>{isSelf ? "Change password" : "Set password"}</ButtonLink>
        )}
        {may.edit && (
          <ButtonLink icon="edit" href={`${address}/edit`}>
            Edit
          </ButtonLink>
        )}
      </PageHeader>
      {person.state === "disabled" && (
        <Notice kind="warning">
          This account is disabled: {person.name} cannot sign in. Tasks assigned to {person.name} stay assigned until
          somebody takes them.
        </Notice>
      )}
      <dl className="facts">
        <dt>Email</dt>
        <dd>{person.email ? <a href={`mailto:${person.email}`}>{person.email}</a> : "None"}</dd>
        <dt>Role</dt>
        <dd>{ROLE_NAMES[person.role]}</dd>
        <dt>State</dt>
        <dd>{USER_STATE_NAMES[person.state]}</dd>
        {may.runAccounts && (
          <>
            <dt>Password</dt>
            <dd>{person.hasPassword ? "Set" : "None: cannot sign in with a password"}</dd>
          </>
        )}
        <dt>Known since</dt>
        <dd>
          <Time at={person.createdAt} now={now} />
        </dd>
      </dl>
      {may.runAccounts && <AccountSection address={address} person={person} />}
    </div>
  );
}

/** Closing an account and opening it again: a button each, for admins. */
function AccountSection({ address, person }: { address: string; person: { name: string; state: string } }) {
  const isActive = person.state === "active";
  return (
    <section aria-labelledby="account">
      <SectionHeader title="Account" id="account" />
      <Form method="post" action={`${address}/state`} className="form">
        <p>
          {isActive
            ? `Disabling signs ${person.name} out everywhere at once. Their tasks and words stay, and so do the tasks assigned to them.`
            : `Enabling lets ${person.name} sign in again, with the same password.`}
        </p>
        <div className="buttons">
          <Button look={isActive ? "danger" : "plain"} name="state" value={isActive ? "disabled" : "active"}>
            {isActive ? "Disable account" : "Enable account"}
          </Button>
        </div>
      </Form>
    </section>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
