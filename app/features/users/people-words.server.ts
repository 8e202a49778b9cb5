import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Characters that the index keeps from a word on (migration 0018). */
const KEPT = 300;

/** The ids of people of whose name or addresses some words begin like this, from a word on. */
export function idsWithWords(beginning: RawBuilder<string>): RawBuilder<unknown> {
  const kept = sql`substr(${beginning}, 1, ${sql.lit(KEPT)})`;
  return sql`(select user_id from user_word where words >= ${kept} and words < ${kept} || ${"\u{10ffff}"})`;
}

/** Whether a column names somebody who is found by this beginning, one of `personBeginnings` or another of `beginningOf`. */
export const hasWords = (column: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> =>
  sql`${column} in ${idsWithWords(sql`${beginning.trimStart()}`)}`;
