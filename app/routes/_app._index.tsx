import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { isAwake, isSnoozed } from "~/features/tasks/status/snoozed.server";
import { TaskSearchBox } from "~/features/tasks/task-filters";
import { type ListedTask, type ListTasks, listTasks } from "~/features/tasks/task-list.server";
import { TaskTable } from "~/features/tasks/task-table";
import { isAgent } from "~/features/users/user-words";
import { PAGE_ROWS } from "~/lib/page-rows";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled("Home", matches, error);

type Section = { title: string; href: string; nothing: string; tasks: ListedTask[] };

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  const section = async (words: Omit<Section, "tasks">, options: ListTasks): Promise<Section> => {
    const { tasks } = await listTasks(db, viewer, { limit: 10, ...options });
    return { ...words, tasks };
  };
  if (!isAgent(viewer)) {
    const own = { title: "Your open requests", href: "/tasks", nothing: "You have no open requests." };
    return { now, isAgent: false, sections: [await section(own, { limit: PAGE_ROWS })] };
  }
  const own = { filter: { assignee: "me" }, sort: { key: "priority", direction: "desc" } } as const;
  const [work, snoozed, ...others] = await Promise.all([
    section(
      { title: "My work", href: "/tasks?assignee=me", nothing: "Nothing is waiting for you." },
      { ...own, where: () => isAwake(now) },
    ),
    section(
      { title: "Snoozed", href: "/tasks?q=is:snoozed+assignee:me", nothing: "" },
      { ...own, where: () => isSnoozed(now) },
    ),
    section(
      { title: "Unassigned", href: "/tasks?assignee=none", nothing: "Every open task has somebody." },
      { filter: { assignee: "none" } },
    ),
    section(
      { title: "Recently changed", href: "/tasks?status=any", nothing: "There are no tasks yet." },
      { filter: { status: "any" } },
    ),
  ]);
  return { now, isAgent: true, sections: [work, ...(snoozed.tasks.length > 0 ? [snoozed] : []), ...others] };
}

export const clientLoader = fromPayload("routes/_app._index");

export default function HomePage() {
  const { now, isAgent, sections } = useLoaderData<typeof loader>();
  return (
    <div className="home">
      <PageHeader title="Home">
        <ButtonLink look="primary" icon="new" href="/tasks/new">
          {isAgent ? "New task" : "New request"}
        </ButtonLink>
      </PageHeader>
      <search>
        <form className="filters" method="get" action="/search">
          <TaskSearchBox value="" />
        </form>
      </search>
      {sections.map(({ title, href, nothing, tasks }) => (
        <section key={title} aria-label={title}>
          <SectionHeader title={title}>
            <a href={href}>Show all</a>
          </SectionHeader>
          {tasks.length > 0 ? <TaskTable tasks={tasks} now={now} name={title} /> : <EmptyState small title={nothing} />}
        </section>
      ))}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
