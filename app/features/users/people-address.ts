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
  position: { after: PersonCursor } | { before: PersonCursor } | null;
};

/** Reads `?q=&role=&state=&after=` or `&before=`. Skips unreadable values, so an old bookmark still opens. */
export function parsePeopleUrl(parameters: URLSearchParams): PeopleAddress {
  const after = parsePersonCursor(parameters.get("after"));
  const before = parsePersonCursor(parameters.get("before"));
  return {
    search: (parameters.get("q") ?? "").slice(0, USER_LIMITS.search),
    role: ROLES.find((role) => role === parameters.get("role")) ?? null,
    state: PERSON_STATES.find((state) => state === parameters.get("state")) ?? null,
    position: after ? { after } : before ? { before } : null,
  };
}

/** URL of a page of the list, without default values. */
export function peopleAddress({ search, role, state, position }: PeopleAddress): string {
  const parameters = new URLSearchParams();
  if (search.trim()) parameters.set("q", search.trim());
  if (role) parameters.set("role", role);
  if (state) parameters.set("state", state);
  if (position && "after" in position) parameters.set("after", formatPersonCursor(position.after));
  if (position && "before" in position) parameters.set("before", formatPersonCursor(position.before));
  return parameters.size > 0 ? `/users?${parameters}` : "/users";
}
