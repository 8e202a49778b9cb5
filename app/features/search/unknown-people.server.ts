import { sql } from "kysely";
import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/users";
import { isPerson } from "./people-conditions.server";
import { keywordIn, type QueryTerm } from "./query-ast";
import type { QueryNotice } from "./query-language";
import { short } from "./query-rules";
import * as say from "./search-copy";

const OF_PEOPLE = ["assignee", "requester", "participant", "watcher", "author", "creator"];
const NOT_NAMES = ["me", "none", "any"];

/**
 * Notices for unknown people in a query, because an empty result would look like an answer. Agents only: requesters could
 * probe who has an account. `query` is the text the terms were parsed from.
 */
export async function unknownPeople(
  db: Db,
  viewer: Viewer,
  query: string,
  terms: readonly QueryTerm[],
): Promise<QueryNotice[]> {
  if (!isAgent(viewer)) return [];
  const notices: QueryNotice[] = [];
  for (const term of terms) {
    if (term.kind !== "qualifier" || !OF_PEOPLE.includes(term.key)) continue;
    for (const value of term.values) {
      if (value.kind === "range" || NOT_NAMES.includes(keywordIn(value))) continue;
      const known = db
        .selectFrom("user")
        .select("id")
        .where(isPerson(sql`id`, value, viewer))
        .limit(1);
      if (await known.executeTakeFirst()) continue;
      const name = short(value.text);
      const { at } = term;
      if (value.text.toLowerCase() !== "nobody" || term.values.length > 1)
        notices.push({ message: say.noPersonNamed(name), at });
      else {
        const none = `${term.key}:none`;
        const suggestion = query.slice(0, at.start) + none + query.slice(at.end);
        notices.push({ message: say.noPersonNamedSuggestion(name, none), at, suggestion });
      }
    }
  }
  return notices;
}
