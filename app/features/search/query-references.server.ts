import type { Db } from "~/db/types";
import { fieldsCalled, nameAt } from "./custom-field-terms";
import {
  type NamedField,
  type NameLookup,
  namedFields,
  optionLookup,
  organizationLookup,
  peopleMeant,
  peopleReferred,
  statusLookup,
  type Thing,
  teamLookup,
  typeLookup,
  type Value,
} from "./name-lookups.server";
import type { QueryValue, Span } from "./query-ast";
import { type Token, tokensOf } from "./query-tokens";
import { inQuotes, quotedName } from "./unanswerable-queries";

/*
 * Stored queries survive renames: they hold references instead of names, and show current names. A reference is a quoted
 * value: the mark, an id or key, a colon and the last known name, shown once the thing is deleted. References to people
 * omit the name: people are never deleted, but may have to be anonymised.
 */

/** A control character that forms reject, so a reference can't be typed. */
const MARK = "\u0002";

const referenceTo = ({ key, name }: Thing) => inQuotes(`${MARK}${key}:${name}`);

function referenceIn(text: string): Thing | null {
  if (!text.startsWith(MARK)) return null;
  const colon = text.indexOf(":");
  return { key: text.slice(MARK.length, colon), name: text.slice(colon + 1) };
}

/** Replaces names in a query with references. An unknown or ambiguous name stays as typed. */
export async function toStoredQuery(db: Db, typed: string): Promise<string> {
  const text = typed.replaceAll(MARK, "");
  const terms = termsIn(text);
  const known = await knownOf(db, terms, peopleMeant);
  return rewriteQuery(text, terms, known, {
    field: (field, name) => (field.key === name ? null : referenceTo({ key: field.key, name: "" })),
    value: (value, lookup) => {
      const key = lookup.meant(value);
      return key === null ? null : referenceTo({ key, name: lookup.today(key)?.name ?? "" });
    },
  });
}

/** Restores current names in a stored query. */
export async function toShownQuery(db: Db, stored: string): Promise<string> {
  const [shown = stored] = await toShownQueries(db, [stored]);
  return shown;
}

/** Restores several queries with as many statements as for one. */
export async function toShownQueries(db: Db, stored: readonly string[]): Promise<string[]> {
  const terms = stored.map((text) => (text.includes(MARK) ? termsIn(text) : []));
  const referred = (inDb: Db, texts: readonly string[]) => peopleReferred(inDb, idsIn(texts));
  const known = await knownOf(db, terms.flat(), referred);
  return stored.map((query, place) =>
    rewriteQuery(query, terms[place] ?? [], known, {
      field: (field, name) => (referenceIn(name) ? labelOf(field, known.fields) : null),
      value: ({ text }, lookup) => {
        const reference = referenceIn(text);
        return reference && nameOf(reference, lookup);
      },
    }),
  );
}

/** The name as a value, or an unambiguous value if that name means something else too. */
function nameOf(reference: Thing, lookup: NameLookup): string {
  const today = lookup.today(reference.key);
  const thing = today ?? reference;
  const names = thing.name === "" ? [] : [quotedName(thing.name), inQuotes(thing.name)];
  const right = names.find((name) => {
    const kind = name.startsWith('"') ? "quoted" : "word";
    return lookup.meant({ kind, text: thing.name }) === (today ? thing.key : null);
  });
  return right ?? quotedName(lookup.exactly(thing));
}

