import type { Db } from "~/db/types";
import { listAllFields, listFields } from "~/features/custom-fields/custom-fields.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { readValue, shownValue } from "~/features/custom-fields/field-values";
import { splitPeople } from "~/features/users/parse-people.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { followPeopleMerges } from "~/features/users/user-queries.server";
import { personLabelWithId } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import { cleanLine } from "~/lib/text";
import type { Actions, NAMING_FIELDS, TypedActions } from "./actions";
import * as say from "./actions-copy";

/*
 * Resolves the people and custom fields in actions: typed by name, stored by id or key, so actions survive renames. A
 * stored field value is a person's id, comma-separated option keys, or text.
 */

export type Read<T> = { ok: true; value: T } | { ok: false; message: string };

const read = <T>(value: T): Read<T> => ({ ok: true, value });
const wrong = (message: string) => ({ ok: false, message }) as const;

const isCalled = (typed: string) => {
  const key = sortKey(typed);
  return (name: string) => key !== "" && sortKey(name) === key;
};

/** Reads `Floor: 3`, by the field's label or key. Refuses a value that its form would refuse. */
export const readFieldSetting = async (db: Db, text: string) => settingAmong(db, await listFields(db), text);

async function settingAmong(
  db: Db,
  fields: readonly FieldDefinition[],
  text: string,
): Promise<Read<{ key: string; value: string }>> {
  const colon = text.indexOf(":");
  if (colon < 1) return wrong(say.nameAField);
  const [name, typed] = [cleanLine(text.slice(0, colon)), cleanLine(text.slice(colon + 1))];
  const field = fields.find(({ key }) => key === name) ?? fields.find(({ label }) => isCalled(name)(label));
  if (!field) return wrong(say.noSuchField(name));
  if (field.kind === "user" && typed !== "") {
    const found = await resolvePerson(db, typed);
    return found.ok ? read({ key: field.key, value: String(found.person.id) }) : wrong(found.message);
  }
  const value = storedAs(field, typed);
  if (value === null) return wrong(say.enterYesOrNo);
  const checked = readValue(field, field.kind === "multiselect" ? value.split(",") : [value]);
  return checked.ok ? read({ key: field.key, value }) : wrong(checked.message);
}

/** Null for a word that is neither yes nor no. */
function storedAs({ kind, options }: FieldDefinition, typed: string): string | null {
  const keyOf = (one: string) => options.find(({ key, label }) => key === one || isCalled(one)(label))?.key ?? one;
  if (kind === "boolean") return /^(1|yes|true)$/i.test(typed) ? "1" : /^(0|no|false)?$/i.test(typed) ? "" : null;
  if (kind === "multiselect") return typed.split(",").map(cleanLine).filter(Boolean).map(keyOf).join(",");
  return kind === "select" && typed !== "" ? keyOf(typed) : typed;
}

const isId = (value: string) => /^\d{1,9}$/.test(value);

/** The values that the field's form would send, one per control. */
export async function controlsFor(db: Db, field: FieldDefinition, value: string): Promise<string[]> {
  if (field.kind === "multiselect") return value.split(",");
  return [field.kind === "user" && isId(value) ? await labelOf(db, Number(value)) : value];
}

/** A value as the task stores it; null if the field's form refuses it by now. */
export function storedValue(field: FieldDefinition, value: string): string | null {
  if (field.kind === "user") return value;
  const checked = readValue(field, field.kind === "multiselect" ? value.split(",") : [value]);
  return checked.ok ? checked.text : null;
}

async function labelOf(db: Db, id: number): Promise<string> {
  const person = await personAfterMerge(db, id);
  return person ? personLabelWithId(person) : "";
}

/** A person, or the one they were merged into. */
const personAfterMerge = (db: Db, id: number) =>
  db
    .selectFrom("user as asked")
    .innerJoin("user", (join) => join.on((eb) => eb("user.id", "=", eb.fn.coalesce("asked.merged_into", "asked.id"))))
    .select(["user.id", "user.name", "user.email"])
    .where("asked.id", "=", id)
    .executeTakeFirst();

/** Actions with the assignee's id after merges of people. `planToJoin` does the same for watchers and people in copy. */
export async function followAssigneeMerge<A extends Pick<Actions, "assignee">>(db: Db, actions: A): Promise<A> {
  if (typeof actions.assignee !== "number") return actions;
  const [assignee] = await followPeopleMerges(db, [actions.assignee]);
  return { ...actions, assignee };
}

