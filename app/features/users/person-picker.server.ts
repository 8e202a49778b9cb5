import { sql } from "kysely";
import type { Db } from "~/db/types";
import { sortKey } from "~/lib/search-tokens";
import { cleanLine, codePoints } from "~/lib/text";
import { ownsAddress } from "./addresses.server";
import { parsePerson, type TypedPerson } from "./parse-people.server";
import { emailKeyOf, hasWords, searchPrefixes } from "./user-search-keys.server";
import { personLabelWithId, type Role, TOO_LONG_FOR_A_PERSON, USER_LIMITS } from "./users";
import * as say from "./users-copy";

/*
 * Person fields. There may be thousands of people, so nothing here lists them all. A field for an agent is a `<select>` of
 * `listAssignable`. A field for anyone is an `<input>` with a `<datalist>` from `suggestPeople`, read by `resolvePerson`.
 */

type PersonOption = { id: number; name: string; email: string | null };

const OPTION = ["user.id", "user.name", "user.email"] as const;

const activePeople = (db: Db) =>
  db.selectFrom("user").select(OPTION).where("state", "=", "active").orderBy("name_key").orderBy("id");

/** Possible assignees: active agents and admins, by name. */
export const listAssignable = (db: Db): Promise<PersonOption[]> =>
  activePeople(db)
    .where("role", "in", ["agent", "admin"]) // not `!=`, which can't use the index
    .limit(1000)
    .execute();

/** Enough to find several dozen people, and still fast to read. */
const TASKS_LOOKED_AT = 300;

/**
 * The likeliest people: requesters of recently changed tasks, then others by name. For agents only, who may see every name.
 * Reveals nothing else about the tasks.
 */
export async function suggestPeople(db: Db, limit = 50): Promise<PersonOption[]> {
  const recent = db
    .selectFrom("task")
    .select(["requester_id", "updated_at"])
    .where("confidential", "=", 0) // even the order must not reveal confidential requests
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(TASKS_LOOKED_AT);
  const known = await db
    .selectFrom(recent.as("recent"))
    .innerJoin("user", "user.id", "recent.requester_id")
    .select(OPTION)
    .where("user.state", "=", "active")
    .groupBy(OPTION)
    .orderBy(({ fn }) => fn.max("recent.updated_at"), "desc")
    .orderBy("user.id")
    .limit(limit)
    .execute();
  if (known.length === limit) return known;

  const others = await activePeople(db).limit(limit).execute();
  const ids = new Set(known.map((person) => person.id));
  return [...known, ...others.filter((person) => !ids.has(person.id))].slice(0, limit);
}

/**
 * Why a text doesn't name one person. `message` is shown beside the field.
 *
 * email  an address no one has: the caller can create a requester from it and `name`
 * meant  candidates, as labels the field accepts
 */
type UnresolvedPerson = {
  ok: false;
  why: "empty" | "nobody" | "several" | "disabled" | "not_assignable";
  message: string;
  email?: string;
  name?: string;
  meant?: string[];
};

/**
 * Finds the person for an address, "Name <address>" or a full name, ignoring case and accents. A partial name isn't enough,
 * but returns candidates.
 *
 * among  "assignable": only agents and admins
 */
export async function resolvePerson(
  db: Db,
  text: string,
  { among = "anyone" }: { among?: "anyone" | "assignable" } = {},
): Promise<{ ok: true; person: PersonOption & { role: Role } } | UnresolvedPerson> {
  const clean = cleanLine(text);
  if (clean === "") return { ok: false, why: "empty", message: say.enterNameOrAddress };
  if (codePoints(clean) > USER_LIMITS.typed) return { ok: false, why: "nobody", message: TOO_LONG_FOR_A_PERSON };

  const meant = parsePerson(clean);
  if (!meant) return { ok: false, why: "several", message: say.enterOneAddress };
  const found = await candidates(db, meant);
  const fitting = found.filter(({ state, role }) => state === "active" && (among === "anyone" || role !== "requester"));
  const [person, another] = fitting;
  if (person && another) {
    return { ok: false, why: "several", message: say.nameIsAmbiguous, meant: labelsOf(fitting) };
  }
  if (person) {
    const { id, name, email, role } = person;
    return { ok: true, person: { id, name, email, role } };
  }

  const [unfit] = found;
  if (unfit && unfit.state !== "active") {
    return { ok: false, why: "disabled", message: say.personIsDisabled(unfit.name) };
  }
  if (unfit) return { ok: false, why: "not_assignable", message: say.cannotWorkOnTasks(unfit.name) };

  if ("email" in meant) {
    return { ok: false, why: "nobody", message: say.noSuchEmail, email: meant.email, name: meant.name };
  }
  const similar = "name" in meant ? await similarPeople(db, meant.name, among) : [];
  const nobody = { ok: false, why: "nobody", message: say.noSuchName } as const;
  if (similar.length > 0) return { ...nobody, meant: labelsOf(similar) };
  return { ...nobody, message: say.enterAFullName };
}

/** The one person a text names, active or not; null for none or several. */
export async function findOnePerson(db: Db, text: string): Promise<number | null> {
  const clean = cleanLine(text.slice(0, USER_LIMITS.typed));
  const meant = clean === "" ? null : parsePerson(clean);
  const [person, another] = meant ? await candidates(db, meant) : [];
  return person && !another ? person.id : null;
}

const MOST_NAMED = 5;

const labelsOf = (people: PersonOption[]) => people.slice(0, MOST_NAMED).map(personLabelWithId);

function candidates(db: Db, meant: TypedPerson) {
  const people = db
    .selectFrom("user")
    .select([...OPTION, "role", "state"])
    .where("state", "!=", "merged")
    .orderBy("id")
    .limit(100);
  if ("email" in meant) return people.where(ownsAddress(sql.ref("user.id"), emailKeyOf(meant.email))).execute();
  if ("id" in meant) return people.where("id", "=", meant.id).execute();
  const key = sortKey(meant.name);
  // A name of symbols only has an empty key, so it's compared as typed.
  return key === "" ? people.where("name", "=", meant.name).execute() : people.where("name_key", "=", key).execute();
}

/** A few active people whose words start like those of the text. */
async function similarPeople(db: Db, text: string, among: "anyone" | "assignable"): Promise<PersonOption[]> {
  const beginnings = searchPrefixes(text);
  if (beginnings.length === 0) return [];
  let people = activePeople(db);
  for (const beginning of beginnings) people = people.where(hasWords(sql.ref("user.id"), beginning));
  if (among === "assignable") people = people.where("role", "in", ["agent", "admin"]);
  return people.limit(MOST_NAMED).execute();
}
