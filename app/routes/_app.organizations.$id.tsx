import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sql } from "kysely";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { addToOrganization } from "~/features/organizations/organization-members.server";
import { findOrganization, listMembers } from "~/features/organizations/organization-read.server";
import { domainsIn, ORGANIZATION_LABELS, orgQuery, SHARING_NAMES } from "~/features/organizations/organizations";
import * as say from "~/features/organizations/organizations-copy";
import { Members } from "~/features/records/members";
import { listTasks } from "~/features/task-list/task-list.server";
import { TaskTable } from "~/features/task-list/task-table";
import { suggestPeople } from "~/features/users/person-picker.server";
import { mayEditPerson, mayManageOrganizations } from "~/features/users/user-policy";
import { personLabelWithId, ROLE_NAMES } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { applySuggestion, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { asSuggestions } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.organization.fields.name ?? say.organization, matches, error);

/** A preview; the list of tasks has the rest. */
const TASKS_SHOWN = 10;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  const organization = await findOrganization(db, requireId({ request, params }));
  if (!organization) throw pageNotFound(request);
  const [people, tasks, suggestions] = await Promise.all([
    listMembers(db, organization.id),
    listTasks(db, viewer, {
      filter: { status: "any" },
      where: ({ works }) => (works ? sql`task.organization_id = ${organization.id}` : sql`1 = 0`),
      limit: TASKS_SHOWN,
    }),
    suggestPeople(db),
  ]);
  const mayChange = (role: "requester" | "agent" | "admin") => mayEditPerson(viewer, { id: 0, role });
  return {
    organization,
    people,
    suggestions: suggestions.map(personLabelWithId),
    tasks: tasks.tasks,
    mayChange: { requester: mayChange("requester"), agent: mayChange("agent"), admin: mayChange("admin") },
    now: Date.now(),
  };
}

/** Adds a member. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, mayManageOrganizations);
  const id = requireId({ request, params });
  const form = await readForm(request);
  if (applySuggestion(form)) return data({ refusal: refuse(form, {}) });
  const added = await addToOrganization(db, viewer, id, textOf(form, "who"), Date.now());
  if (added.ok) {
    const words = !added.isNew
      ? say.alreadyAMember(added.name)
      : added.from === null
        ? say.memberAdded(added.name)
        : say.memberMoved(added.name, added.from);
    return redirect(`/organizations/${id}`, await withToast("success", words));
  }
  if (added.why !== "wrong") throw added.why === "not_allowed" ? forbidden() : pageNotFound(request);
  const refusal = { ...refuse(form, { who: [added.message] }), suggestions: { who: asSuggestions(added.meant) } };
  return data({ refusal }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.organizations.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function OrganizationPage() {
  const { organization, people, suggestions, tasks, mayChange, now } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const { id, fields } = organization;
  return (
    <>
      <PageHeader up={{ href: "/organizations", label: say.organizations }} title={fields.name}>
        <ButtonLink icon="edit" href={`/organizations/${id}/edit`}>
          {say.edit}
        </ButtonLink>
      </PageHeader>
      <div className="settings-part">
        <dl className="facts">
          <dt>{ORGANIZATION_LABELS.domains}</dt>
          <dd>{domainsIn(fields.domains).join(", ") || say.none}</dd>
          <dt>{ORGANIZATION_LABELS.sharing}</dt>
          <dd>{SHARING_NAMES[fields.sharing]}</dd>
          {fields.note && (
            <>
              <dt>{ORGANIZATION_LABELS.note}</dt>
              <dd className="organization-note">{fields.note}</dd>
            </>
          )}
        </dl>
        <Members
          members={people.members}
          action={`/organizations/${id}/members`}
          role={{ name: "manager", label: say.manager, make: say.makeManager, makeNamed: say.makeManagerNamed }}
          hasRole={({ manager }) => manager}
          markOf={({ role }) => role !== "requester" && ROLE_NAMES[role]}
          mayChange={({ role }) => mayChange[role]}
          none={say.noMembersYet}
          more={
            people.more && <a href={`/users?${new URLSearchParams({ q: orgQuery(fields.name) })}`}>{say.showAll}</a>
          }
          suggestions={suggestions}
          list="people"
          hint={say.nameOrAddressHint}
          refusal={refusal}
        />
        <section aria-labelledby="tasks">
          <SectionHeader title={say.tasks} id="tasks">
            {tasks.length > 0 && (
              <a href={`/tasks?${new URLSearchParams({ q: orgQuery(fields.name), status: "any" })}`}>{say.showAll}</a>
            )}
          </SectionHeader>
          {tasks.length > 0 ? (
            <TaskTable tasks={tasks} now={now} name={say.tasks} />
          ) : (
            <EmptyState small title={say.noTasksYet} />
          )}
        </section>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
