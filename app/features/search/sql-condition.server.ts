import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Engine } from "~/db/engine.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import type { AccessScope } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import type { Qualifier, QueryValue, TextValue } from "./query-ast";
import type { Times } from "./query-times";
import type { WordMatch } from "./word-match.server";

/** Condition that a time column falls in `times`; never null. `literal` converts a time to the column's format. */
export function timeCondition(
  column: RawBuilder<unknown>,
  times: Times,
  literal: (at: number) => number | string = (at) => at,
): RawBuilder<SqlBool> {
  if (times === "none") return sql`${column} is null`;
  if (times === "any") return sql`${column} is not null`;
  const { from, to } = times;
  const parts = [sql`${column} is not null`];
  if (from) parts.push(sql`${column} ${from.inclusive ? sql`>=` : sql`>`} ${literal(from.at)}`);
  if (to) parts.push(sql`${column} ${to.inclusive ? sql`<=` : sql`<`} ${literal(to.at)}`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

export type Condition = RawBuilder<SqlBool>;

export type Circumstances = {
  viewer: Viewer;
  /** Whether the viewer sees the tasks with agent access. */
  sight: Pick<AccessScope, "works">;
  /** UTC milliseconds. */
  now: number;
  /** Determines day boundaries. */
  timeZone: string;
  engine: Engine;
  match: WordMatch;
  /** The only task asked about, for an explanation; null for a search. */
  task: number | null;
  teams: readonly { id: number; name: string }[];
  organizations: readonly { id: number; name: string }[];
  fields: readonly FieldDefinition[];
};

export const ALWAYS: Condition = sql`1 = 1`;
export const NEVER: Condition = sql`1 = 0`;

/** Limits a subselect of tasks to the only one asked about: an explanation would read all hits of every term. */
export const ofAskedTask = ({ task }: Pick<Circumstances, "task">, column: string): Condition =>
  task === null ? ALWAYS : sql`${sql.ref(column)} = ${task}`;

export const anyOf = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? NEVER : sql`(${sql.join(conditions, sql` or `)})`;

/** Throws `Unanswerable`. */
export type Translator = (term: Qualifier, circumstances: Circumstances) => Condition;

export const textsOf = (values: readonly QueryValue[]) =>
  values.flatMap((value) => (value.kind === "range" ? [] : value.text));

/** Matches any of the values. Ranges are ignored. */
export function eachText(
  translate: (text: string, circumstances: Circumstances, value: TextValue) => Condition,
): Translator {
  return ({ values }, circumstances) =>
    anyOf(values.flatMap((value) => (value.kind === "range" ? [] : translate(value.text, circumstances, value))));
}
