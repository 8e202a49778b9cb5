import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type SqlBool, sql } from "kysely";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { CHARTS_TITLE } from "~/features/charts/chart-terms";
import { ChartsInSight } from "~/features/charts/charts.island";
import { type ListedTask, listDrafted, listViewed } from "~/features/task-list/listed-tasks.server";
import { TaskSearch } from "~/features/task-list/task-filters";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import { QUEUE_SORT } from "~/features/task-list/task-position";
import { TaskTable } from "~/features/task-list/task-table";
import { isUnread } from "~/features/task-list/unread.server";
import { isAwake, isOverdue, isSnoozed } from "~/features/tasks/status/wake-task.server";
import { inTeamsOf, sightsOf } from "~/features/tasks/task-policy.server";
import { zoneOf } from "~/features/users/preferences.server";
import { isAgent } from "~/features/users/users";
import { todayIn } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import { PAGE_ROWS } from "~/lib/page-rows";
import { fromPayload } from "~/shell/from-payload";
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
  const sights = await sightsOf(db, viewer);
  const section = async (words: Omit<Section, "tasks">, options: ListTasks | null): Promise<Section> => {
    const tasks = options
      ? (await listTasks(db, viewer, { limit: 10, sights, ...options })).tasks
      : await listViewed(db, viewer, sights, 5);
    return { ...words, tasks };
  };
  const drafted = listDrafted(db, viewer, sights, 5).then((tasks) => ({ ...DRAFTED, tasks }));
  if (!isAgent(viewer)) {
    const own = { title: say.yourOpenRequests, href: "/tasks", nothing: say.youHaveNoOpenRequests };
    return { now, isAgent: false, sections: inUse([await drafted, await section(own, { limit: PAGE_ROWS })]) };
  }
  const own = { filter: { assignee: "me" }, sort: QUEUE_SORT } as const;
  const withoutAssignee = { filter: { assignee: "none" }, sort: QUEUE_SORT } as const;
  const [work, overdue, unassigned, unread, viewed, snoozed] = await Promise.all([
    section(
      { title: say.myWork, href: "/tasks?assignee=me", nothing: say.nothingIsWaitingForYou },
      { ...own, where: () => isAwake(now) },
    ),
    section(
      { title: say.overdue, href: "/tasks?q=is:overdue+team:me&sort=due-asc", nothing: "" },
      {
        where: () => sql`(${isOverdue(todayIn(zoneOf(viewer), now))} and ${inTeamsOf(viewer)})`,
        sort: { key: "due", direction: "asc" },
        limit: 5,
      },
    ),
    section(
      {
        title: say.unassignedInMyTeams,
        href: "/tasks?q=team:me&assignee=none",
        nothing: say.nothingUnassignedInYourTeams,
      },
      { ...withoutAssignee, where: () => inTeamsOf(viewer) },
    ),
    section(
      {
        title: say.unread,
        href: `/tasks?q=is:unread+updated:<${UNREAD_DAYS}d&status=open`,
        nothing: say.nothingUnread(UNREAD_DAYS),
      },
      { where: ({ works }) => sql`(task.updated_at > ${now - UNREAD_DAYS * DAY_MS} and ${isUnread(viewer, works)})` },
    ),
    section({ title: say.recentlyViewed, href: "", nothing: "" }, null),
    section(
      { title: say.snoozed, href: "/tasks?q=is:snoozed+assignee:me", nothing: "" },
      { ...own, where: () => isSnoozed(now) },
    ),
  ]);
  if (unassigned.tasks.length === 0) {
    const others = { ...withoutAssignee, where: () => sql<SqlBool>`not ${inTeamsOf(viewer)}`, limit: 1, sights };
    const [any] = (await listTasks(db, viewer, others)).tasks;
    if (any) unassigned.elsewhere = "/tasks?q=-team:me&assignee=none";
  }
  return { now, isAgent: true, sections: inUse([work, await drafted, overdue, unassigned, unread, viewed, snoozed]) };
}

const DRAFTED = { title: say.begunAndNotSent, href: "/tasks?q=has:draft&status=any", nothing: "" };

/** Drops empty sections without an empty-state text. */
const inUse = (sections: Section[]) => sections.filter(({ nothing, tasks }) => nothing !== "" || tasks.length > 0);

/** Limits the scan of open tasks; `is:unread` finds older ones. */
const UNREAD_DAYS = 30;

export const clientLoader = fromPayload("routes/_app._index");

export default function HomePage() {
  const { now, isAgent, sections } = useLoaderData<typeof loader>();
  return (
    <div className="home">
      <PageHeader title={say.home}>
        <ButtonLink look="primary" icon="new" href="/tasks/new">
          {isAgent ? say.newTask : say.newRequest}
        </ButtonLink>
      </PageHeader>
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
              {say.moreCharts}
            </a>
          </ChartsInSight>
        </section>
      )}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
