import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { PickBar } from "~/features/bulk/pick-bar.island";
import { otherStatuses } from "~/features/search/other-statuses.server";
import { QueryField } from "~/features/search/query-field.island";
import { queryOfFilters } from "~/features/search/query-of-filters";
import { explanationHref } from "~/features/search/search-address";
import { Said, SearchNotices, type ShownNotice } from "~/features/search/search-form";
import { taskMeantBy } from "~/features/search/task-meant.server";
import { chosenFields, withFields } from "~/features/tasks/custom-fields/field-texts.server";
import { SeenForm } from "~/features/tasks/seen/seen-form";
import { listHref } from "~/features/tasks/task-address";
import { columnsIn } from "~/features/tasks/task-columns";
import { withExtra } from "~/features/tasks/task-columns.server";
import { type FilterTexts, statusFilterName, TaskFilters } from "~/features/tasks/task-filters";
import { countTasks, listTasks, sortFor } from "~/features/tasks/task-list.server";
import { type Sort, sortText } from "~/features/tasks/task-position";
import { TaskTable } from "~/features/tasks/task-table";
import { PUT_AWAY_HREF, PUT_AWAY_QUERY } from "~/features/tasks/trash/trash-words";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { type ListMeant, listMeant, type Narrowed } from "~/features/views/list-meant.server";
import { unknownFilters } from "~/features/views/unknown-filters.server";
import { EXPORTED, type NamedView, SEARCH_HELP, SHIPPED_VIEWS, TOTAL, totalInWords } from "~/features/views/view-words";
import { columnsFor, isSaved, listViews } from "~/features/views/views.server";
import { ViewsNav } from "~/features/views/views-nav";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";

/** What the list is called: tasks are requests to those who ask. */
const titleFor = (works: boolean) => (works ? "Tasks" : "Requests");

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(titleFor(data?.works ?? true), matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  const works = isAgent(viewer);
  const { searchParams } = new URL(request.url);
  const [meant, saved] = await Promise.all([
    listMeant(db, viewer, searchParams, now),
    works ? listViews(db, viewer) : null,
  ]);
  const { view, address, texts, usual, asked } = meant;
  const number = view ? null : await taskMeantBy(db, viewer, texts.q);
  if (number !== null) throw redirect(`/tasks/${number}`);

  const shown = {
    ...{ now, works, texts, usual, sort: sortFor(viewer, address.sort) },
    view: view ? { key: view.key, name: view.name, mayChange: isSaved(view) && view.mayChange } : null,
    views: saved ? [...SHIPPED_VIEWS, ...saved].map(({ key, name }) => ({ key, name })) : [],
    shares: !works && viewer.sharedOrganizationId !== undefined,
  };
  if (!asked.ok) {
    const nothing = { tasks: [], previous: null, next: null, notices: [], columns: null, total: null, against: null };
    return data({ ...shown, ...nothing, error: asShown(asked.error) }, { status: 422 });
  }
  const { position } = address;
  const { rows: limit } = preferencesOf(viewer);
  const keys = works ? columnsFor(viewer, view) : undefined;
  const fields = await chosenFields(db, keys);
  const columns = columnsIn(keys, fields);
  const { tasks, previous, next } = await listTasks(db, viewer, { ...asked, position, sort: meant.sort, limit });
  const isWhole = previous === null && next === null;
  const sort = sortFor(viewer, meant.sort);
  return {
    ...shown,
    sort,
    columns,
    against: tasks.length === 0 ? against(viewer, texts, saved) : null,
    total: isWhole ? tasks.length : await totalOf(viewer, meant, asked),
    tasks: await withFields(db, await withExtra(db, tasks, columns), fields),
    previous: previous && listHref({ ...address, sort }, { side: "before", values: previous }, usual),
    next: next && listHref({ ...address, sort }, { side: "after", values: next }, usual),
    error: null,
    notices: [
      ...asked.notices.map(asShown),
      ...(tasks.length === 0 ? await unknownFilters(db, viewer, texts) : []).map((message) => asShown({ message })),
    ],
  };
}

/**
 * How many tasks a list has that goes on, up to one more than is counted, where indexes know: not what a query finds, unless
 * it is what one person has to do, nor whose names begin with something, nor all of the desk.
 */
async function totalOf(viewer: Viewer, { texts, view }: ListMeant, asked: Narrowed): Promise<number | null> {
  const { q, requester, ...indexed } = texts;
  const isFew = asked.where === undefined || asked.ofOne === true;
  const isIndexed = view === null && q === "" && requester === "" && isFew;
  return isIndexed && Object.values(indexed).some((text) => text !== "")
    ? countTasks(db, viewer, asked, TOTAL + 1)
    : null;
}

const asShown = ({ message, suggestion = null }: { message: string; suggestion?: string | null }): ShownNotice => ({
  message,
  suggestion,
});

/** Why nothing is found where what is written, or the view it is of, is about tasks of another status than the filter. */
function against(viewer: Viewer, texts: FilterTexts, saved: readonly NamedView[] | null) {
  const others = otherStatuses(texts.q, texts.status, isAgent(viewer));
  const view = [...SHIPPED_VIEWS, ...(saved ?? [])].find(({ query }) => query === texts.q);
  return others && { ...others, by: saved && view ? `The view “${view.name}”` : "What you search for" };
}

