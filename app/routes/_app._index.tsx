import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { CHARTS_TITLE } from "~/features/charts/chart-queries";
import { ChartsInSight } from "~/features/charts/charts.island";
import { hasOpenStep } from "~/features/first-run/first-run";
import { isSkipped, setupForHome } from "~/features/first-run/setup.server";
import { SetupOnHome } from "~/features/first-run/setup-checklist";
import { mailForAdmin } from "~/features/mail/addresses/mail-alerts.server";
import { MailForAdmin } from "~/features/mail/addresses/mail-for-admin";
import { RequesterHome } from "~/features/portal/requester-home";
import { readRequesterHome } from "~/features/portal/requester-home.server";
import { DisabledRules } from "~/features/rules/disabled-rules";
import { listDisabledByFailures } from "~/features/rules/disabled-rules.server";
import { listDrafted, listViewed } from "~/features/task-list/listed-tasks.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { isAgent } from "~/features/users/users";
import { listAtRisk } from "~/features/views/at-risk.server";
import { readHomeGroups } from "~/features/views/home-groups.server";
import { HomeTasks, TaskLinks } from "~/features/views/home-tasks";
import { hostOf } from "~/http/origin.server";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import * as say from "~/shell/shell-copy";
import { ButtonLink } from "~/ui/button";
import { PageHeader, SectionHeader } from "~/ui/page-header";
import styles from "~/ui/styles/home.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.home, matches, error);

/** Most tasks in a line of links. */
const LINKS = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  if (!isAgent(viewer)) return { now, requester: await readRequesterHome(db, viewer) };
  const sights = await accessScopesOf(db, viewer);
  const isAdmin = maySetUpDesk(viewer);
  const [groups, atRisk, drafts, viewed, mail, disabledRules, setup, skipsEmail] = await Promise.all([
    readHomeGroups(db, viewer, sights, now),
    listAtRisk(db, viewer, sights, now),
    listDrafted(db, viewer, sights, LINKS),
    listViewed(db, viewer, sights, LINKS),
    isAdmin ? mailForAdmin(db, now) : null,
    isAdmin ? listDisabledByFailures(db) : [],
    isAdmin ? setupForHome(db, hostOf(request, settings()) ?? "") : null,
    isAdmin && isSkipped(db, "email"),
  ]);
  const asksForMail = !(setup && hasOpenStep(setup)) && !skipsEmail; // the checklist asks for it, too
  return { now, requester: null, groups, atRisk, drafts, viewed, mail, disabledRules, setup, asksForMail };
}

export const clientLoader = fromPayload("routes/_app._index");

export default function HomePage() {
  const data = useLoaderData<typeof loader>();
  if (data.requester) return <RequesterHome {...data.requester} now={data.now} />;
  const { now, groups, atRisk, drafts, viewed, mail, disabledRules, setup, asksForMail } = data;
  return (
    <div className="home">
      <PageHeader title={say.home}>
        <ButtonLink look="primary" icon="new" href="/tasks/new">
          {say.newTask}
        </ButtonLink>
      </PageHeader>
      {setup && <SetupOnHome setup={setup} />}
      {mail && (mail.hasAddress || asksForMail) && <MailForAdmin {...mail} now={now} />}
      <DisabledRules rules={disabledRules} back="/" />
      <HomeTasks {...{ groups, atRisk, now }} />
      {drafts.length > 0 && <TaskLinks title={say.drafts} tasks={drafts} />}
      {viewed.length > 0 && <TaskLinks title={say.recentlyViewed} tasks={viewed} />}
      <section aria-label={CHARTS_TITLE}>
        <SectionHeader title={CHARTS_TITLE}>
          <a href="/reports">{say.reports}</a>
        </SectionHeader>
        <ChartsInSight>
          <a href="/charts" data-prefetch="none">
            {say.taskCharts}
          </a>
        </ChartsInSight>
      </section>
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
