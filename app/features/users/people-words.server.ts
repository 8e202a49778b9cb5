import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Characters that the index keeps from a word on (migration 0018). */
const KEPT = 300;

/** Ids of people with a word in their name or addresses that starts with this prefix, which may go on over several words. */
export function idsWithWords(beginning: RawBuilder<string>): RawBuilder<unknown> {
  const kept = sql`substr(${beginning}, 1, ${sql.lit(KEPT)})`;
  return sql`(select user_id from user_word where words >= ${kept} and words < ${kept} || ${"\u{10ffff}"})`;
}

/** Whether the person in a column matches this prefix, which comes from `personBeginnings` or `beginningOf`. */
export const hasWords = (column: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> =>
  sql`${column} in ${idsWithWords(sql`${beginning.trimStart()}`)}`;
