import { type PagePlace, pageHref, parsePlace } from "~/lib/page-cursor";
import { PERSON_STATES, type PersonState, ROLES, type Role, USER_LIMITS } from "./users";

/** Page cursor: the sort key of the first or last row. */
export type PersonCursor = { nameKey: string; id: number };

/** "12~ada lovelace": the id first, because it can't contain the separator. */
export const formatPersonCursor = ({ nameKey, id }: PersonCursor) => `${id}~${nameKey}`;

/** Null for no cursor or an unreadable one: a stale bookmark shows page one, not an error. */
export function parsePersonCursor(text: string | null): PersonCursor | null {
  const match = /^([1-9]\d{0,8})~([^\0]{0,2000})$/su.exec(text ?? "");
  return match ? { id: Number(match[1]), nameKey: match[2] ?? "" } : null;
}

/** Filters and cursor in the URL of the people list. */
type PeopleAddress = {
  search: string;
  role: Role | null;
  state: PersonState | null;
  position: PagePlace<PersonCursor>;
};

/** Reads `?q=&role=&state=&after=` or `&before=`. Skips unreadable values, so an old bookmark still opens. */
export function parsePeopleUrl(parameters: URLSearchParams): PeopleAddress {
  return {
    search: (parameters.get("q") ?? "").slice(0, USER_LIMITS.search),
    role: ROLES.find((role) => role === parameters.get("role")) ?? null,
    state: PERSON_STATES.find((state) => state === parameters.get("state")) ?? null,
    position: parsePlace(parameters, parsePersonCursor),
  };
}

/** URL of a page of the list, without default values. */
export const peopleAddress = ({ search, role, state, position }: PeopleAddress) =>
  pageHref("/users", { q: search.trim(), role, state }, position, formatPersonCursor);
