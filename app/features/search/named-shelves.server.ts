import { sql } from "kysely";
import type { Db } from "~/db/types";
import type { FieldDefinition, FieldOption } from "~/features/tasks/custom-fields/field-rules";
import { CATEGORIES } from "~/features/tasks/task-words";
import { isNameAlone, personAsked } from "~/features/users/typed-people.server";
import { sortKey } from "~/lib/search-text";
import { whoIsCalled } from "./people-conditions.server";
import { keywordIn, type TextValue } from "./query-ast";
import { thingsCalled } from "./query-names";

/** A thing as a value names it; `key` is its id where it has no other key. */
export type Thing = { key: string; name: string };

export type Value = Pick<TextValue, "kind" | "text">;

/**
 * The things of one kind that values name.
 *
 * meant    the key of the only one that a value means; null for none, for several, and for a word of the language
 * today    what has become of the one of this key
 * exactly  the text of a value that means this one whatever others are called
 */
export type Shelf = {
  meant: (value: Value) => string | null;
  today: (key: string) => Thing | undefined;
  exactly: (thing: Thing) => string;
};

export type NamedField = Pick<FieldDefinition, "key" | "label" | "kind" | "options">;

const find = (things: readonly Thing[]) => (key: string) => things.find((thing) => thing.key === key);

const isCalled = (text: string) => (thing: Thing) => sortKey(thing.name) === sortKey(text);

const only = (things: readonly Thing[]) => (things.length === 1 ? (things[0]?.key ?? null) : null);

/** Things that only their name means in a query. */
const byName = (things: readonly Thing[]): Shelf => ({
  meant: (value) => (["none", "any", "me"].includes(keywordIn(value)) ? null : only(thingsCalled(value.text, things))),
  today: find(things),
  exactly: ({ name }) => name,
});

/** Things whose key means them as well. */
const byKey = (things: readonly Thing[]): Shelf => ({
  meant: (value) => {
    if (["none", "any"].includes(keywordIn(value))) return null;
    const called = find(things)(value.text.toLowerCase()) ?? things.find(isCalled(value.text));
    return called?.key ?? null;
  },
  today: find(things),
  exactly: ({ key }) => key,
});

export const optionShelf = (options: readonly FieldOption[]): Shelf =>
  byKey(options.map(({ key, label }) => ({ key, name: label })));

/** Every team: there are few of them. */
export const teamShelf = async (db: Db): Promise<Shelf> =>
  byName((await db.selectFrom("team").select(["id", "name"]).execute()).map(withId));

export async function organizationShelf(db: Db, ids: readonly number[], names: readonly string[]): Promise<Shelf> {
  const rows = await db
    .selectFrom("organization")
    .select(["id", "name"])
    .where((eb) => eb.or([eb("id", "in", [0, ...ids]), eb("name_key", "in", ["", ...names.map(sortKey)])]))
    .execute();
  return byName(rows.map(withId));
}

const withId = ({ id, name }: { id: number; name: string }): Thing => ({ key: String(id), name });

export async function typeShelf(db: Db): Promise<Shelf> {
  const shelf = byKey(
    await db.selectFrom("task_type").select(["key", "name"]).where("deleted_at", "is", null).execute(),
  );
  return { ...shelf, meant: (value) => (isTurnedRound(value) ? null : shelf.meant(value)) };
}

/** As agents ask for statuses (`statusesCalled`). What means a category goes on meaning all of it. */
export async function statusShelf(db: Db): Promise<Shelf> {
  const all = await db.selectFrom("status").select(["key", "name"]).where("deleted_at", "is", null).execute();
  const meant = (value: Value) => {
    if (isTurnedRound(value)) return null;
    const named = all.filter(isCalled(value.text));
    if (value.kind === "quoted" && named.length > 0) return only(named);
    const called = sortKey(value.text.replaceAll("_", " "));
    if (["open", "done", "any", ...CATEGORIES].includes(called)) return null;
    return only(all.filter((one) => named.includes(one) || sortKey(one.key.replaceAll("_", " ")) === called));
  };
  return { meant, today: find(all), exactly: ({ key }) => key };
}

/** Refused in queries (`noSignForNot`). */
const isTurnedRound = ({ text }: Value) => text.startsWith("!");

/** People as `texts` mean them, whom somebody was merged into in place of that one. */
export async function peopleMeant(db: Db, texts: readonly string[]): Promise<Shelf> {
  const people = new Map<string, string | null>();
  for (const text of new Set(texts)) {
    const rows = await db
      .selectFrom("user")
      .select(sql<number>`coalesce(merged_into, id)`.as("id"))
      .distinct()
      .where(whoIsCalled(text))
      .limit(2)
      .execute();
    people.set(text, only(rows.map(({ id }) => ({ key: String(id), name: "" }))));
  }
  return peopleShelf((text) => people.get(text) ?? null, []);
}

/** The people of these ids, for whom a name stands as long as it means nobody else. */
export async function peopleReferred(db: Db, ids: readonly number[]): Promise<Shelf> {
  const isShared = sql`exists (
    select 1 from "user" as other where coalesce(other.merged_into, other.id) <> person.id
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
    const isName = sortKey(text) !== "" && isNameAlone(personAsked(text));
    const called = rows.find(({ name, shared }) => name === text && shared === 0);
    return isName && called ? String(called.id) : null;
  };
  return peopleShelf(meant, rows);
}

const peopleShelf = (
  meant: (text: string) => string | null,
  rows: readonly { former: number; id: number; name: string }[],
): Shelf => ({
  meant: (value) => (["none", "any", "me"].includes(keywordIn(value)) ? null : meant(value.text)),
  today: (key) => rows.filter(({ former }) => String(former) === key).map(withId)[0],
  exactly: ({ key, name }) => `${name} (person ${key})`.trim(),
});

/** The custom fields there are, with what of them queries name. */
export async function namedFields(db: Db): Promise<NamedField[]> {
  const rows = await db
    .selectFrom("custom_field")
    .select(["key", "label", "kind", "options"])
    .where("deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, options: JSON.parse(row.options) as FieldOption[] }));
}
