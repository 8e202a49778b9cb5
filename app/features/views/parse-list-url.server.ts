import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { type CompiledQuery, compileTaskQuery } from "~/features/search/compile-query.server";
import type { QueryError, QueryNotice } from "~/features/search/query-language";
import { quoted } from "~/features/search/unanswerable-queries";
import { isOfOne } from "~/features/task-list/list-order.server";
import { type FilterTexts, NO_FILTERS } from "~/features/task-list/task-filters";
import type { ListTasks } from "~/features/task-list/task-list.server";
import {
  filtersIn,
  isNamed,
  isTagPattern,
  type ListAddress,
  parseListAddress,
} from "~/features/task-list/task-list-url";
import {
  DEFAULT_SORT,
  parseSort,
  QUEUE_SORT,
  SORTS,
  type Sort,
  sortFor,
} from "~/features/task-list/task-sort-and-cursor";
import { isAgent, type Viewer } from "~/features/users/users";
import type { NamedView } from "./views";
import { readView, type SavedView } from "./views.server";
import * as say from "./views-copy";

export type ListConditions = { ok: true; notices: readonly QueryNotice[] } & Pick<
  ListTasks,
  "filter" | "where" | "hidden" | "isShort"
>;

/**
 * A parsed list URL.
 *
 * view     the view it names; null for none or an unknown one
 * address  the rest of the state in the URL
 * texts    filter values; with a view, its query replaces them
 * usual    default sort: the query's own, else the view's, else that of every list
 * unsaid   default sort of the filter form, which ignores the view
 * isOpenOnly  whether it lists open tasks only unless a status is asked for
 * asked    the list's conditions, or an error: the query is invalid or the view unknown
 */
export type ParsedList = {
  view: NamedView | SavedView | null;
  address: ListAddress;
  texts: FilterTexts;
  usual: Sort;
  unsaid: Sort;
  isOpenOnly: boolean;
  asked: ListConditions | { ok: false; error: QueryError };
};

/** Error for an unknown view: ignoring it would list all open tasks. */
const UNKNOWN_VIEW: QueryError = {
  message: say.viewIsGone,
  at: { start: 0, end: 0 },
};

/** Reads the view a list URL names; null for none. `lost` is set if the viewer has no such view. */
export async function viewInUrl(db: Db, viewer: Viewer, search: URLSearchParams) {
  const key = search.get("view") ?? "";
  const view = key === "" ? null : await readView(db, viewer, key);
  return { view, lost: key !== "" && !view ? UNKNOWN_VIEW : null };
}

/** Parses a list URL, for the list page and for actions on the whole list. */
export async function parseListUrl(db: Db, viewer: Viewer, search: URLSearchParams, now: number): Promise<ParsedList> {
  const { view, lost } = await viewInUrl(db, viewer, search);
  const works = isAgent(viewer);
  const texts = view ? { ...NO_FILTERS, q: view.query } : filtersIn(search, works);
  const options = { interactive: !view, openByDefault: texts.status === "" };
  const query = texts.q === "" ? null : await compileTaskQuery(db, viewer, texts.q, now, options);
  const { assignee, tag, team, type } = texts;
  const queried = {
    assignee: isNamed(assignee) ? assignee : "",
    tag: isTagPattern(tag) ? tag : "",
    team,
    type,
  };
  const terms = Object.entries(queried).flatMap(([key, value]) => (value === "" ? [] : [`${key}:${quoted(value)}`]));
  const more = works ? terms.join(" ") : "";
  // Compiled separately, because the query may end mid-word or inside parentheses.
  const named = more === "" ? null : await compileTaskQuery(db, viewer, more, now);
  const own = query?.ok ? listSort(query.sort) : null;
  const everyList = works ? QUEUE_SORT : DEFAULT_SORT;
  const usual = sortFor(works, own ?? parseSort(view?.sort ?? null, everyList));
  const address = parseListAddress(search, works, usual);
  const isOpenOnly = query === null || (query.ok && query.onlyOpen);
  const meant = { view, address, texts, usual, unsaid: sortFor(works, own ?? everyList), isOpenOnly };
  if (lost) return { ...meant, asked: { ok: false, error: lost } };
  if (query && !query.ok) return { ...meant, asked: query };
  if (named && !named.ok) return { ...meant, asked: { ok: false, error: plain(named.error) } };
  const queries = [query, named].filter((one) => one !== null);
  // A view's query replaces the filters in the URL.
  const isOwnFilter = !view && works && isOfOne(address.filter);
  const asked: ListConditions = {
    ...{ ok: true, hidden: query?.hidden, isShort: isOwnFilter || queries.some(({ ofOne }) => ofOne) },
    notices: [...(query?.notices ?? []), ...(named?.notices.map(plain) ?? [])],
    filter: view ? { status: query && !query.onlyOpen ? "any" : "open" } : address.filter,
    where: queries.length > 0 ? (sight) => allOf(queries.map((one) => one.asked(sight).where)) : undefined,
  };
  return { ...meant, asked };
}

/** Drops the suggestion: it fixes a generated query, not one the viewer typed. */
const plain = ({ message, at }: QueryNotice) => ({ message, at });

const allOf = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The sort a query asks for; null if lists don't have it. */
function listSort(asked: CompiledQuery["sort"] | null): Sort | null {
  const key = SORTS.find((known) => known === asked?.by);
  return asked && key ? { key, direction: asked.direction } : null;
}
