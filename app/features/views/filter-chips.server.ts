import { sql } from "kysely";
import type { Db } from "~/db/types";
import { cut } from "~/features/search/conflicting-status.server";
import { matchesPerson } from "~/features/search/people-conditions.server";
import { itemsOf, type Span } from "~/features/search/query-ast";
import { parseQuery } from "~/features/search/query-language";
import { queryOfFilters } from "~/features/search/search-url";
import { type Chips, FILTERS, type FilterName, type FilterTexts, NO_FILTERS } from "~/features/task-list/task-filters";
import { PRIORITIES, statuses, types } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { hasWords, searchPrefixes } from "~/features/users/user-search-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import { cleanText } from "~/lib/text";
import * as say from "./views-copy";

/** A term of a query that a filter shows. `value` as typed, unquoted. */
type FilterTerm = { name: FilterName; value: string; at: Span };

/** Terms that every result must match, for qualifiers that have a filter. */
function filterTerms(query: string): FilterTerm[] {
  const parsed = parseQuery(query);
  return itemsOf(parsed.ok ? parsed.query : null).flatMap((item) => {
    const name = item.kind === "qualifier" && FILTERS.find((filter) => filter === item.key);
    if (!name) return [];
    const [value, more] = item.values;
    const isPlain = value && !more && value.kind !== "range" && item.compare === null;
    return {
      name,
      value: isPlain ? value.text : query.slice(item.at.start + name.length + 1, item.at.end),
      at: item.at,
    };
  });
}

/**
 * The filters' values and labels, from the list's whole query: one truth, whether a term was chosen or typed. Requesters only
 * have the status.
 */
async function filterChips(db: Db, viewer: Viewer, texts: FilterTexts): Promise<Chips> {
  const found = [queryOfFilters({ ...texts, q: "" }), texts.q].flatMap(filterTerms);
  const chips: Chips = texts.whose ? { whose: { value: texts.whose, label: texts.whose } } : {};
  for (const { name, value } of found) {
    if (chips[name] || (name !== "status" && !isAgent(viewer))) continue;
    const person = isPerson(name) ? await personCalled(db, value) : null;
    chips[name] = person ? { value, label: person } : chipFor(name, value);
  }
  return chips;
}

const isKeyword = (text: string) => ["me", "none", "any"].includes(text.toLowerCase());

/** Name of the one person that the list finds by this number, address or name; null if there are several or none. */
async function personCalled(db: Db, text: string): Promise<string | null> {
  const beginnings = searchPrefixes(text);
  if (beginnings.length === 0 || isKeyword(text)) return null;
  let query = db.selectFrom("user").select("name").limit(2);
  if (/^\d{1,9}$/.test(text)) query = query.where("id", "=", Number(text));
  else if (text.includes("@")) query = query.where("email", "=", text.toLowerCase());
  else {
    for (const one of beginnings) query = query.where(hasWords(sql.ref("user.id"), one));
    query = query.where(matchesPerson(text));
  }
  const [person, another] = await query.execute();
  return person && !another ? person.name : null;
}

/**
 * A typed filter as a value that the list finds. A query needs whole words, but the field accepts prefixes: if only one
 * person matches, it resolves to that person. Any other text stays as typed.
 */
async function personMeant(db: Db, typed: string): Promise<string> {
  const beginnings = searchPrefixes(typed);
  if (beginnings.length === 0 || isKeyword(typed)) return typed;
  let query = db.selectFrom("user").select(["name", "email"]).where("state", "in", ["active", "disabled"]).limit(2);
  for (const one of beginnings) query = query.where(hasWords(sql.ref("user.id"), one));
  const [[person, another], called] = await Promise.all([
    query.execute(),
    db.selectFrom("user").select("id").where(matchesPerson(typed)).limit(1).executeTakeFirst(),
  ]);
  return person && !another && !called ? (person.email ?? person.name) : typed;
}

const isPerson = (name: FilterName) => name === "assignee" || name === "requester";

function chipFor(name: FilterName, value: string) {
  const key = value.toLowerCase();
  if (name === "status") {
    const status = statuses().find((one) => one.key === key || sortKey(one.name) === sortKey(value));
    return { value: status?.key ?? key, label: status?.name ?? STATUS_WORDS[key] ?? value };
  }
  if (name === "priority") return { value: key, label: PRIORITIES.find((one) => one.key === key)?.name ?? value };
  if (name === "type") {
    const type = types().find((one) => one.key === key || sortKey(one.name) === sortKey(value));
    return { value: type?.key ?? value, label: type?.name ?? (key === "any" ? say.any : value) };
  }
  if (name === "team" && key === "me") return { value: key, label: terms.myTeams };
  if (name === "tag" || name === "team") return { value, label: value };
  if (key === "me") return { value: key, label: say.me };
  return { value, label: key === "none" ? say.unassigned : value };
}

const STATUS_WORDS: Record<string, string> = { open: say.open, done: say.done, any: say.any };

/** Texts without a filter, whether it was chosen or typed. */
function withoutFilter(texts: FilterTexts, name: keyof Chips): FilterTexts {
  let { q } = texts;
  for (let term = termIn(q, name); term; term = termIn(q, name)) q = cut(q, term.at);
  return { ...texts, [name]: "", q: q.trim() };
}

const termIn = (query: string, name: keyof Chips) => filterTerms(query).find((term) => term.name === name);

/** The filters that are set, each with a link to the list without it. */
export async function shownFilters(db: Db, viewer: Viewer, texts: FilterTexts, hrefOf: (texts: FilterTexts) => string) {
  const chips = await filterChips(db, viewer, texts);
  const filters: Partial<Record<keyof Chips, { value: string; label: string; without: string }>> = {};
  for (const [name, chip] of Object.entries(chips) as [keyof Chips, { value: string; label: string }][]) {
    filters[name] = { ...chip, without: hrefOf(withoutFilter(texts, name)) };
  }
  return filters;
}

/**
 * URL for a submitted filter form, which sends back the query it showed: the whole query as `shown`, and the part
 * without filters as `rest`. An edited query becomes the new list. Otherwise each changed filter replaces its terms.
 * Null for any other URL.
 */
export async function submittedList(db: Db, viewer: Viewer, search: URLSearchParams): Promise<string | null> {
  const sent = (name: string) => cleanText(search.get(name) ?? "").trim();
  if (!search.has("shown")) return null;
  let texts: FilterTexts = { ...NO_FILTERS, q: sent("q"), whose: sent("whose") };
  if (texts.q === sent("shown")) {
    texts.q = sent("rest");
    const chips = await filterChips(db, viewer, { ...texts, q: sent("shown") });
    for (const name of FILTERS) {
      const [before, now] = [chips[name], sent(name)];
      const isChanged = now !== (before?.value ?? "") && now !== before?.label;
      const isName = isChanged && isPerson(name) && isAgent(viewer);
      if (isChanged) texts = { ...withoutFilter(texts, name), [name]: isName ? await personMeant(db, now) : now };
      else if (before && !termIn(texts.q, name)) texts[name] = before.value;
    }
  }
  const to = new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ""));
  for (const name of ["sort", "group", "layout"]) if (sent(name)) to.set(name, sent(name));
  return to.size > 0 ? `/tasks?${to}` : "/tasks";
}
