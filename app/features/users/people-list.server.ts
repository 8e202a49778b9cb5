import type { Db } from "~/db/types";
import { PAGE_ROWS } from "~/lib/page-rows";
import type { PersonCursor } from "./person-cursor";
import { personBeginnings } from "./user-keys";
import type { Role, UserState } from "./user-words";

export type PeopleFilter = {
  /** Every word of it is the beginning of a word in name or address. */
  search?: string;
  role?: Role | null;
  state?: UserState | null;
};

export type PeoplePosition = { after: PersonCursor } | { before: PersonCursor } | null;

export type ListedPerson = {
  id: number;
  name: string;
  email: string | null;
  role: Role;
  state: UserState;
};

export type PeoplePage = { people: ListedPerson[]; previous: PersonCursor | null; next: PersonCursor | null };

/** People by name, a page at a time, both ways. Who may ask for it is `mayListPeople`. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  position: PeoplePosition = null,
  limit = PAGE_ROWS,
): Promise<PeoplePage> {
  const backwards = position !== null && "before" in position;
  const found = await peopleFrom(db, filter, position, limit + 1); // one more than shown tells whether there are others
  const more = found.length > limit;
  if (backwards && !more) return listPeople(db, filter, null, limit); // the start was reached: page one, and a full one

  const rows = found.slice(0, limit);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    people: rows.map(({ name_key, ...person }) => person),
    previous: first && (backwards || position !== null) ? cursorOf(first) : null,
    next: last && (backwards || more) ? cursorOf(last) : null,
  };
}

const cursorOf = (row: { name_key: string; id: number }): PersonCursor => ({ nameKey: row.name_key, id: row.id });

function peopleFrom(db: Db, { search = "", role, state }: PeopleFilter, position: PeoplePosition, limit: number) {
  const way = position !== null && "before" in position ? "desc" : "asc";
  let people = db
    .selectFrom("user")
    .select(["id", "name", "name_key", "email", "role", "state"])
    .orderBy("name_key", way)
    .orderBy("id", way) // people of one name still have an order
    .limit(limit);
  if (role) people = people.where("role", "=", role);
  if (state) people = people.where("state", "=", state);

  const beginnings = personBeginnings(search);
  if (beginnings.length === 0 && search.trim() !== "") people = people.where("id", "<", 0); // "?!" is in nobody's name
  for (const beginning of beginnings) people = people.where("search_text", "like", `%${beginning}%`);

  if (position) {
    const { nameKey, id } = "before" in position ? position.before : position.after;
    people = people.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("name_key", "id"), way === "desc" ? "<" : ">", tuple(nameKey, id)),
    );
  }
  return people.execute();
}
