import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/board/board-copy";
import { readBoard } from "~/features/board/board-read.server";
import { TaskBoard } from "~/features/board/task-board";
import { titled } from "~/features/branding/page-title";
import { QueryField } from "~/features/search/query-field";
import { queryOfFilters } from "~/features/search/search-url";
import { boardHref, ListLayout } from "~/features/task-list/list-layout";
import { type FilterTexts, TaskFilters } from "~/features/task-list/task-filters";
import { listHref } from "~/features/task-list/task-list-url";
import * as terms from "~/features/tasks/tasks-copy";
import { isAgent } from "~/features/users/users";
import { NewTaskLink } from "~/features/views/empty-list";
import { shownFilters } from "~/features/views/filter-chips.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/board.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.boardOf(data?.name ?? terms.tasks), matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const now = Date.now();
  const list = await parseListUrl(db, viewer, new URL(request.url).searchParams, now);
  const { view, address, texts, usual, unsaid, isOpenOnly, asked } = list;
  const { sort } = address;
  const hrefOf = (other: FilterTexts) => {
    const href = listHref({ texts: other, sort: view ? unsaid : sort }, null, unsaid);
    return boardHref(href.slice("/tasks".length));
  };
  const shown = {
    ...{ now, texts, sort, usual, unsaid, isOpenOnly, view: view?.key ?? "", name: view?.name ?? terms.tasks },
    chips: await shownFilters(db, viewer, texts, hrefOf),
    requestKey: formKey(viewer.id),
  };
  if (!asked.ok) return data({ ...shown, columns: [], error: asked.error.message }, { status: 422 });
  return { ...shown, columns: await readBoard(db, viewer, asked, sort, now), error: null };
}

export const clientLoader = fromPayload("routes/_app.tasks.board");

export default function BoardPage() {
  const { now, name, view, columns, error, requestKey, usual, ...filters } = useLoaderData<typeof loader>();
  const { texts, sort } = filters;
  const { search } = useLocation();
  const query = queryOfFilters(texts);
  const list = view ? { view, sort } : { texts, sort };
  const hrefOf = (status: string) => listHref({ texts: { ...texts, status }, sort }, null, usual);
  return (
    <>
      <PageHeader title={name}>
        <ListLayout
          current="board"
          hrefOf={(group) => listHref({ ...list, group }, null, usual)}
          board={boardHref(search)}
        />
        <NewTaskLink works />
      </PageHeader>
      <TaskFilters
        search={
          <QueryField
            id="search-tasks"
            label={say.searchTasks}
            name="q"
            defaultValue={query}
            data-focus-next="content"
            maxLength={1000}
          />
        }
        shown={query}
        {...filters}
        layout="board"
        works
      />
      {error === null ? (
        <TaskBoard {...{ columns, hrefOf, requestKey, now }} list={search.slice(1)} />
      ) : (
        <Notice kind="error">{error}</Notice>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