/** Where the list as it is gets a name. */
const saveHref = (texts: FilterTexts, sort: Sort) =>
  `/tasks/views/new?${new URLSearchParams({ query: queryOfFilters(texts), sort: sortText(sort) })}`;

export const clientLoader = fromPayload("routes/_app.tasks._index");

export default function TasksPage() {
  const {
    now,
    works,
    texts,
    usual,
    sort,
    tasks,
    previous,
    next,
    error,
    notices,
    view,
    views,
    shares,
    columns,
    ...list
  } = useLoaderData<typeof loader>();
  const { total, against } = list;
  const { pathname, search } = useLocation();
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  const emptyTitle = works ? "No tasks here" : "No requests here";
  const newTask = (
    <ButtonLink look="primary" icon="new" href="/tasks/new">
      {works ? "New task" : "New request"}
    </ButtonLink>
  );
  const inOrder = (other: Sort) =>
    listHref(view ? { view: view.key, sort: other } : { texts, sort: other }, null, usual);
  const inQuery = (q: string) => listHref({ texts: { ...texts, q }, sort }, null, usual);
  const isOrdered = sortText(sort) !== sortText(usual);
  return (
    <>
      <PageHeader
        title={view?.name ?? titleFor(works)}
        lead={total !== null && total > 0 && isNarrowed && totalInWords(total, works ? "task" : "request")}
      >
        {newTask}
      </PageHeader>
      {works && <ViewsNav views={views} current={view?.key ?? (isNarrowed ? null : "")} />}
      {error && (
        <div id="search-error">
          <Notice kind="error">
            {view && "The query of this view does not work any more. "}
            <Said {...error} hrefOf={inQuery} />
          </Notice>
        </div>
      )}
      <TaskFilters
        key={JSON.stringify(texts)}
        search={
          <QueryField
            id="search-tasks"
            label="Search tasks"
            name="q"
            defaultValue={texts.q}
            maxLength={1000}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "search-error" : undefined}
          />
        }
        texts={texts}
        sort={sort}
        works={works}
        shares={shares}
      >
        {isOrdered && (
          <ButtonLink look="quiet" href={inOrder(usual)}>
            Usual order
          </ButtonLink>
        )}
        {isNarrowed && (
          <ButtonLink look="quiet" href="/tasks">
            Clear
          </ButtonLink>
        )}
        {view?.mayChange && (
          <ButtonLink look="quiet" href={`/tasks/views/${view.key}`}>
            Edit view
          </ButtonLink>
        )}
        {works && !view && isNarrowed && !error && (
          <ButtonLink look="quiet" href={saveHref(texts, sort)}>
            Save as view
          </ButtonLink>
        )}
        {works && texts.q && !error && (
          <ButtonLink look="quiet" href={explanationHref({ q: texts.q })}>
            Why is a task here, or not?
          </ButtonLink>
        )}
        <ButtonLink look="quiet" href={SEARCH_HELP} data-prefetch="intent">
          How to search
        </ButtonLink>
      </TaskFilters>
      <SearchNotices notices={notices} hrefOf={inQuery} />
      {error ? null : tasks.length > 0 ? (
        <>
          <SeenForm back={pathname + search} />
          <form action="/tasks/bulk">
            <TaskTable
              tasks={tasks}
              now={now}
              sorting={{ sort, hrefOf: inOrder }}
              marks
              picks={works}
              columns={columns}
            />
            {works && <PickBar key={search} list={search.slice(1)} />}
          </form>
        </>
      ) : against ? (
        <EmptyState
          title={emptyTitle}
          action={
            <>
              <ButtonLink href={inQuery(against.without)}>Without “{against.said}”</ButtonLink>
              <ButtonLink href={listHref({ texts: { ...texts, status: "" }, sort }, null, usual)}>
                Without the filter
              </ButtonLink>
            </>
          }
        >
          {against.by} {against.only ? `has ${against.only} tasks only` : `is only about “${against.said}”`}, and the
          filter asks for “{statusFilterName(texts.status)}”: nothing is both.
        </EmptyState>
      ) : (
        <EmptyState title={emptyTitle} action={isNarrowed ? null : newTask}>
          {isNarrowed ? "Nothing matches all of this. Take a filter away." : "What comes in will be listed here."}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
      {(works || tasks.length > 0) && (
        <div className="buttons list-end" data-prefetch="intent">
          {tasks.some(({ unread }) => unread) && (
            <form method="post" action={`/tasks/reading${search}`}>
              <Button look="quiet">Mark all as read</Button>
            </form>
          )}
          {tasks.length > 0 && (
            <ButtonLink look="quiet" href={`/tasks/display?${new URLSearchParams({ list: search.slice(1) })}`}>
              {works ? "Rows and columns" : "Rows on a page"}
            </ButtonLink>
          )}
          {works && texts.q !== PUT_AWAY_QUERY && (
            <ButtonLink look="quiet" href={PUT_AWAY_HREF}>
              Trash and spam
            </ButtonLink>
          )}
          {works && tasks.length > 0 && (
            <form method="post" action={`/tasks/export${search}`} data-downloads="">
              <Button look="quiet">Export as CSV</Button> <small>{EXPORTED.toLocaleString("en")} tasks at most</small>
            </form>
          )}
        </div>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
