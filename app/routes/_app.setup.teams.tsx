import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { CheckListField } from "~/features/first-run/check-list-field";
import * as say from "~/features/first-run/first-run-copy";
import { TeamWithMembersForm } from "~/features/first-run/first-run-forms.server";
import { createTeamWithMembers } from "~/features/teams/team-changes.server";
import { listTeamsWithMembers } from "~/features/teams/team-read.server";
import { NEW_TEAM, TEAM_LIMITS, TEAM_REFUSALS } from "~/features/teams/teams";
import { listAssignable } from "~/features/users/person-picker.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/home.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.teams, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const [teams, people] = await Promise.all([listTeamsWithMembers(db), listAssignable(db)]);
  return { requestKey: formKey(viewer.id), teams, people: people.map(({ id, name }) => ({ id, name })) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, TeamWithMembersForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const made = await createTeamWithMembers(db, viewer, { ...NEW_TEAM, ...parsed.value }, Date.now());
  if (made.ok) return redirect("/setup/teams", await withToast("success", say.teamAdded(parsed.value.name)));
  if (made.why === "not_allowed") throw forbidden();
  return data({ refusal: refuse(form, { name: [TEAM_REFUSALS[made.why]] }) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.setup.teams");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function SetupTeamsPage() {
  const { teams, people, requestKey } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/setup", label: say.setup }} title={say.teams} lead={say.aboutTeams} />
      <div className="setup">
        <ul className="setup-teams">
          {teams.map(({ id, name, members }) => (
            <li key={id}>
              <a className="row-link" href={`/settings/teams/${id}`}>
                {name}
              </a>
              <p>{members || say.noMembers}</p>
            </li>
          ))}
        </ul>
        {/* A new form once a team is added. */}
        <PageForm className="form" aria-label={say.team} key={teams.length}>
          <FormErrors refusal={refusal} />
          <RequestKeyField requestKey={requestKey} refusal={refusal} />
          <TextField
            label={say.teamName}
            name="name"
            required
            maxLength={TEAM_LIMITS.name}
            autoComplete="off"
            refusal={refusal}
          />
          <CheckListField label={say.members} name="members" choices={people} refusal={refusal} />
          <div className="buttons">
            <Button look="primary">{say.addTeam}</Button>
            <ButtonLink look="quiet" href="/">
              {say.backToHome}
            </ButtonLink>
          </div>
        </PageForm>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
