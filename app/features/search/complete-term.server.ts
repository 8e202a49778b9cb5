import { sql } from "kysely";
import type { Db } from "~/db/types";
import { listVisibleFields } from "~/features/custom-fields/custom-fields.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { INNER_SORTS } from "~/features/task-list/task-sort-and-cursor";
import { suggestTags } from "~/features/tasks/suggest-tags.server";
import { isTypeSentTo, offeredStatuses, offeredTypes } from "~/features/tasks/tasks";
import { zoneOf } from "~/features/users/preferences.server";
import { hasWords, searchPrefixes } from "~/features/users/user-search-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { deskZone } from "~/lib/desk-zone.server";
import { sortKey } from "~/lib/search-tokens";
import type { Offer } from "~/ui/choice-list";
import { fieldsCalled } from "./custom-field-terms";
import { innerOf, isMissing } from "./qualifier-availability";
import { FIELD_KEYS, fieldOf, keyOf, PEOPLE_FLAGS, QUERY_KEY } from "./query-fields";
import { CHANNELS } from "./query-names";
import { NAMED_PERIODS } from "./query-values";
import { quoted, quotedName } from "./unanswerable-queries";

const MOST_OFFERED = 8;

const TERM = new RegExp(`^(${QUERY_KEY}):(>=|<=|>|<)?(.*)$`, "is");

/**
 * Suggests completions for the last term of a query: keys, or values after a key. Suggests only what the viewer may search.
 * Each offer's value is the whole term, quoted where needed.
 */
export async function completeTerm(db: Db, viewer: Viewer, term: string): Promise<Offer[]> {
  const parts = TERM.exec(term);
  if (!parts) return term.length < 2 ? [] : keysLike(db, viewer, term.toLowerCase());
  const key = keyOf(parts[1] ?? "");
  if (!mayAsk(viewer, key)) return [];
  const [, values = "", written = ""] = /^((?:"(?:[^"\\]|\\.)*",|[^",]*,)*)(.*)$/s.exec(parts[3] ?? "") ?? [];
  const beginning = written.replaceAll('"', "");
  const before = `${parts[1]?.includes('"') ? parts[1] : key}:${parts[2] ?? ""}${values}`;
  const fitting = (await valuesOf(db, viewer, key, beginning)).filter(
    ({ value, known }) => known || begins(value, beginning),
  );
  return fitting
    .filter(({ value, isName }) => (isName ? quotedName(value) : value) !== written)
    .slice(0, MOST_OFFERED)
    .map(({ value, label = value, detail = null, isName }) => ({
      ...{ value: before + (isName ? quotedName : quoted)(value), label, detail },
    }));
}

/** `known`: already matched by the database, so it needn't share the typed prefix. `isName`: a name people chose. */
type Value = { value: string; label?: string; detail?: string | null; known?: boolean; isName?: boolean };

const begins = (value: string, beginning: string) =>
  ` ${sortKey(value.replaceAll(/[_-]/g, " "))}`.includes(` ${sortKey(beginning)}`);

function mayAsk(viewer: Viewer, key: string, value = ""): boolean {
  if (isMissing(key) || isMissing(`${key}:${value}`)) return false;
  if (isAgent(viewer)) return true;
  const at = { start: 0, end: 0 };
  const ofPeople = fieldOf(key)?.finds === "people" || (key === "is" && PEOPLE_FLAGS.includes(value));
  if (ofPeople || (key === "sort" && INNER_SORTS.includes(value.replace(/-.*/, "")))) return false;
  return !innerOf({ kind: "qualifier", key, compare: null, values: [{ kind: "word", text: value, at }], at });
}

async function keysLike(db: Db, viewer: Viewer, beginning: string): Promise<Offer[]> {
  // Custom fields also match by label, with or without the `field.` prefix.
  const label = beginning.replace(/^field\./, "").replaceAll('"', "");
  const custom = (await listVisibleFields(db, viewer)).filter(
    (field) => `field.${field.key}`.startsWith(beginning) || (label !== "" && begins(field.label, label)),
  );
  const keys = FIELD_KEYS.filter((key) => mayAsk(viewer, key)).map((key) => ({ key, detail: null as string | null }));
  return [
    ...keys.filter(({ key }) => key.startsWith(beginning)),
    ...custom.map(({ key, label }) => ({ key: `field.${key}`, detail: label })),
  ]
    .slice(0, MOST_OFFERED)
    .map(({ key, detail }) => ({ value: `${key}:`, label: `${key}:`, detail }));
}

const words = (...values: readonly string[]): Value[] => values.map((value) => ({ value }));
const names = (...values: readonly string[]): Value[] => values.map((value) => ({ value, isName: true }));

