import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { isAway as isAbsent } from "~/features/tasks/people/next-assignee.server";
import { personBeginnings } from "~/features/users/user-keys";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { sortKey } from "~/lib/search-text";
import { anyOf, type Circumstances, NEVER, textsOf } from "./condition.server";
import { namesMeantBy } from "./named-things.server";
import { type Query, type QueryTerm, termsOf } from "./query-ast";
import { parseQuery } from "./query-language";

export type FoundPerson = { id: number; name: string; email: string | null; role: Viewer["role"] };

/**
 * People whose name or address has words that begin like each word of the query, by name; `role:`, `state:`, `team:`, `org:`
 * and `is:away` narrow it. For agents: requesters do not search people. A query that asks for something only tasks have
 * finds none.
 */
export async function searchPeople(
  db: Db,
  viewer: Viewer,
  text: string,
  { limit = 10, now }: { limit?: number; now: number },
): Promise<FoundPerson[]> {
  if (!isAgent(viewer)) return [];
  const parsed = parseQuery(text);
  if (!parsed.ok || parsed.query === null || !isAboutPeople(parsed.query)) return [];
  return db
    .selectFrom("user")
    .select(["id", "name", "email", "role"])
    .where(condition(parsed.query, { viewer, now, ...(await namesMeantBy(db, termsOf(parsed.query))) }))
    .orderBy("name_key")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Whether a query asks for nothing but people: `role:`, `state:` or `is:away` is in it. */
export function asksForPeople(text: string): boolean {
  const parsed = parseQuery(text);
  return parsed.ok && termsOf(parsed.query).some(isOfPeopleAlone);
}

const isOfPeopleAlone = (term: QueryTerm) =>
  term.kind === "qualifier" &&
  (term.key === "role" || term.key === "state" || (term.key === "is" && textsOf(term.values).every(isAway)));

const isAway = (text: string) => text.toLowerCase() === "away";

const isOfPeople = (term: QueryTerm) =>
  isOfPeopleAlone(term) || (term.kind === "qualifier" && (term.key === "team" || term.key === "org"));

/** Every term must be one that people can answer, and at least one must have words or be a qualifier. */
function isAboutPeople(query: Query): boolean {
  const terms = termsOf(query);
  const answerable = terms.every((term) => term.kind === "text" || isOfPeople(term));
  return answerable && terms.some((term) => term.kind !== "text" || personBeginnings(term.text).length > 0);
}

type Asking = Pick<Circumstances, "viewer" | "now" | "teams" | "organizations">;

function condition(query: Query, asking: Asking): RawBuilder<SqlBool> {
  switch (query.kind) {
    case "and":
    case "or":
      return sql`(${sql.join(
        query.items.map((item) => condition(item, asking)),
        query.kind === "and" ? sql` and ` : sql` or `,
      )})`;
    case "not":
      return sql`not (${condition(query.item, asking)})`;
    case "text": {
      const beginnings = personBeginnings(query.text);
      if (beginnings.length === 0) return sql`1 = 1`;
      const found = beginnings.map((beginning) => sql`search_text like ${`%${beginning}%`}`);
      return sql`(${sql.join(found, sql` and `)})`;
    }
    case "qualifier":
      return anyOf(textsOf(query.values).map((text) => qualified(query.key, text, asking)));
    case "number":
      return sql`1 = 0`;
  }
}

/** One value of a qualifier, about a row of `user`. */
function qualified(key: string, text: string, { viewer, now, teams, organizations }: Asking): RawBuilder<SqlBool> {
  if (key === "is") return isAbsent(now);
  if (key === "role" || key === "state") return sql`${sql.ref(key)} = ${text.toLowerCase()}`;
  const all = key === "team" ? teams : organizations;
  const called = all.filter(({ name }) => sortKey(name) === sortKey(text)).map(({ id }) => id);
  if (key === "team") {
    const members = sql`select team_member.user_id from team_member`;
    switch (text.toLowerCase()) {
      case "any":
        return sql`id in (${members})`;
      case "none":
        return sql`id not in (${members})`;
      case "me":
        return sql`id in (${members} where team_id in (select team_id from team_member where user_id = ${viewer.id}))`;
    }
    return called.length > 0 ? sql`id in (${members} where team_id in (${sql.join(called)}))` : NEVER;
  }
  switch (text.toLowerCase()) {
    case "any":
      return sql`organization_id is not null`;
    case "none":
      return sql`organization_id is null`;
  }
  return called.length > 0 ? sql`(organization_id is not null and organization_id in (${sql.join(called)}))` : NEVER;
}