/** A field and its value as they're typed, with today's names. By its key where its label would be read as another field's. */
export async function showFieldSetting(db: Db, key: string, value: string): Promise<{ label: string; value: string }> {
  const fields = await listAllFields(db);
  const field = fields.find((one) => one.key === key);
  if (!field) return { label: key, value };
  const isOwn = fields.filter(({ key, label }) => key === field.label || isCalled(field.label)(label)).length === 1;
  const label = isOwn && !field.label.includes(":") ? field.label : key;
  return { label, value: await showFieldValue(db, field, value) };
}

async function showFieldValue(db: Db, field: FieldDefinition, value: string): Promise<string> {
  if (field.kind === "user" && isId(value)) return showPerson(db, Number(value));
  if (field.kind === "boolean") return value === "1" ? "yes" : "no";
  if (field.kind === "select") return shownValue(field, value);
  if (field.kind !== "multiselect") return value;
  const chosen = value.split(",").map((one) => {
    const label = field.options.find((option) => option.key === one)?.label ?? one;
    return label.includes(",") ? one : label; // it would be read as two
  });
  return chosen.join(", ");
}

/** People or fields in one action: each is looked up. A desk has at most forty fields. */
const MOST_NAMED = 40;

/** Ids of people that are named in a list. `among`: watchers are colleagues. */
export async function readPeople(db: Db, text: string, among: "anyone" | "assignable"): Promise<Read<number[]>> {
  const ids = new Set<number>();
  const messages: string[] = [];
  const named = splitPeople(text);
  if (named.length > MOST_NAMED) return wrong(say.tooManyPeople);
  for (const one of named) {
    const found = await resolvePerson(db, one, { among });
    if (found.ok) ids.add(found.person.id);
    else messages.push(named.length > 1 ? say.inLine(one, found.message) : found.message);
  }
  if (messages.length > 0) return wrong(messages.join(" "));
  return ids.size > 0 ? read([...ids]) : wrong(say.enterPeople);
}

/** People by name, separated by commas. */
export async function showPeople(db: Db, ids: readonly number[]): Promise<string> {
  const names: string[] = [];
  for (const id of await followPeopleMerges(db, ids)) names.push(await showPerson(db, id));
  return names.filter(Boolean).join(", ");
}

/** A person's name, with their address if the name alone is ambiguous. */
export async function showPerson(db: Db, id: number): Promise<string> {
  const person = await personAfterMerge(db, id);
  if (!person) return "";
  const found = /[,;]/.test(person.name) ? null : await resolvePerson(db, person.name);
  return found?.ok && found.person.id === person.id ? person.name : personLabelWithId(person);
}

/** Looks up the people and fields a form names. Messages by form field. */
export async function readTypedActions(
  db: Db,
  { setFields, addParticipants, addWatchers, ...actions }: TypedActions,
): Promise<{ ok: true; actions: Actions } | { ok: false; errors: Record<string, string[]> }> {
  const errors: Record<string, string[]> = {};
  const fields: Record<string, string> = {};
  const lines = (setFields ?? "").split("\n").map(cleanLine).filter(Boolean);
  if (lines.length > MOST_NAMED) errors.setFields = [say.tooManyFields];
  const definitions = lines.length > 0 ? await listFields(db) : [];
  for (const line of lines.slice(0, MOST_NAMED)) {
    const setting = await settingAmong(db, definitions, line);
    if (setting.ok) fields[setting.value.key] = setting.value.value;
    else errors.setFields = [...(errors.setFields ?? []), say.inLine(line, setting.message)];
  }
  const peopleOf = async (
    name: (typeof NAMING_FIELDS)[number],
    text: string | undefined,
    among: "anyone" | "assignable",
  ) => {
    if (!text) return undefined;
    const people = await readPeople(db, text, among);
    if (!people.ok) errors[name] = [people.message];
    return people.ok ? people.value : undefined;
  };
  const participants = await peopleOf("addParticipants", addParticipants, "anyone");
  const watchers = await peopleOf("addWatchers", addWatchers, "assignable");
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const named = {
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(participants && { participants }),
    ...(watchers && { watchers }),
  };
  return { ok: true, actions: { ...actions, ...named } };
}

/** Actions as their form shows them, with today's names. */
export async function asTypedActions(db: Db, saved: Actions): Promise<TypedActions> {
  const { fields = {}, participants = [], watchers = [], ...actions } = await followAssigneeMerge(db, saved);
  const settings: string[] = [];
  for (const [key, stored] of Object.entries(fields)) {
    const { label, value } = await showFieldSetting(db, key, stored);
    settings.push(`${label}: ${value}`);
  }
  const typed = {
    setFields: settings.join("\n"),
    addParticipants: await showPeople(db, participants),
    addWatchers: await showPeople(db, watchers),
  };
  return { ...actions, ...Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== "")) };
}
