import { sql } from "kysely";
import type { Db } from "~/db/types";
import type { FieldDefinition, FieldOption } from "~/features/custom-fields/field-rules";
import { CATEGORIES } from "~/features/tasks/tasks";
import { isNameAlone, parseSearchedPerson } from "~/features/users/parse-people.server";
import { idsWithWords } from "~/features/users/user-search-keys.server";
import { sortKey } from "~/lib/search-tokens";
import { matchesPerson } from "./people-conditions.server";
import { keywordIn, type TextValue } from "./query-ast";
import { thingsCalled } from "./query-names";

/** Something a value can name; `key` is its id if it has no other key. */
export type Thing = { key: string; name: string };

export type Value = Pick<TextValue, "kind" | "text">;

/**
 * Finds things of one kind by value, and back.
 *
 * meant    key of the only thing a value means; null for none, several, or a keyword of the query language
 * today    the current thing with this key
 * exactly  a value that means only this thing, even if others share its name
 */
export type NameLookup = {
  meant: (value: Value) => string | null;
  today: (key: string) => Thing | undefined;
  exactly: (thing: Thing) => string;
};

export type NamedField = Pick<FieldDefinition, "key" | "label" | "kind" | "options">;

const find = (things: readonly Thing[]) => (key: string) => things.find((thing) => thing.key === key);

const isCalled = (text: string) => (thing: Thing) => sortKey(thing.name) === sortKey(text);

const only = (things: readonly Thing[]) => (things.length === 1 ? (things[0]?.key ?? null) : null);

/** For things that queries refer to by name only. */
const byName = (things: readonly Thing[]): NameLookup => ({
  meant: (value) => (["none", "any", "me"].includes(keywordIn(value)) ? null : only(thingsCalled(value.text, things))),
  today: find(things),
  exactly: ({ name }) => name,
});

/** For things that queries can also refer to by key. */
const byKey = (things: readonly Thing[]): NameLookup => ({
  meant: (value) => {
    if (["none", "any"].includes(keywordIn(value))) return null;
    const called = find(things)(value.text.toLowerCase()) ?? things.find(isCalled(value.text));
    return called?.key ?? null;
  },
  today: find(things),
  exactly: ({ key }) => key,
});

export const optionLookup = (options: readonly FieldOption[]): NameLookup =>
  byKey(options.map(({ key, label }) => ({ key, name: label })));

export const teamLookup = async (db: Db): Promise<NameLookup> =>
  byName((await db.selectFrom("team").select(["id", "name"]).execute()).map(withId));

export async function organizationLookup(
  db: Db,
  ids: readonly number[],
  names: readonly string[],
): Promise<NameLookup> {
  const rows = await db
    .selectFrom("organization")
    .select(["id", "name"])
    .where((eb) => eb.or([eb("id", "in", [0, ...ids]), eb("name_key", "in", ["", ...names.map(sortKey)])]))
    .execute();
  return byName(rows.map(withId));
}

const withId = ({ id, name }: { id: number; name: string }): Thing => ({ key: String(id), name });

export async function typeLookup(db: Db): Promise<NameLookup> {
  const lookup = byKey(
    await db.selectFrom("task_type").select(["key", "name"]).where("deleted_at", "is", null).execute(),
  );
  return { ...lookup, meant: (value) => (isNegated(value) ? null : lookup.meant(value)) };
}

/** Statuses as agents name them (`statusesCalled`). A value that means a category isn't narrowed to one status. */
export async function statusLookup(db: Db): Promise<NameLookup> {
  const all = await db.selectFrom("status").select(["key", "name"]).where("deleted_at", "is", null).execute();
  const meant = (value: Value) => {
    if (isNegated(value)) return null;
    const named = all.filter(isCalled(value.text));
    if (value.kind === "quoted" && named.length > 0) return only(named);
    const called = sortKey(value.text.replaceAll("_", " "));
    if (["open", "done", "any", ...CATEGORIES].includes(called)) return null;
    return only(all.filter((one) => named.includes(one) || sortKey(one.key.replaceAll("_", " ")) === called));
  };
  return { meant, today: find(all), exactly: ({ key }) => key };
}

const isNegated = ({ text }: Value) => text.startsWith("!");

/** Looks up people by the given texts. A merged person counts as the one they were merged into. */
export async function peopleMeant(db: Db, texts: readonly string[]): Promise<NameLookup> {
  const people = new Map<string, string | null>();
  for (const text of new Set(texts)) {
    const rows = await db
      .selectFrom("user")
      .select(sql<number>`coalesce(merged_into, id)`.as("id"))
      .distinct()
      .where(matchesPerson(text))
      .limit(2)
      .execute();
    people.set(text, only(rows.map(({ id }) => ({ key: String(id), name: "" }))));
  }
  return peopleLookup((text) => people.get(text) ?? null, []);
}

/** Looks up people by id. A name only identifies a person if no one else matches it. */
export async function peopleReferred(db: Db, ids: readonly number[]): Promise<NameLookup> {
  const isShared = sql`exists (
    select 1 from "user" as other
    where (other.id in ${idsWithWords(sql`person.name_key`)} or other.name_key = person.name_key)
      and coalesce(other.merged_into, other.id) <> person.id
      and (' ' || other.name_key || ' ') like ('% ' || person.name_key || ' %')
  )`;
  const rows = await db
    .selectFrom("user as former")
    .innerJoin("user as person", (join) => join.on(sql<boolean>`person.id = coalesce(former.merged_into, former.id)`))
    .select(["former.id as former", "person.id", "person.name"])
    .select(sql<0 | 1>`case when ${isShared} then 1 else 0 end`.as("shared"))
    .where("former.id", "in", [0, ...ids])
    .execute();
  const meant = (text: string) => {
    const isName = sortKey(text) !== "" && isNameAlone(parseSearchedPerson(text));
    const called = rows.find(({ name, shared }) => name === text && shared === 0);
    return isName && called ? String(called.id) : null;
  };
  return peopleLookup(meant, rows);
}

const peopleLookup = (
  meant: (text: string) => string | null,
  rows: readonly { former: number; id: number; name: string }[],
): NameLookup => ({
  meant: (value) => (["none", "any", "me"].includes(keywordIn(value)) ? null : meant(value.text)),
  today: (key) => rows.filter(({ former }) => String(former) === key).map(withId)[0],
  exactly: ({ key, name }) => `${name} (person ${key})`.trim(),
});

/** Custom fields in use, with the columns that queries need. */
export async function namedFields(db: Db): Promise<NamedField[]> {
  const rows = await db
    .selectFrom("custom_field")
    .select(["key", "label", "kind", "options"])
    .where("deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, options: JSON.parse(row.options) as FieldOption[] }));
}
