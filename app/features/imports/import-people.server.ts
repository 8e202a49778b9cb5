import type { Db } from "~/db/types";
import { joinDefaultTeam, organizationOf } from "~/features/users/user-change-steps.server";
import { logAccountsImported } from "~/features/users/user-queries.server";
import { nameFromAddress, personKeys } from "~/features/users/user-search-keys.server";
import type { Role, UserState } from "~/features/users/users";
import { quoted } from "./import-refusal";
import type { ImportPerson, ImportRow } from "./import-rows.server";

export type KnownPerson = { id: number; name: string; role: Role; state: UserState; email: string | null };

/** Keyed by `personKey`. */
export type People<Person = KnownPerson> = Map<string, Person>;

/** A key that covers people identified by name and by email. */
export const personKey = ({ kind, key }: Pick<ImportPerson, "kind" | "key">) => `${kind} ${key}`;

export const peopleOf = (row: ImportRow): ImportPerson[] =>
  [row.requester, row.assignee, row.openedBy, row.by].filter((person) => person !== null && person !== undefined);

/** Finds the people already in the database, also by secondary addresses and by the names of merged people. */
export async function findPeople(db: Db, people: readonly ImportPerson[]): Promise<People> {
  const known: People = new Map();
  for (const [kind, column] of [
    ["name", "external_key"],
    ["email", "email_key"],
  ] as const) {
    const keys = [...new Set(people.filter((person) => person.kind === kind).map((person) => person.key))];
    if (keys.length === 0) continue;
    const rows = await db
      .selectFrom("user")
      .select(["id", "name", "role", "state", "email", "external_key", "email_key"])
      .where(column, "in", keys)
      .execute();
    for (const { external_key, email_key, ...person } of rows) {
      known.set(personKey({ kind, key: (kind === "name" ? external_key : email_key) ?? "" }), person);
    }
    const further = db
      .selectFrom(
        kind === "name"
          ? db
              .selectFrom("user")
              .select(["external_key as key", "merged_into as user_id"])
              .where("merged_into", "is not", null)
              .as("other")
          : db.selectFrom("user_address").select(["email_key as key", "user_id"]).as("other"),
      )
      .innerJoin("user", "user.id", "other.user_id")
      .select(["user.id", "user.name", "user.role", "user.state", "user.email", "other.key"])
      .where("other.key", "in", keys);
    for (const { key, ...person } of await further.execute()) known.set(personKey({ kind, key: key ?? "" }), person);
  }
  return known;
}

/** Requesters and assignees of a file, as `personKey`s. */
export type Roles = { asking: Set<string>; assigned: Set<string> };

export function noteRoles({ asking, assigned }: Roles, rows: readonly ImportRow[]): void {
  for (const { requester, assignee } of rows) {
    asking.add(personKey(requester));
    if (assignee) assigned.add(personKey(assignee));
  }
}

/** Why a row's people prevent its import; null if they don't. Promoting an existing requester to agent is up to an admin. */
export function peopleTrouble(row: ImportRow, known: People): string | null {
  const assignee = row.assignee && known.get(personKey(row.assignee));
  if (assignee?.role !== "requester" || assignee.email === null) return null;
  return `${quoted(assignee.email)} is a requester here and can't be assigned tasks; make them an agent first`;
}

/**
 * Creates the missing people of these rows and adds them to `known`. Promotes imported people without an email to agent
 * when a task is assigned to them. Returns how many people it created.
 */
export async function ensurePeople(
  tx: Db,
  rows: readonly ImportRow[],
  known: People,
  { newAgents, roles: { asking, assigned }, now }: { newAgents: UserState; roles: Roles; now: number },
): Promise<number> {
  const wanted = rows.flatMap(peopleOf);
  // A requester who also replies, reopens or closes tasks in the file stays a requester unless one is assigned to them.
  const isAgent = (person: ImportPerson) =>
    assigned.has(personKey(person)) || (person.role === "agent" && !asking.has(personKey(person)));
  const asAgents = new Set(wanted.filter(isAgent).map(personKey));
  const missing = new Map<string, ImportPerson>();
  for (const person of wanted) {
    const key = personKey(person);
    const isNamed = person.email === null || person.name !== nameFromAddress(person.email);
    if (!known.has(key) && (isNamed || !missing.has(key))) missing.set(key, person);
  }
  if (missing.size > 0) {
    const values = [...missing].map(([key, person]) => {
      const role = asAgents.has(key) ? ("agent" as const) : ("requester" as const);
      return {
        ...personKeys(person.name, person.email),
        role,
        state: role === "agent" ? newAgents : ("active" as const),
        external_key: person.kind === "name" ? person.key : null,
        organization_id: organizationOf({ email: person.email, role }),
        ...{
          password_hash: null,
          confirmed_at: person.email === null ? null : now,
          created_at: now,
          updated_at: now,
          read_until: now,
          version: 1,
        },
      };
    });
    await tx.insertInto("user").values(values).execute();
    await logAccountsImported(tx, missing.size, now);
    for (const [key, person] of await findPeople(tx, [...missing.values()])) known.set(key, person);
  }

  const promoted: number[] = [];
  for (const { assignee } of rows) {
    const person = assignee ? known.get(personKey(assignee)) : undefined;
    if (person?.role !== "requester" || person.email !== null) continue;
    person.role = "agent";
    promoted.push(person.id);
    await tx
      .updateTable("user")
      .set((eb) => ({ role: "agent", state: newAgents, updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "=", person.id)
      .execute();
  }
  const hired = [...missing.keys()].flatMap((key) => (asAgents.has(key) ? (known.get(key)?.id ?? []) : []));
  await joinDefaultTeam(tx, [...hired, ...promoted]);
  return missing.size;
}
