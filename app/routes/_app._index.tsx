import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type SqlBool, sql } from "kysely";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { CHARTS_TITLE } from "~/features/charts/chart-queries";
import { ChartsInSight } from "~/features/charts/charts.island";
import { mailForAdmin } from "~/features/mail/addresses/mail-alerts.server";
import { MailForAdmin } from "~/features/mail/addresses/mail-for-admin";
import { type ListedTask, listDrafted, listViewed } from "~/features/task-list/listed-tasks.server";
import { TaskSearch } from "~/features/task-list/task-filters";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import { QUEUE_SORT } from "~/features/task-list/task-sort-and-cursor";
import { TaskTable } from "~/features/task-list/task-table";
import { isUnread } from "~/features/task-list/unread.server";
import { isAwake, isOverdue, isSnoozed } from "~/features/tasks/status/wake-task.server";
import { accessScopesOf, inTeamsOf } from "~/features/tasks/task-policy.server";
import { zoneOf } from "~/features/users/preferences.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { isAgent } from "~/features/users/users";
import { todayIn } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import { PAGE_ROWS } from "~/lib/page-cursor";
import { fromPayload } from "~/shell/payload-client-loader";
import * as say from "~/shell/shell-copy";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.home, matches, error);

/** `elsewhere`: for an empty section, a link to such tasks outside it. */
type Section = { title: string; href: string; nothing: string; tasks: ListedTask[]; elsewhere?: string };

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  const sights = await accessScopesOf(db, viewer);
  const section = async (title: string, href: string, nothing: string, options: ListTasks): Promise<Section> => {
    const { tasks } = await listTasks(db, viewer, { limit: 10, sights, ...options });
    return { title, href, nothing, tasks };
  };
  const drafted = listDrafted(db, viewer, sights, 5).then((tasks) => ({ ...DRAFTED, tasks }));
  if (!isAgent(viewer)) {
    const own = await section(say.yourOpenRequests, "/tasks", say.noOpenRequests, { limit: PAGE_ROWS });
    return { now, isAgent: false, mail: null, sections: inUse([await drafted, own]) };
  }
  const own = { filter: { assignee: "me" }, sort: QUEUE_SORT } as const;
  const withoutAssignee = { filter: { assignee: "none" }, sort: QUEUE_SORT } as const;
  const [work, overdue, unassigned, unread, viewed, snoozed] = await Promise.all([
    section(say.myWork, "/tasks?assignee=me", say.nothingIsWaitingForYou, { ...own, where: () => isAwake(now) }),
    section(say.overdue, "/tasks?q=is:overdue+team:me&sort=due-asc", "", {
      where: () => sql`(${isOverdue(todayIn(zoneOf(viewer), now))} and ${inTeamsOf(viewer)})`,
      sort: { key: "due", direction: "asc" },
      limit: 5,
    }),
    section(say.unassignedInMyTeams, "/tasks?q=team:me&assignee=none", say.nothingUnassignedInYourTeams, {
      ...withoutAssignee,
      where: () => inTeamsOf(viewer),
    }),
    section(say.unread, `/tasks?q=is:unread+updated:<${UNREAD_DAYS}d&status=open`, say.nothingUnread(UNREAD_DAYS), {
      where: ({ works }) => sql`(task.updated_at > ${now - UNREAD_DAYS * DAY_MS} and ${isUnread(viewer, works)})`,
    }),
    listViewed(db, viewer, sights, 5).then((tasks) => ({ ...VIEWED, tasks })),
    section(say.snoozed, "/tasks?q=is:snoozed+assignee:me", "", { ...own, where: () => isSnoozed(now) }),
  ]);
  if (unassigned.tasks.length === 0) {
    const others = { ...withoutAssignee, where: () => sql<SqlBool>`not ${inTeamsOf(viewer)}`, limit: 1, sights };
    const [any] = (await listTasks(db, viewer, others)).tasks;
    if (any) unassigned.elsewhere = "/tasks?q=-team:me&assignee=none";
  }
  const mail = maySetUpDesk(viewer) ? await mailForAdmin(db, now) : null;
  const sections = inUse([work, await drafted, overdue, unassigned, unread, viewed, snoozed]);
  return { now, isAgent: true, mail, sections };
}

const DRAFTED = { title: say.drafts, href: "/tasks?q=has:draft&status=any", nothing: "" };
const VIEWED = { title: say.recentlyViewed, href: "", nothing: "" };

/** Drops empty sections without an empty-state text. */
const inUse = (sections: Section[]) => sections.filter(({ nothing, tasks }) => nothing !== "" || tasks.length > 0);

/** Limits the scan of open tasks; `is:unread` finds older ones. */
const UNREAD_DAYS = 30;

export const clientLoader = fromPayload("routes/_app._index");

export default function HomePage() {
  const { now, isAgent, mail, sections } = useLoaderData<typeof loader>();
  return (
    <div className="home">
      <PageHeader title={say.home}>
        <ButtonLink look="primary" icon="new" href="/tasks/new">
          {isAgent ? say.newTask : say.newRequest}
        </ButtonLink>
      </PageHeader>
      {mail && <MailForAdmin {...mail} now={now} />}
      <TaskSearch />
      {sections.map(({ title, href, nothing, tasks, elsewhere }) => (
        <section key={title} aria-label={title}>
          <SectionHeader title={title}>
            {href && (
              <a href={href}>
                {say.showAll}
                <span className="unseen"> {say.ofTask(title)}</span>
              </a>
            )}
          </SectionHeader>
          {tasks.length > 0 ? (
            <TaskTable tasks={tasks} now={now} name={title} />
          ) : (
            <EmptyState small title={nothing}>
              {elsewhere && <a href={elsewhere}>{say.showUnassignedInOtherTeams}</a>}
            </EmptyState>
          )}
        </section>
      ))}
      {isAgent && (
        <section aria-label={CHARTS_TITLE}>
          <SectionHeader title={CHARTS_TITLE} />
          <ChartsInSight>
            <a href="/charts" data-prefetch="none">
              {say.taskCharts}
            </a>
          </ChartsInSight>
        </section>
      )}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
