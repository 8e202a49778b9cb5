import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { type CompiledQuery, compileTaskQuery } from "~/features/search/compile-query.server";
import type { QueryError, QueryNotice } from "~/features/search/query-language";
import { quoted } from "~/features/search/unanswerable-queries";
import {
  filtersIn,
  isNamed,
  isTagPattern,
  type ListAddress,
  parseListAddress,
} from "~/features/task-list/task-address";
import type { FilterTexts } from "~/features/task-list/task-filters";
import type { ListTasks } from "~/features/task-list/task-list.server";
import { DEFAULT_SORT, parseSort, QUEUE_SORT, SORTS, type Sort, sortFor } from "~/features/task-list/task-position";
import { isAgent, type Viewer } from "~/features/users/users";
import type { NamedView } from "./views";
import { readView, type SavedView } from "./views.server";
import * as say from "./views-copy";

/** What is asked of the tasks of a list. */
export type Narrowed = { ok: true; notices: readonly QueryNotice[] } & Pick<
  ListTasks,
  "filter" | "where" | "hidden" | "ofOne"
>;

/**
 * What the address of a list means.
 *
 * view     the view it names; null for none, and for one that is lost
 * address  what it says beside
 * texts    of the filters; with a view its query, which counts instead of them
 * usual    the order of the list where the address names none: the query's own, else that of the view, else of every list
 * unsaid   the same for the filters alone, as their form sends them: without the view
 * asked    of the tasks, or why that is not known: the query cannot be read, or the view is lost
 */
export type ListMeant = {
  view: NamedView | SavedView | null;
  address: ListAddress;
  texts: FilterTexts;
  usual: Sort;
  unsaid: Sort;
  asked: Narrowed | { ok: false; error: QueryError };
};

const NO_TEXTS: FilterTexts = { q: "", status: "", assignee: "", priority: "", requester: "", tag: "", whose: "" };

/** Said of a view that is named and not there for this person. Without its query a list would be all open tasks. */
const LOST_VIEW: QueryError = {
  message: say.viewIsGone,
  at: { start: 0, end: 0 },
};

/** The view that the address of a list names: null for none; and whether it names one that is not there for this person. */
export async function viewMeant(db: Db, viewer: Viewer, search: URLSearchParams) {
  const key = search.get("view") ?? "";
  const view = key === "" ? null : await readView(db, viewer, key);
  return { view, lost: key !== "" && !view ? LOST_VIEW : null };
}

/** Reads the address of a list, for whoever shows it and whoever does something with all that is in it. */
export async function parseListUrl(db: Db, viewer: Viewer, search: URLSearchParams, now: number): Promise<ListMeant> {
  const { view, lost } = await viewMeant(db, viewer, search);
  const works = isAgent(viewer);
  const texts = view ? { ...NO_TEXTS, q: view.query } : filtersIn(search, works);
  const options = { interactive: !view, openByDefault: texts.status === "" };
  const query = texts.q === "" ? null : await compileTaskQuery(db, viewer, texts.q, now, options);
  const { assignee, tag } = texts;
  const terms = [isNamed(assignee) && `assignee:${quoted(assignee)}`, isTagPattern(tag) && `tag:${quoted(tag)}`];
  const more = works ? terms.filter((term) => term !== false).join(" ") : "";
  // Apart from the query, which may end in the middle of a word or a bracket.
  const named = more === "" ? null : await compileTaskQuery(db, viewer, more, now);
  const own = query?.ok ? listSort(query.sort) : null;
  const everyList = works ? QUEUE_SORT : DEFAULT_SORT;
  const usual = sortFor(works, own ?? parseSort(view?.sort ?? null, everyList));
  const address = parseListAddress(search, works, usual);
  const meant = { view, address, texts, usual, unsaid: sortFor(works, own ?? everyList) };
  if (lost) return { ...meant, asked: { ok: false, error: lost } };
  if (query && !query.ok) return { ...meant, asked: query };
  if (named && !named.ok) return { ...meant, asked: { ok: false, error: plain(named.error) } };
  const queries = [query, named].filter((one) => one !== null);
  const asked: Narrowed = {
    ...{ ok: true, hidden: query?.hidden, ofOne: queries.some(({ ofOne }) => ofOne) },
    notices: [...(query?.notices ?? []), ...(named?.notices.map(plain) ?? [])],
    filter: view ? { status: query && !query.onlyOpen ? "any" : "open" } : address.filter,
    where: queries.length > 0 ? (sight) => allOf(queries.map((one) => one.asked(sight).where)) : undefined,
  };
  return { ...meant, asked };
}

/** Without what mends a query, for it is none that anybody wrote. */
const plain = ({ message, at }: QueryNotice) => ({ message, at });

const allOf = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The order that `sort:` asks for, where it is one of a list's. */
function listSort(asked: CompiledQuery["sort"] | null): Sort | null {
  const key = SORTS.find((known) => known === asked?.by);
  return asked && key ? { key, direction: asked.direction } : null;
}
