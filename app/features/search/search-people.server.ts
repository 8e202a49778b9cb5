import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { personBeginnings } from "~/features/users/user-keys";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { type Query, termsOf } from "./query-ast";
import { parseQuery } from "./query-language";

export type FoundPerson = { id: number; name: string; email: string | null; role: Viewer["role"] };

/**
 * People whose name or address has words that begin like each word of the query, by name; `role:` and `state:` narrow
 * it. For agents: requesters do not search people. A query that asks for something only tasks have finds none.
 */
export async function searchPeople(
  db: Db,
  viewer: Viewer,
  text: string,
  { limit = 10 }: { limit?: number } = {},
): Promise<FoundPerson[]> {
  if (!isAgent(viewer)) return [];
  const parsed = parseQuery(text);
  if (!parsed.ok || parsed.query === null || !isAboutPeople(parsed.query)) return [];
  return db
    .selectFrom("user")
    .select(["id", "name", "email", "role"])
    .where(condition(parsed.query))
    .orderBy("name_key")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Whether a query asks for nothing but people: `role:` or `state:` is in it. */
export function asksForPeople(text: string): boolean {
  const parsed = parseQuery(text);
  return parsed.ok && termsOf(parsed.query).some((term) => term.kind === "qualifier" && PEOPLE_KEYS.includes(term.key));
}

const PEOPLE_KEYS = ["role", "state"];

/** Every term must be one that people can answer, and at least one must have words or be a qualifier. */
function isAboutPeople(query: Query): boolean {
  const terms = termsOf(query);
  const answerable = terms.every(
    (term) => term.kind === "text" || (term.kind === "qualifier" && PEOPLE_KEYS.includes(term.key)),
  );
  return answerable && terms.some((term) => term.kind !== "text" || personBeginnings(term.text).length > 0);
}

function condition(query: Query): RawBuilder<SqlBool> {
  switch (query.kind) {
    case "and":
    case "or":
      return sql`(${sql.join(query.items.map(condition), query.kind === "and" ? sql` and ` : sql` or `)})`;
    case "not":
      return sql`not (${condition(query.item)})`;
    case "text": {
      const beginnings = personBeginnings(query.text);
      if (beginnings.length === 0) return sql`1 = 1`;
      const found = beginnings.map((beginning) => sql`search_text like ${`%${beginning}%`}`);
      return sql`(${sql.join(found, sql` and `)})`;
    }
    case "qualifier": {
      const values = query.values.flatMap((value) => (value.kind === "range" ? [] : value.text.toLowerCase()));
      return sql`${sql.ref(query.key)} in (${sql.join(values)})`;
    }
    case "number":
      return sql`1 = 0`;
  }
}
