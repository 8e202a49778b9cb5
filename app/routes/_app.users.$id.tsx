import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { sql } from "kysely";
import { db } from "~/db/db.server";
import { invitationOf } from "~/features/auth/invitations.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { atMostCounted, MOST_COUNTED } from "~/features/people-admin/disable-account-result";
import { countTasks, listTasks } from "~/features/task-list/task-list.server";
import { TaskTable } from "~/features/task-list/task-table";
import { UnconfirmedAddresses } from "~/features/users/addresses-section";
import { mayEditAvailability, readAvailability } from "~/features/users/availability.server";
import { listAssignable } from "~/features/users/person-picker.server";
import { AccountSection, PersonFacts } from "~/features/users/person-profile";
import {
  mayConfirmAddresses,
  mayEditPerson,
  mayListPeople,
  mayManageAccounts,
  mayManageOrganizations,
  maySetPassword,
} from "~/features/users/user-policy";
import { findProfile, whoIsNow } from "~/features/users/user-queries.server";
import { UserId } from "~/features/users/user-schema";
import { isAgent, personLabelWithId, type Viewer } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { pageNotFound } from "~/http/error-responses.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.person.name ?? say.person, matches, error);

/** A preview; the list of tasks has the rest. */
const TASKS_SHOWN = 10;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const id = UserId.safeParse(params.id);
  const person = id.success ? await findProfile(db, viewer, id.data) : null;
  if (!person) {
    const other = id.success ? await whoIsNow(db, viewer, id.data) : null;
    throw other === null ? pageNotFound(request) : redirect(`/users/${other}`);
  }
  const now = Date.now();
  const [requested, assigned, availability, arranges, invitedUntil] = await Promise.all([
    listTasks(db, viewer, {
      filter: { status: "any" },
      where: () => sql`task.requester_id = ${person.id}`,
      limit: TASKS_SHOWN,
    }),
    isAgent(viewer)
      ? listTasks(db, viewer, { filter: { status: "open", assignee: person.id }, limit: TASKS_SHOWN })
      : null,
    readAvailability(db, person.id, now),
    mayEditAvailability(db, viewer, person),
    person.hasPassword ? null : invitationOf(db, person.id, now),
  ]);
  return {
    person,
    requested: requested.tasks,
    assigned: assigned && { tasks: assigned.tasks, more: assigned.next !== null },
    availability,
    invitedUntil,
    leaves: assigned && mayManageAccounts(viewer) ? await tasksToHandOver(viewer, person.id) : null,
    isSelf: person.id === viewer.id,
    may: {
      arrange: arranges,
      edit: mayEditPerson(viewer, person),
      confirmAddresses: mayConfirmAddresses(viewer, person),
      setPassword: maySetPassword(viewer, person),
      runAccounts: mayManageAccounts(viewer),
      listPeople: mayListPeople(viewer),
      keepOrganizations: mayManageOrganizations(viewer),
    },
    now,
  };
}

/** Open tasks a leaving agent has, and people who could inherit them; null when there are none. */
async function tasksToHandOver(viewer: Viewer, leaving: number) {
  const filter = { status: "open", assignee: leaving } as const;
  const count = await countTasks(db, viewer, { filter }, MOST_COUNTED + 1);
  if (count === 0) return null;
  const people = await listAssignable(db);
  const heirs = people.filter(({ id }) => id !== leaving).map(({ id, name }) => ({ id, name }));
  return { count: atMostCounted(count), heirs };
}

export const clientLoader = fromPayload("routes/_app.users.$id");

export default function ProfilePage() {
  const { person, requested, assigned, availability, invitedUntil, leaves, isSelf, may, now } =
    useLoaderData<typeof loader>();
  const address = `/users/${person.id}`;
  const absence = availability?.absence;
  return (
    <div className="profile">
      <PageHeader up={may.listPeople ? { href: "/users", label: say.people } : undefined} title={person.name}>
        {assigned && person.state === "active" && (
          <ButtonLink icon="new" href={`/tasks/new?requester=${encodeURIComponent(personLabelWithId(person))}`}>
            {say.newTask}
          </ButtonLink>
        )}
        {may.arrange && <ButtonLink href={`${address}/availability`}>{say.availability}</ButtonLink>}
        {may.runAccounts && !isSelf && person.state === "active" && (
          <ButtonLink href={`${address}/invitation`}>{invitedUntil === null ? say.invite : say.newLink}</ButtonLink>
        )}
        {may.setPassword && person.state !== "anonymised" && (
          <ButtonLink href={`${address}/password`}>{isSelf ? say.changePassword : say.setPassword}</ButtonLink>
        )}
        {isSelf && <ButtonLink href="/settings/profile">{say.yourProfile}</ButtonLink>}
        {may.runAccounts && !isSelf && person.state !== "anonymised" && (
          <ButtonLink href={`${address}/merge`}>{say.merge}</ButtonLink>
        )}
        {may.edit && person.state !== "anonymised" && (
          <ButtonLink href={`${address}/addresses`}>{say.addresses}</ButtonLink>
        )}
        {may.edit && person.state !== "anonymised" && (
          <ButtonLink icon="edit" href={`${address}/edit`}>
            {say.edit}
          </ButtonLink>
        )}
      </PageHeader>
      {person.state === "disabled" && (
        <Notice kind="warning">
          {say.accountIsDisabled(person.name)}
          {assigned && assigned.tasks.length > 0 && ` ${say.tasksStillAssigned(assigned.tasks.length)}`}
        </Notice>
      )}
      <UnconfirmedAddresses
        personId={person.id}
        addresses={person.unconfirmed}
        isSelf={isSelf}
        mayConfirm={may.confirmAddresses}
        back="person"
      />
      <PersonFacts
        person={person}
        availability={availability}
        tellsPassword={may.runAccounts}
        opensOrganization={may.keepOrganizations}
        invitedUntil={invitedUntil}
        now={now}
      />
      {assigned && (assigned.tasks.length > 0 || person.role !== "requester") && (
        <section aria-labelledby="assigned">
          <SectionHeader title={say.openTasksAssigned} id="assigned">
            {assigned.more && (
              <a href={`/tasks?${new URLSearchParams({ assignee: personLabelWithId(person) })}`}>{say.showAll}</a>
            )}
          </SectionHeader>
          {assigned.tasks.length > 0 ? (
            <TaskTable tasks={assigned.tasks} now={now} name={say.openTasksAssigned} />
          ) : (
            <EmptyState small title={say.noOpenTasksAssigned} />
          )}
        </section>
      )}
      <section aria-labelledby="requested">
        <SectionHeader title={isSelf ? say.yourRequests : say.requestedTasks} id="requested" />
        {requested.length > 0 ? (
          <TaskTable tasks={requested} now={now} name={isSelf ? say.requests : say.requestedTasks} />
        ) : (
          <EmptyState small title={isSelf ? say.youHaveNoRequestsYet : say.noRequestsYet} />
        )}
      </section>
      {may.runAccounts && person.state !== "anonymised" && (
        <AccountSection
          person={person}
          leaves={leaves}
          standIn={absence?.hasBegun ? (absence.substitute?.id ?? null) : null}
          isSelf={isSelf}
          invitedUntil={invitedUntil}
          now={now}
        />
      )}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
