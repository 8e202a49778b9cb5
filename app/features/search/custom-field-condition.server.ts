import { sql } from "kysely";
import { type FieldDefinition, type FieldKind, maySeeField } from "~/features/custom-fields/field-rules";
import { fieldWord } from "~/lib/search-tokens";
import { type AskedValue, askedValues, fieldMeant, nameAt, storedTime } from "./custom-field-terms";
import { phraseOf } from "./index-query";
import { isPerson } from "./people-conditions.server";
import type { Qualifier } from "./query-ast";
import {
  ALWAYS,
  anyOf,
  type Circumstances,
  type Condition,
  NEVER,
  ofAskedTask,
  timeCondition,
} from "./sql-condition.server";

/** Condition for a `field.<key>:` term. Throws `Unanswerable`. */
export function customCondition(term: Qualifier, circumstances: Circumstances): Condition {
  const { sight } = circumstances;
  const field = fieldMeant(term.key, circumstances, nameAt(term));
  const asked = askedValues(field, term, circumstances);
  if (!maySeeField(field, sight.works)) return NEVER;
  return anyOf(asked.map((value) => oneValue(field, value, circumstances)));
}

function oneValue(field: FieldDefinition, asked: AskedValue, circumstances: Circumstances): Condition {
  const { viewer, match, sight, engine, task } = circumstances;
  const value = sql.ref("task_field.value");
  // A hidden field keeps its value, but the requester's side must not find it.
  const told = sight.works ? ALWAYS : isShownNow(field);
  const has = (condition: Condition): Condition =>
    sql`(${told} and task.id in (
      select task_field.task_id from task_field
      where task_field.key = ${field.key} and ${ofAskedTask({ task }, "task_field.task_id")} and ${condition}
    ))`;

  switch (asked.kind) {
    case "set":
      return asked.set ? has(ALWAYS) : sql`not ${has(ALWAYS)}`;
    case "words": {
      const question = phraseOf(asked, sight.works ? ["publicText", "labels"] : ["publicText"], {
        as: fieldWord(field.key),
      });
      return question ? sql`task.id in ${match.ids(question, task)}` : NEVER;
    }
    case "number":
      return has(sql`${numberIn[engine]} ${sql.raw(asked.compare)} ${asked.number}`);
    case "numbers":
      return has(sql`${numberIn[engine]} between ${asked.from} and ${asked.to}`);
    case "times":
      return has(timeCondition(sql`${value} ${byBytes[engine]}`, asked.times, storedTime(field.kind)));
    case "choice":
      return has(field.kind === "select" ? sql`${value} = ${asked.value}` : holds(field.kind, asked.value));
    case "person":
      return has(
        isPerson(
          sql`(select named.id from "user" as named where cast(named.id as text) = ${value})`,
          asked.person,
          viewer,
        ),
      );
  }
}

/** The value as a number; null for other text, such as an imported value, which PostgreSQL can't cast and SQLite reads as 0. */
const numberIn = {
  sqlite: sql`(case when json_valid(task_field.value) and task_field.value not glob '*[^-+.e0-9]*'
    and task_field.value not glob '*e*[0-9][0-9][0-9]' then cast(task_field.value as real) end)`,
  postgres: sql`(case when task_field.value ~ '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?(e[+-]?[0-9]{1,2})?$'
    then task_field.value::double precision end)`,
};

/** Bytewise collation sorts ISO days and minutes by time. */
const byBytes = { sqlite: sql``, postgres: sql`collate "C"` };

/** Keys are only letters, digits and underscores; a stored list quotes each of them. */
const holds = (kind: FieldKind, key: string): Condition => {
  const pattern = `%"${key.replace(/[\\%_]/g, "\\$&")}"%`;
  return kind === "multiselect" ? sql`task_field.value like ${pattern} escape '\\'` : NEVER;
};

/** `isShown` as SQL. */
function isShownNow({ types, showIf }: FieldDefinition): Condition {
  const ofType = types.length > 0 ? sql<boolean>`task.type in (${sql.join([...types])})` : ALWAYS;
  if (!showIf) return ofType;
  const { field: other, is, value = "" } = showIf;
  const present =
    other === "type"
      ? sql`task.type`
      : sql`coalesce((select other.value from task_field as other where other.task_id = task.id and other.key = ${other}), '')`;
  const listed = `%"${value.replace(/[\\%_]/g, "\\$&")}"%`;
  const same = sql`(${present} = ${value} or (${present} like '[%' and ${present} like ${listed} escape '\\'))`;
  const holdsNow = is === "is_set" ? sql`${present} <> ''` : is === "is" ? same : sql`not ${same}`;
  return sql`(${ofType} and ${holdsNow})`;
}
