import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Times } from "./query-times";

/** Whether a column of times is among those, false where there is no time. `literal`: a time as the column has it. */
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
