import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { SelectionBar } from "~/features/bulk/selection-bar.island";
import { QueryField } from "~/features/search/query-field";
import { asShown, Said, SearchNotices } from "~/features/search/search-form";
import { jumpToTask } from "~/features/search/search-page.server";
import { explanationHref, queryOfFilters } from "~/features/search/search-url";
import { chosenFields, withFields } from "~/features/task-list/field-columns.server";
import { SeenForm, useBeingRead } from "~/features/task-list/seen-form";
import { columnsIn } from "~/features/task-list/task-columns";
import { withExtra } from "~/features/task-list/task-columns.server";
import { type FilterTexts, TaskFilters } from "~/features/task-list/task-filters";
import { countTasks, listTasks } from "~/features/task-list/task-list.server";
import * as say from "~/features/task-list/task-list-copy";
import { listHref } from "~/features/task-list/task-list-url";
import { type Sort, sortText } from "~/features/task-list/task-sort-and-cursor";
import { TaskTable } from "~/features/task-list/task-table";
import * as terms from "~/features/tasks/tasks-copy";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { EmptyList, NewTaskLink } from "~/features/views/empty-list";
import { emptyListReasons } from "~/features/views/empty-list-reasons.server";
import { ListFooter } from "~/features/views/list-footer";
import { type ListConditions, type ParsedList, parseListUrl } from "~/features/views/parse-list-url.server";
import { formatTotal, SEARCH_HELP, SHIPPED_VIEWS, TOTAL } from "~/features/views/views";
import { columnsOfView, isSaved, listViewNames, listViews } from "~/features/views/views.server";
import { ViewsNav } from "~/features/views/views-nav";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";

/** Requesters see tasks as requests. */
const titleFor = (works: boolean) => (works ? terms.tasks : terms.requests);

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(titleFor(data?.works ?? true), matches, error);

/** Views with their queries, which few lists need. */
const viewsOf = async (viewer: Viewer) => (isAgent(viewer) ? [...SHIPPED_VIEWS, ...(await listViews(db, viewer))] : []);

const NO_TASKS = { tasks: [], previous: null, next: null };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  const works = isAgent(viewer);
  const { searchParams } = new URL(request.url);
  const meant = await parseListUrl(db, viewer, searchParams, now);
  const { view, address, texts, usual, unsaid, asked } = meant;
  const number = view ? null : await jumpToTask(db, viewer, texts.q);
  if (number !== null) throw redirect(`/tasks/${number}`);

  const { position, sort } = address;
  const { rows: limit } = preferencesOf(viewer);
  const keys = works ? columnsOfView(viewer, view) : undefined;
  // Keep the list first: PostgreSQL answers in this order, and each result before the slowest wakes the process.
  const [list, saved, fields] = await Promise.all([
    asked.ok ? listTasks(db, viewer, { ...asked, position, sort, limit }) : NO_TASKS,
    works ? listViewNames(db, viewer) : [],
    chosenFields(db, keys),
  ]);
  const views = works ? [...SHIPPED_VIEWS, ...saved] : [];
  const shown = {
    ...{ now, works, texts, usual, unsaid, sort },
    view: view ? { key: view.key, name: view.name, mayChange: isSaved(view) && view.mayChange } : null,
    views: views.map(({ key, name }) => ({ key, name })),
    shares: !works && viewer.sharedOrganizationId !== undefined,
  };
  if (!asked.ok) {
    const nothing = { ...NO_TASKS, notices: [], columns: null, total: null, against: null };
    return data({ ...shown, ...nothing, error: asShown(asked.error) }, { status: 422 });
  }
  const columns = columnsIn(keys, fields);
  const { tasks, previous, next } = list;
  const isWhole = previous === null && next === null;
  const why =
    tasks.length === 0
      ? await emptyListReasons(db, viewer, texts, await viewsOf(viewer))
      : { against: null, unknown: [] };
  return {
    ...shown,
    columns,
    against: why.against,
    total: isWhole ? tasks.length : await totalOf(viewer, meant, asked),
    tasks: await withFields(db, await withExtra(db, tasks, columns), fields),
    previous: previous && listHref(address, { side: "before", values: previous }, usual),
    next: next && listHref(address, { side: "after", values: next }, usual),
    error: null,
    notices: [...asked.notices, ...why.unknown.map((message) => ({ message }))].map(asShown),
  };
}

