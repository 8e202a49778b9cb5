import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { listAllTeams } from "~/features/teams/team-read.server";
import { TeamTable } from "~/features/teams/team-table";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { PageHeader, SettingsTrail } from "~/ui/page-header";
import { requireViewer } from "./_app.settings._index/require.server";

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
      <SettingsTrail />
      <PageHeader title={say.teams}>
        <ButtonLink icon="new" href="/settings/teams/new">
          {say.newTeam}
        </ButtonLink>
      </PageHeader>
      <TeamTable teams={teams} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