async function valuesOf(db: Db, viewer: Viewer, key: string, beginning: string): Promise<Value[]> {
  if (key.startsWith("field.")) {
    const [field, other] = fieldsCalled(key, await listVisibleFields(db, viewer));
    return field && !other ? customValues(db, viewer, field, beginning) : [];
  }
  const works = isAgent(viewer);
  const field = fieldOf(key);
  switch (field?.kind) {
    case "choice":
      return words(...(field.choices ?? []).filter((choice) => mayAsk(viewer, key, choice)));
    case "past":
    case "future":
      return words(...NAMED_PERIODS, ...(key === "backlog" ? [] : ["none", "any"]));
    case "zone":
      return words(...new Set([deskZone(), zoneOf(viewer)]));
    case "person":
      // Every task has a requester, so `none` and `any` are useless.
      return [
        ...words("me", ...(key === "requester" ? [] : ["none", "any"])),
        ...(works
          ? await (key === "assignee" && beginning === "" ? teamMates(db, viewer) : peopleLike(db, beginning))
          : []),
      ];
    case "name":
      break;
    default:
      return [];
  }
  switch (key) {
    case "status":
      return [
        ...words("open", "done", "any"),
        ...names(...new Set(offeredStatuses().map((status) => (works ? status.name : status.requesterName)))),
      ];
    case "type":
      return words(...offeredTypes().flatMap((type) => (isTypeSentTo(works, type) ? type.key : [])));
    case "channel":
      return words(...CHANNELS.map((channel) => channel.key));
    case "tag":
      return [
        ...words("none", "any"),
        ...((await suggestTags(db, viewer, beginning)) ?? []).map((tag) => ({ ...tag, isName: true })),
      ];
    case "team": {
      const teams = await db.selectFrom("team").select("name").orderBy("name").execute();
      return [...words("me", "none", "any"), ...names(...teams.map(({ name }) => name))];
    }
    case "org": {
      const found = sortKey(beginning);
      const organizations = await db
        .selectFrom("organization")
        .select("name")
        .where("name_key", ">=", found)
        .where("name_key", "<", `${found}\u{10ffff}`)
        .orderBy("name_key")
        .limit(MOST_OFFERED)
        .execute();
      return [...words("none", "any"), ...names(...organizations.map(({ name }) => name))];
    }
    default:
      return [];
  }
}

async function customValues(db: Db, viewer: Viewer, field: FieldDefinition, beginning: string): Promise<Value[]> {
  switch (field.kind) {
    case "boolean":
      return words("yes", "no");
    case "select":
    case "multiselect":
      return [
        ...words("none", "any"),
        ...field.options.flatMap(({ enabled, label }) => (enabled ? { value: label, isName: true } : [])),
      ];
    case "date":
    case "datetime":
      return words(...NAMED_PERIODS, "none", "any");
    case "user":
      return [...words("me", "none", "any"), ...(isAgent(viewer) ? await peopleLike(db, beginning) : [])];
    default:
      return words("none", "any");
  }
}

/** People whose name or address matches every typed prefix. Callers must check that the viewer is an agent. */
async function peopleLike(db: Db, beginning: string): Promise<Value[]> {
  const beginnings = searchPrefixes(beginning);
  if (beginnings.length === 0) return [];
  let query = db.selectFrom("user").select(["name", "email"]).orderBy("name_key").orderBy("id").limit(MOST_OFFERED);
  query = query.where("state", "in", ["active", "disabled"]); // not merged or anonymised
  for (const one of beginnings) query = query.where(hasWords(sql.ref("user.id"), one));
  return (await query.execute()).map(personValue);
}

/** People in the viewer's teams. */
async function teamMates(db: Db, { id }: Viewer): Promise<Value[]> {
  const people = await db
    .selectFrom("user")
    .innerJoin("team_member as theirs", "theirs.user_id", "user.id")
    .innerJoin("team_member as own", "own.team_id", "theirs.team_id")
    .select(["user.name", "user.email"])
    .where("own.user_id", "=", id)
    .where("user.id", "!=", id)
    .where("user.state", "=", "active")
    .groupBy(["user.id", "user.name", "user.email", "user.name_key"])
    .orderBy("user.name_key")
    .orderBy("user.id")
    .limit(MOST_OFFERED)
    .execute();
  return people.map(personValue);
}

/** Several people may share a name, so an email address wins. */
const personValue = ({ name, email }: { name: string; email: string | null }): Value => ({
  ...{ value: email ?? name, label: name, detail: email },
  ...{ isName: true, known: true },
});
