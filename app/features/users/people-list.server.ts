import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { PAGE_ROWS, type PagePlace } from "~/lib/page-cursor";
import { isBeside, readPage } from "~/lib/read-page.server";
import { isInvited } from "./absence.server";
import type { PersonCursor } from "./people-list-url";
import type { PersonState, Role } from "./users";

export type PeopleFilter = {
  /** Extra condition on `user`, such as a compiled query. */
  where?: RawBuilder<SqlBool> | undefined;
  role?: Role | null;
};

export type PeoplePosition = PagePlace<PersonCursor>;

/** People by name, a page at a time, in both directions. Callers check `mayListPeople`. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  now: number,
  position: PeoplePosition = null,
  limit = PAGE_ROWS,
) {
  const { rows, ...neighbours } = await readPage(position, limit, {
    back: "before",
    read: (place, most) => peopleFrom(db, filter, now, place, most),
    cursorOf: ({ name_key: nameKey, id }) => ({ nameKey, id }),
  });
  const people = rows.map(({ name_key, invited, organization_id, organization, ...person }) => ({
    ...person,
    state: invited === 1 ? "invited" : (person.state as PersonState), // the query leaves out merged people
    organization: organization_id === null ? null : { id: organization_id, name: organization ?? "" },
  }));
  return { people, ...neighbours };
}

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>["people"][number];

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
    people = people.where(isBeside(position, ["user.name_key", "user.id"], ({ nameKey, id }) => [nameKey, id]));
  }
  return people.execute();
}
