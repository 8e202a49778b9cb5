import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { PAGE_ROWS } from "~/lib/page-rows";
import { isInvited } from "./absence.server";
import type { PersonCursor } from "./people-address";
import type { PersonState, Role } from "./users";

export type PeopleFilter = {
  /** Extra condition on `user`, such as a compiled query. */
  where?: RawBuilder<SqlBool> | undefined;
  role?: Role | null;
};

export type PeoplePosition = { after: PersonCursor } | { before: PersonCursor } | null;

export type ListedPerson = {
  id: number;
  name: string;
  email: string | null;
  role: Role;
  state: PersonState;
  organization: { id: number; name: string } | null;
};

export type PeoplePage = { people: ListedPerson[]; previous: PersonCursor | null; next: PersonCursor | null };

/** People by name, a page at a time, in both directions. Callers check `mayListPeople`. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  now: number,
  position: PeoplePosition = null,
  limit = PAGE_ROWS,
): Promise<PeoplePage> {
  const backwards = position !== null && "before" in position;
  const found = await peopleFrom(db, filter, now, position, limit + 1); // one extra row tells whether there is more
  const more = found.length > limit;
  if (backwards && !more) return listPeople(db, filter, now, null, limit); // reached the start: show a full page one

  const rows = found.slice(0, limit);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    people: rows.map(({ name_key, invited, organization_id, organization, ...person }) => ({
      ...person,
      state: invited === 1 ? "invited" : (person.state as PersonState), // the query leaves out merged people
      organization: organization_id === null ? null : { id: organization_id, name: organization ?? "" },
    })),
    previous: first && (backwards || position !== null) ? cursorOf(first) : null,
    next: last && (backwards || more) ? cursorOf(last) : null,
  };
}

const cursorOf = (row: { name_key: string; id: number }): PersonCursor => ({ nameKey: row.name_key, id: row.id });

function peopleFrom(db: Db, { where, role }: PeopleFilter, now: number, position: PeoplePosition, limit: number) {
  const way = position !== null && "before" in position ? "desc" : "asc";
  let people = db
    .selectFrom("user")
    .leftJoin("organization", "organization.id", "user.organization_id")
    .select(["user.id", "user.name", "user.name_key", "user.email", "user.role", "user.state"])
    .select(["user.organization_id", "organization.name as organization"])
    .select(sql<0 | 1>`case when ${isInvited(now)} then 1 else 0 end`.as("invited"))
    .where("user.state", "!=", "merged")
    .orderBy("user.name_key", way)
    .orderBy("user.id", way) // tiebreaker for equal names
    .limit(limit);
  if (role) people = people.where("user.role", "=", role);
  if (where) people = people.where(where);
  if (position) {
    const { nameKey, id } = "before" in position ? position.before : position.after;
    people = people.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("user.name_key", "user.id"), way === "desc" ? "<" : ">", tuple(nameKey, id)),
    );
  }
  return people.execute();
}
