import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ownsAddress } from "~/features/users/addresses.server";
import { parseSearchedPerson } from "~/features/users/parse-people.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import { keywordIn, type TextValue } from "./query-ast";
import { ALWAYS, type Condition, eachText, ofAskedTask, type Translator } from "./sql-condition.server";

export function person(column: "assignee_id" | "requester_id" | "created_by"): Translator {
  return eachText((_, { viewer }, value) => isPerson(sql.ref(`task.${column}`), value, viewer));
}

/**
 * Matches participants or watchers. On the requester's side, a participant added by address can't be matched by name:
 * trying names would reveal whose address it is.
 */
export function around(table: "participant" | "watcher"): Translator {
  return eachText((_, { viewer, sight, task }, value) => {
    const person = sql.ref(`${table}.user_id`);
    const hidden = table === "participant" && !sight.works && keywordIn(value) !== "any";
    const known = hidden ? sql`(participant.address is null or participant.user_id = ${viewer.id})` : ALWAYS;
    const ofTask = sql`select task_id from ${sql.table(table)} where ${ofAskedTask({ task }, "task_id")}`;
    if (keywordIn(value) === "none") return sql`task.id not in (${ofTask})`;
    return sql`task.id in (${ofTask} and ${known} and ${isPerson(person, value, viewer)})`;
  });
}

/**
 * Whether a column refers to the named person. A name matches when all its words appear in order: `ana` matches Ana Díaz,
 * `an` doesn't. Addresses are private, so requesters can only search by their own.
 */
export function isPerson(
  column: RawBuilder<unknown>,
  value: Pick<TextValue, "kind" | "text">,
  viewer: Viewer,
): Condition {
  switch (keywordIn(value)) {
    case "me":
      return sql`(${column} is not null and ${column} = ${viewer.id})`;
    case "none":
      return sql`${column} is null`;
    case "any":
      return sql`${column} is not null`;
  }
  const called = matchesPerson(value.text);
  const asksAddress = "email" in parseSearchedPerson(value.text);
  const found = asksAddress && !isAgent(viewer) ? sql<SqlBool>`(id = ${viewer.id} and ${called})` : called;
  return sql`(${column} is not null and ${column} in (select id from "user" where ${found}))`;
}

/** Condition on `user` for a typed name, address or id. For viewers who may search by address. */
export function matchesPerson(text: string): Condition {
  const meant = parseSearchedPerson(text);
  if ("id" in meant) return sql`id = ${meant.id}`;
  if ("email" in meant) return ownsAddress(sql`id`, emailKeyOf(meant.email));
  const name = sortKey(meant.name);
  return name === "" ? sql`name = ${meant.name}` : sql`(' ' || name_key || ' ') like ${`% ${name} %`}`;
}
