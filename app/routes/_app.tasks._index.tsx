import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { SelectionBar } from "~/features/bulk/selection-bar.island";
import { QueryField } from "~/features/search/query-field";
import { asShown, Said, SearchNotices } from "~/features/search/search-form";
import { jumpToTask } from "~/features/search/search-page.server";
import { explanationHref, queryOfFilters, SEARCH_HELP } from "~/features/search/search-url";
import { withClocks } from "~/features/service-levels/list-clocks.server";
import { chosenFields, withFields } from "~/features/task-list/field-columns.server";
import { boardHref, ListLayout } from "~/features/task-list/list-layout";
import { SeenForm, useBeingRead } from "~/features/task-list/seen-form";
import { columnsIn } from "~/features/task-list/task-columns";
import { withExtra } from "~/features/task-list/task-columns.server";
import { type FilterTexts, TaskFilters } from "~/features/task-list/task-filters";
import type { Grouping } from "~/features/task-list/task-groups";
import { groupsOf } from "~/features/task-list/task-groups.server";
import { countTasks, listGroupedTasks, listTasks } from "~/features/task-list/task-list.server";
import * as say from "~/features/task-list/task-list-copy";
import { type ListAddress, listHref, withoutCursor } from "~/features/task-list/task-list-url";
import { type Sort, sortText } from "~/features/task-list/task-sort-and-cursor";
import { TaskTable } from "~/features/task-list/task-table";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import * as terms from "~/features/tasks/tasks-copy";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { EmptyList, NewTaskLink } from "~/features/views/empty-list";
import { emptyListReasons } from "~/features/views/empty-list-reasons.server";
import { shownFilters, submittedList } from "~/features/views/filter-chips.server";
import { ListFooter } from "~/features/views/list-footer";
import { type ListConditions, type ParsedList, parseListUrl } from "~/features/views/parse-list-url.server";
import { formatTotal, SHIPPED_VIEWS, TOTAL } from "~/features/views/views";
import { columnsOfView, isSaved, listViewNames, listViews } from "~/features/views/views.server";
import { ViewsMenu } from "~/features/views/views-menu";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";

/** Requesters see tasks as requests. */
const titleFor = (works: boolean) => (works ? terms.tasks : terms.requests);

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.view?.name ?? titleFor(data?.works ?? true), matches, error);

/** Views with their queries, which few lists need. */
const viewsOf = async (viewer: Viewer) => (isAgent(viewer) ? [...SHIPPED_VIEWS, ...(await listViews(db, viewer))] : []);

const NO_TASKS = { tasks: [], previous: null, next: null, groups: null };

/** A page of the list, in its groups if it has any. */
async function pageOf(viewer: Viewer, asked: ListConditions, address: ListAddress, limit: number, now: number) {
  const { position, sort, group } = address;
  const options = { ...asked, position, sort, limit };
  if (group === null) {
    const { tasks, previous, next } = await listTasks(db, viewer, options);
    return { tasks, previous: previous && { values: previous }, next: next && { values: next }, groups: null };
  }
  const sights = await accessScopesOf(db, viewer, asked.hidden); // once, not for each group
  const groups = await groupsOf(db, viewer, group, { ...asked, sights }, now);
  const page = await listGroupedTasks(db, viewer, { ...options, sights, groups });
  return { ...page, groups: JSON.stringify(page.groups) }; // text, so that live updates keep it with the rows it counts
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const now = Date.now();
  const works = isAgent(viewer);
  const { search, searchParams } = new URL(request.url);
  const submitted = await submittedList(db, viewer, searchParams);
  if (submitted) throw redirect(submitted);
  if (works && searchParams.get("layout") === "board") throw redirect(boardHref(search));
  const meant = await parseListUrl(db, viewer, searchParams, now);
  const { view, address, texts, usual, unsaid, isOpenOnly, asked } = meant;
  const number = view ? null : await jumpToTask(db, viewer, texts.q);
  if (number !== null) throw redirect(`/tasks/${number}`);

  const { rows: limit, columns: own } = preferencesOf(viewer);
  const keys = works ? columnsOfView(viewer, view) : undefined;
  const { sort, group } = address;
  const hrefOf = (other: FilterTexts) => listHref({ texts: other, sort: view ? unsaid : sort, group }, null, unsaid);
  // Keep the list first: PostgreSQL answers in this order, and each result before the slowest wakes the process.
  const [list, saved, fields, chips] = await Promise.all([
    asked.ok ? pageOf(viewer, asked, address, limit, now) : NO_TASKS,
    works ? listViewNames(db, viewer) : [],
    chosenFields(db, keys),
    shownFilters(db, viewer, texts, hrefOf),
  ]);
  const views = works ? [...SHIPPED_VIEWS, ...saved] : [];
  const shown = {
    ...{ now, works, texts, chips, usual, unsaid, sort, group, isOpenOnly },
    view: view ? { key: view.key, name: view.name, mayChange: isSaved(view) && view.mayChange } : null,
    views: views.map(({ key, name, group }) => ({ key, name, group })),
    rows: limit,
    hasOwnColumns: view !== null && own[view.key] !== undefined,
    shares: !works && viewer.sharedOrganizationId !== undefined,
  };
  if (!asked.ok) {
    const nothing = { ...NO_TASKS, notices: [], columns: null, total: null, against: null };
    return data({ ...shown, ...nothing, error: asShown(asked.error) }, { status: 422 });
  }
  const columns = columnsIn(keys, fields);
  const { tasks, previous, next, groups } = list;
  const isWhole = previous === null && next === null;
  const why =
    tasks.length === 0
      ? await emptyListReasons(db, viewer, texts, await viewsOf(viewer))
      : { against: null, unknown: [] };
  return {
    ...shown,
    columns,
    groups,
    against: why.against,
    total: isWhole ? tasks.length : await totalOf(viewer, meant, asked),
    tasks: await withClocks(db, await withFields(db, await withExtra(db, tasks, columns), fields), columns, now),
    previous: previous && listHref(address, { side: "before", ...previous }, usual),
    next: next && listHref(address, { side: "after", ...next }, usual),
    error: null,
    notices: [...asked.notices, ...why.unknown.map((message) => ({ message }))].map(asShown),
  };
}