/**
 * Total for a paged list, up to one more than we count; null where no index can count it: search queries, requester
 * prefixes and the whole desk. A query limited to one person's work is small enough.
 */
async function totalOf(viewer: Viewer, { texts, view }: ParsedList, asked: ListConditions): Promise<number | null> {
  const { q, requester, ...indexed } = texts;
  const isFew = asked.where === undefined || asked.ofOne === true;
  const isIndexed = view === null && q === "" && requester === "" && isFew;
  return isIndexed && Object.values(indexed).some((text) => text !== "")
    ? countTasks(db, viewer, asked, TOTAL + 1)
    : null;
}

/** Link to save the current list as a view. */
const saveHref = (texts: FilterTexts, sort: Sort) =>
  `/tasks/views/new?${new URLSearchParams({ query: queryOfFilters(texts), sort: sortText(sort) })}`;

export const clientLoader = fromPayload("routes/_app.tasks._index");

export default function TasksPage() {
  const { tasks, columns, total, previous, next, error, notices, against, ...list } = useLoaderData<typeof loader>();
  const { now, works, texts, sort, usual, unsaid, view, views, shares } = list;
  const { pathname, search } = useLocation();
  const beingRead = useBeingRead();
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  const inOrder = (other: Sort) =>
    listHref(view ? { view: view.key, sort: other } : { texts, sort: other }, null, usual);
  const inQuery = (q: string) => listHref({ texts: { ...texts, q }, sort }, null, usual);
  const isOrdered = sortText(sort) !== sortText(usual);
  return (
    <>
      <PageHeader
        title={view?.name ?? titleFor(works)}
        lead={total !== null && total > 0 && isNarrowed && formatTotal(total, works)}
      >
        <NewTaskLink works={works} />
      </PageHeader>
      {works && <ViewsNav views={views} current={view?.key ?? (isNarrowed || error ? null : "")} />}
      {error && (
        <div id="search-error">
          <Notice kind="error">
            {view && `${say.queryNoLongerValid} `}
            <Said {...error} hrefOf={inQuery} />
          </Notice>
        </div>
      )}
      <TaskFilters
        key={JSON.stringify(texts)}
        search={
          <QueryField
            id="search-tasks"
            label={say.searchTasks}
            name="q"
            defaultValue={texts.q}
            maxLength={1000}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "search-error" : undefined}
          />
        }
        texts={texts}
        sort={sort}
        unsaid={unsaid}
        works={works}
        shares={shares}
      >
        {isOrdered && (
          <ButtonLink look="quiet" href={inOrder(usual)}>
            {say.resetSort}
          </ButtonLink>
        )}
        {isNarrowed && (
          <ButtonLink look="quiet" href="/tasks">
            {say.clear}
          </ButtonLink>
        )}
        {view?.mayChange && (
          <ButtonLink look="quiet" href={`/tasks/views/${view.key}`}>
            {say.editView}
          </ButtonLink>
        )}
        {works && !view && isNarrowed && !error && (
          <ButtonLink look="quiet" href={saveHref(texts, sort)}>
            {say.saveAsView}
          </ButtonLink>
        )}
        {works && texts.q && !error && (
          <ButtonLink look="quiet" href={explanationHref({ q: texts.q })}>
            {say.explainResults}
          </ButtonLink>
        )}
        <ButtonLink look="quiet" className="filters-help" href={SEARCH_HELP} data-prefetch="intent">
          {say.howToSearch}
        </ButtonLink>
      </TaskFilters>
      <SearchNotices notices={notices} hrefOf={inQuery} />
      {error ? null : tasks.length > 0 ? (
        <>
          <SeenForm back={pathname + search} />
          <form action="/tasks/bulk">
            <TaskTable
              tasks={tasks.map((task) => (task.id === beingRead ? { ...task, unread: false } : task))}
              now={now}
              sorting={{ sort, hrefOf: inOrder }}
              marks
              picks={works}
              columns={columns}
            />
            {works && <SelectionBar key={search} list={search.slice(1)} />}
          </form>
        </>
      ) : (
        <EmptyList {...{ works, texts, sort, usual, against }} />
      )}
      <Pagination previous={previous} next={next} />
      <ListFooter works={works} search={search} query={texts.q} tasks={tasks} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
