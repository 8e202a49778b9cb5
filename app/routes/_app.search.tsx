import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { fieldExample } from "~/features/search/field-lookups.server";
import * as say from "~/features/search/search-copy";
import { SearchForm, SearchNotices } from "~/features/search/search-form";
import { SearchHelp } from "~/features/search/search-help";
import { jumpToTask, searchEverything } from "~/features/search/search-page.server";
import { SearchResults } from "~/features/search/search-results";
import { explanationHref, parseSearchAddress, searchHref } from "~/features/search/search-url";
import { isAgent } from "~/features/users/users";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.search, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const { text, after, help } = parseSearchAddress(new URL(request.url).searchParams);
  const number = await jumpToTask(db, viewer, text);
  if (number !== null) throw redirect(`/tasks/${number}`);

  const now = Date.now();
  const works = isAgent(viewer);
  const [found, field] = await Promise.all([
    searchEverything(db, viewer, { text, after }, now),
    fieldExample(db, viewer),
  ]);
  const page = {
    now,
    text,
    works,
    help,
    field,
    first: after ? searchHref({ text }) : null,
  };
  if (!found.ok) return data({ ...page, error: found.error, notices: [], results: null }, { status: 422 });
  const results = found.results && {
    ...found.results,
    next: found.results.next && searchHref({ text, after: found.results.next }),
  };
  return { ...page, error: null, notices: found.notices, results };
}

export const clientLoader = fromPayload("routes/_app.search");

export default function SearchPage() {
  const { now, text, works, help, field, first, error, notices, results } = useLoaderData<typeof loader>();
  return (
    <div className="search-page">
      <PageHeader title={say.search} />
      <div>
        <SearchForm key={text} text={text} error={error} focus={text === "" && !help} />
        <SearchHelp key={String(help)} isAgent={works} field={field} open={help || text === ""} />
      </div>
      <SearchNotices notices={notices} />
      {results && (
        <SearchResults
          {...results}
          isAgent={works}
          first={first}
          explanation={explanationHref({ q: text })}
          now={now}
        />
      )}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