/** A field's label for use after `field.`; its key if the label is ambiguous. */
function labelOf(field: NamedField, fields: readonly NamedField[]): string {
  const called = fieldsCalled(`field.${field.label.toLowerCase()}`, fields);
  if (called.length !== 1 || called[0] !== field) return field.key;
  return /^[^\s"():,\\]+$/.test(field.label) ? field.label : inQuotes(field.label);
}

type Term = Extract<Token, { kind: "qualifier" }>;

/** Reads tokens, not `parseQuery`: references can push a stored query over the length limit. */
const termsIn = (text: string) => tokensOf(text).filter((token): token is Term => token.kind === "qualifier");

const fieldName = ({ key }: Term) => (key.startsWith("field.") ? key.slice("field.".length) : null);

/** `..` is part of the name here; ranges only make sense for numbers and days. */
const asText = (value: QueryValue): Value =>
  value.kind === "range" ? { kind: "word", text: `${value.from}..${value.to}` } : value;

type Known = { fields: readonly NamedField[]; lookupOf: (term: Term) => NameLookup | undefined };

/** Loads only what the terms need, with one statement per kind. */
async function knownOf(
  db: Db,
  terms: readonly Term[],
  readPeople: (db: Db, texts: readonly string[]) => Promise<NameLookup>,
): Promise<Known> {
  const fields = terms.some((term) => fieldName(term) !== null) ? await namedFields(db) : [];
  const textsOf = (of: (term: Term) => boolean) =>
    terms.filter(of).flatMap(({ values }) => values.map((value) => asText(value).text));
  const isOf = (key: string) => (term: Term) => term.key === key;
  const asksPeople = (term: Term) => term.field.kind === "person" || fieldOf(term, fields)?.kind === "user";
  const organizations = textsOf(isOf("org"));
  const [team, org, status, type, people] = await Promise.all([
    terms.some(isOf("team")) ? teamLookup(db) : undefined,
    organizations.length > 0 ? organizationLookup(db, idsIn(organizations), organizations) : undefined,
    terms.some(isOf("status")) ? statusLookup(db) : undefined,
    terms.some(isOf("type")) ? typeLookup(db) : undefined,
    terms.some(asksPeople) ? readPeople(db, textsOf(asksPeople)) : undefined,
  ]);
  const lookups = new Map(Object.entries({ team, org, status, type }));
  const lookupOf = (term: Term) => {
    if (asksPeople(term)) return people;
    const field = fieldOf(term, fields);
    const hasOptions = field?.kind === "select" || field?.kind === "multiselect";
    return hasOptions ? optionLookup(field.options) : lookups.get(term.key);
  };
  return { fields, lookupOf };
}

const idsIn = (texts: readonly string[]) => texts.flatMap((text) => Number(referenceIn(text)?.key) || []);

/** The field a term means; null for none or several. A reference still resolves for a deleted field. */
function fieldOf(term: Term, fields: readonly NamedField[]): NamedField | null {
  const name = fieldName(term);
  const reference = name === null ? null : referenceIn(name);
  if (reference) return fields.find(({ key }) => key === reference.key) ?? goneField(reference.key);
  const [field, other] = name === null ? [] : fieldsCalled(term.key, fields);
  return field && !other ? field : null;
}

/** Stands in for a deleted field; its values show their last known names. */
const goneField = (key: string): NamedField => ({ key, label: key, kind: "select", options: [] });

/** Replaces labels and values with what `write` returns; null keeps the original. */
function rewriteQuery(
  text: string,
  terms: readonly Term[],
  { fields, lookupOf }: Known,
  write: {
    field: (field: NamedField, name: string) => string | null;
    value: (value: Value, lookup: NameLookup) => string | null;
  },
): string {
  const changes = terms.flatMap((term) => {
    const [name, lookup] = [fieldName(term), lookupOf(term)];
    const field = fieldOf(term, fields);
    const values = term.values.map((value) => ({
      at: value.at,
      to: lookup ? write.value(asText(value), lookup) : null,
    }));
    return [{ at: nameAt(term), to: field && name !== null ? write.field(field, name) : null }, ...values];
  });
  return changes.reduceRight((rest, { at, to }) => (to === null ? rest : replaced(rest, at, to)), text);
}

const replaced = (text: string, { start, end }: Span, by: string) => text.slice(0, start) + by + text.slice(end);
