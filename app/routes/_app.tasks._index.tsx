import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import type { QuerySort } from "~/features/search/query-sort";
import { taskMeantBy } from "~/features/search/task-meant.server";
import { SeenForm } from "~/features/tasks/seen/seen-form";
import { listHref, parseListAddress } from "~/features/tasks/task-address";
import { TaskFilters } from "~/features/tasks/task-filters";
import { type ListTasks, listTasks, sortFor } from "~/features/tasks/task-list.server";
import { DEFAULT_SORT, QUEUE_SORT, SORTS, type Sort } from "~/features/tasks/task-position";
import { TaskTable } from "~/features/tasks/task-table";
import { listAssignable } from "~/features/users/people-fields.server";
import { isAgent } from "~/features/users/user-words";
import { fromPayload } from "~/shell/from-payload";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";

/** What the list is called: tasks are requests to those who ask. */
const titleFor = (agents: unknown) => (agents === null ? "Requests" : "Tasks");

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(titleFor(data?.agents), matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  const works = isAgent(viewer);
  const usual = works ? QUEUE_SORT : DEFAULT_SORT;
  const address = parseListAddress(new URL(request.url).searchParams, usual);
  const agents = works ? (await listAssignable(db)).map(({ id, name }) => ({ id, name })) : null;

  const shown = { now, agents, texts: address.texts, sort: sortFor(viewer, address.sort) };
  const { q, status } = address.texts;
  const number = await taskMeantBy(db, viewer, q);
  if (number !== null) throw redirect(`/tasks/${number}`);
  const asked = { interactive: true, openByDefault: status === "" };
  const query = q === "" ? null : await compileTaskQuery(db, viewer, q, now, asked);
  if (query && !query.ok) {
    const nothing = { tasks: [], previous: null, next: null, notices: [] };
    return data({ ...shown, ...nothing, error: query.error.message }, { status: 422 });
  }
  // The query's own order counts until a heading is pressed.
  const isChosen = new URL(request.url).searchParams.has("sort");
  const wanted = isChosen ? address.sort : (listSort(query?.sort) ?? address.sort);
  const where: ListTasks["where"] = query ? (sight) => query.asked(sight).where : undefined;
  const narrowed = { ...address, sort: wanted, where, withMerged: query?.withMerged };
  const { tasks, previous, next } = await listTasks(db, viewer, narrowed);
  const sort = sortFor(viewer, wanted);
  return {
    ...shown,
    sort,
    tasks,
    previous: previous && listHref({ ...address, sort }, { side: "before", values: previous }, usual),
    next: next && listHref({ ...address, sort }, { side: "after", values: next }, usual),
    error: null,
    notices: query?.notices.map((notice) => notice.message) ?? [],
  };
}

/** The order that `sort:` asks for, where it is one of a list's. */
function listSort(asked: QuerySort | null | undefined): Sort | null {
  const key = SORTS.find((known) => known === asked?.by);
  return asked && key ? { key, direction: asked.direction } : null;
}

export const clientLoader = fromPayload("routes/_app.tasks._index");

export default function TasksPage() {
  const { now, agents, texts, sort, tasks, previous, next, error, notices } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  const newTask = (
    <ButtonLink look="primary" icon="new" href="/tasks/new">
      {agents ? "New task" : "New request"}
    </ButtonLink>
  );
  const usual = agents ? QUEUE_SORT : DEFAULT_SORT;
  const shownSort = listHref({ texts: { ...texts }, sort }, null, usual).match(/sort=([a-z-]+)/)?.[1] ?? null;
  return (
    <>
      <PageHeader title={titleFor(agents)}>{newTask}</PageHeader>
      <TaskFilters key={JSON.stringify(texts)} texts={texts} sort={shownSort} agents={agents}>
        {shownSort && (
          <ButtonLink look="quiet" href={listHref({ texts, sort: usual }, null, usual)}>
            Usual order
          </ButtonLink>
        )}
        {isNarrowed && (
          <ButtonLink look="quiet" href="/tasks">
            Clear
          </ButtonLink>
        )}
      </TaskFilters>
      {error && <Notice kind="error">{error}</Notice>}
      {notices.map((notice) => (
        <Notice key={notice}>{notice}</Notice>
      ))}
      {error ? null : tasks.length > 0 ? (
        <>
          <SeenForm back={pathname + search} />
          <TaskTable
            tasks={tasks}
            now={now}
            sorting={{ sort, hrefOf: (other) => listHref({ texts, sort: other }, null, usual) }}
            marks
          />
        </>
      ) : (
        <EmptyState title={agents ? "No tasks here" : "No requests here"} action={isNarrowed ? null : newTask}>
          {isNarrowed ? "Nothing matches all of this. Take a filter away." : "What comes in will be listed here."}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
