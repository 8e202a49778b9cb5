import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { formatCount } from "~/features/records/capped-count";
import { type ListedTeam, listAllTeams } from "~/features/teams/team-read.server";
import { VISIBILITY_NAMES } from "~/features/teams/teams";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { PageHeader, SETTINGS } from "~/ui/page-header";

function TeamTable({ teams }: { teams: readonly ListedTeam[] }) {
  return (
    <table className="table teams" aria-label={say.teams} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          <th scope="col">{say.taskAccess}</th>
          <th scope="col" className="number">
            {say.members}
          </th>
          <th scope="col" className="number">
            {say.openTasks}
          </th>
        </tr>
      </thead>
      <tbody>
        {teams.map(({ id, name, visibility, members, open, isDefault, archived }) => (
          <tr key={id} className={archived ? "is-archived" : undefined}>
            <th scope="row">
              <a className="row-link" href={`/settings/teams/${id}`}>
                {name}
              </a>
              {isDefault && <span className="mark">{say.defaultMark}</span>}
              {archived && <span className="mark">{say.archived}</span>}
            </th>
            <td>{VISIBILITY_NAMES[visibility]}</td>
            <td className="number" data-label={say.members}>
              {members}
            </td>
            <td className="number" data-label={say.openTasks}>
              {formatCount(open)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const meta: MetaFunction = ({ matches, error }) => titled(say.teams, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return { teams: await listAllTeams(db) };
}

export const clientLoader = fromPayload("routes/_app.settings.teams._index");

export default function TeamsPage() {
  const { teams } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader up={SETTINGS} title={say.teams}>
        <ButtonLink icon="new" href="/settings/teams/new">
          {say.addTeam}
        </ButtonLink>
      </PageHeader>
      <TeamTable teams={teams} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
