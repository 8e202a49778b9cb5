import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Characters that the index keeps from a word on (migration 0018). */
const KEPT = 300;

/** Whether a column names somebody who is found by this beginning, one of `personBeginnings` or another of `beginningOf`. */
export function hasWords(column: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> {
  const words = [...beginning.trimStart()].slice(0, KEPT).join("");
  return sql`${column} in (
    select user_word.user_id from user_word where user_word.words >= ${words} and user_word.words < ${`${words}\u{10ffff}`}
  )`;
}
