import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { QueryTerm, QueryValue } from "./query-ast";
import { type Bounds, boundsOf } from "./query-calendar";
import { short } from "./query-rules";
import { Unanswerable } from "./query-unanswerable";
import { readDuration, readPeriod } from "./query-values";

type Condition = RawBuilder<SqlBool>;
type Asked = Pick<Extract<QueryTerm, { kind: "qualifier" }>, "key" | "compare"> & { value: QueryValue };
type Moment = { now: number; timeZone: string };

/**
 * Whether a column of times is as a value asks, false where there is no time.
 *
 * past    a duration is an age: > longer ago, otherwise within
 * future  a duration is the time left: > later than that, otherwise by then or overdue
 */
export function timeCondition(
  column: RawBuilder<unknown>,
  tense: "past" | "future",
  { key, compare, value }: Asked,
  moment: Moment,
): Condition {
  const known = (condition: Condition): Condition => sql`(${column} is not null and ${condition})`;
  const bounds = (text: string) => boundsFor(text, moment);

  if (value.kind === "range") {
    const [first, last] = [bounds(value.from), bounds(value.to)];
    if (first.from >= last.until) throw new Unanswerable(`The range after “${key}:” ends before it begins.`);
    return known(sql`${column} >= ${first.from} and ${column} < ${last.until}`);
  }

  const text = value.text.toLowerCase();
  if (text === "none") return sql`${column} is null`;
  if (text === "any") return sql`${column} is not null`;

  const duration = readDuration(text);
  if (duration !== null) {
    const limit = tense === "past" ? moment.now - duration : moment.now + duration;
    const beyond = compare === ">" || compare === ">=";
    const earlier = (tense === "past") === beyond;
    const orEqual = compare === "<" || compare === ">" ? "" : "=";
    return known(sql`${column} ${sql.raw((earlier ? "<" : ">") + orEqual)} ${limit}`);
  }

  const { from, until } = bounds(text);
  switch (compare) {
    case ">":
      return known(sql`${column} >= ${until}`);
    case ">=":
      return known(sql`${column} >= ${from}`);
    case "<":
      return known(sql`${column} < ${from}`);
    case "<=":
      return known(sql`${column} < ${until}`);
    default:
      return known(sql`${column} >= ${from} and ${column} < ${until}`);
  }
}

function boundsFor(text: string, { now, timeZone }: Moment): Bounds {
  const period = readPeriod(text);
  if (!period) throw new Unanswerable(`“${short(text)}” is not a date.`); // the parser has refused it already
  return boundsOf(period, now, timeZone);
}
