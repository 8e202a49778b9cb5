import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/users";
import { compilePeopleQuery, isAboutPeople, isAboutPeopleAlone, isSignsAlone } from "./people-query.server";
import { termsOf } from "./query-ast";
import { parseQuery } from "./query-language";

export type FoundPerson = { id: number; name: string; email: string | null; role: Viewer["role"] };

/** Finds people, sorted by name. Agents only. A query with a term that only tasks have finds no people. */
export async function searchPeople(
  db: Db,
  viewer: Viewer,
  text: string,
  { limit = 10, now }: { limit?: number; now: number },
): Promise<FoundPerson[]> {
  if (!isAgent(viewer)) return [];
  const parsed = parseQuery(text);
  const terms = parsed.ok ? termsOf(parsed.query) : [];
  if (!terms.every(isAboutPeople) || terms.every(isSignsAlone)) return [];
  const query = await compilePeopleQuery(db, viewer, text, now);
  if (!query.ok) return [];
  return db
    .selectFrom("user")
    .select(["id", "name", "email", "role"])
    .where("state", "!=", "merged")
    .where(query.where)
    .orderBy("name_key")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Whether a query asks for people only, with a term such as `role:` or `state:`. */
export function asksForPeople(text: string): boolean {
  const parsed = parseQuery(text);
  return parsed.ok && termsOf(parsed.query).some(isAboutPeopleAlone);
}