/**
 * Total for a paged list, up to one more than we count; null where no index can count it: search queries, requester
 * prefixes, teams, types and the whole desk. A list limited to one person's work is small enough.
 */
async function totalOf(viewer: Viewer, { texts, view }: ParsedList, asked: ListConditions): Promise<number | null> {
  const { q, requester, ...indexed } = texts;
  const isFew = asked.where === undefined || asked.isShort === true;
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
  const { tasks, columns, groups, total, previous, next, error, notices, against, ...list } =
    useLoaderData<typeof loader>();
  const { now, works, texts, chips, sort, group, usual, unsaid, isOpenOnly } = list;
  const { view, views, shares, rows, hasOwnColumns } = list;
  const { pathname, search } = useLocation();
  const beingRead = useBeingRead();
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  const shown = view ? { view: view.key, sort, group } : { texts, sort, group };
  const inOrder = (other: Sort) => listHref({ ...shown, sort: other }, null, usual);
  const inGroups = (other: Grouping | null) => listHref({ ...shown, group: other }, null, usual);
  const inQuery = (q: string) => listHref({ texts: { ...texts, q }, sort, group }, null, usual);
  const title = view?.name ?? titleFor(works);
  const query = queryOfFilters(texts);
  const isOrdered = sortText(sort) !== sortText(usual);
  return (
    <>
      <header className="page-header list-head">
        {works ? (
          <ViewsMenu title={title} views={views} current={view?.key ?? (isNarrowed || error ? null : "")} />
        ) : (
          <h1>{title}</h1>
        )}
        {total !== null && total > 0 && isNarrowed && <p className="list-total">{formatTotal(total, works)}</p>}
        <div className="list-links">
          {isOrdered && (
            <ButtonLink look="quiet" href={inOrder(usual)}>
              {say.resetSort}
            </ButtonLink>
          )}
          {hasOwnColumns && (
            <form method="post" action={`/tasks/display?${new URLSearchParams({ list: search.slice(1) })}`}>
              <input type="hidden" name="rows" value={rows} />
              <Button look="quiet" name="usual" value="yes">
                {say.resetColumns}
              </Button>
            </form>
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
          {works && query && !error && (
            <ButtonLink look="quiet" href={explanationHref({ q: query })}>
              {say.explainResults}
            </ButtonLink>
          )}
          <ButtonLink look="quiet" className="list-help" href={SEARCH_HELP} data-prefetch="intent">
            {say.howToSearch}
          </ButtonLink>
        </div>
        {works && <ListLayout current={group} hrefOf={inGroups} board={boardHref(search)} />}
        <NewTaskLink works={works} />
      </header>
      {error && (
        <div id="search-error">
          <Notice kind="error">
            {view && `${say.queryNoLongerValid} `}
            <Said {...error} hrefOf={inQuery} />
          </Notice>
        </div>
      )}
      <TaskFilters
        search={
          <QueryField
            id="search-tasks"
            label={say.searchTasks}
            name="q"
            defaultValue={query}
            data-focus-next="content"
            maxLength={1000}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "search-error" : undefined}
          />
        }
        shown={query}
        {...{ texts, chips, isOpenOnly, sort, unsaid, works, shares }}
        layout={group}
      />
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
              list={withoutCursor(search)}
              groups={groups === null ? null : JSON.parse(groups)}
            />
            {works && <SelectionBar key={search} list={search.slice(1)} />}
          </form>
        </>
      ) : (
        <EmptyList {...{ works, texts, sort, usual, isOpenOnly, against }} />
      )}
      <Pagination previous={previous} next={next} />
      <ListFooter
        {...{ works, search, tasks }}
        query={texts.q}
        withDone={isOpenOnly ? listHref({ texts: { ...texts, status: "any" }, sort }, null, usual) : null}
      />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
