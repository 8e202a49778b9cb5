import { type RawBuilder, type SqlBool, sql } from "kysely";
import { emailKeyOf, formsOfAddress } from "~/lib/mail-domain.server";
import { beginningOf, findableWords, sortKey } from "~/lib/search-tokens";
import { USER_LIMITS } from "./users";

export { emailKeyOf };

/** Characters the index stores from each word onwards (migration 0018). */
const KEPT = 300;

/** Ids of people whose name or addresses have a word with this prefix. The prefix may span several words. */
export function idsWithWords(beginning: RawBuilder<string>): RawBuilder<unknown> {
  const kept = sql`substr(${beginning}, 1, ${sql.lit(KEPT)})`;
  return sql`(select user_id from user_word where words >= ${kept} and words < ${kept} || ${"\u{10ffff}"})`;
}

/** Whether the column's person matches a prefix from `searchPrefixes` or `beginningOf`. */
export const hasWords = (column: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> =>
  sql`${column} in ${idsWithWords(sql`${beginning.trimStart()}`)}`;

/** Fallback name for a bare address: "ada.lovelace", cut to the length limit. */
export function nameFromAddress(address: string): string {
  const mailbox = address.slice(0, address.lastIndexOf("@")) || address;
  return [...mailbox].slice(0, USER_LIMITS.name).join("");
}

/** Columns derived from name and addresses; `further` are the secondary addresses. */
export function personKeys(name: string, email: string | null, further: readonly string[] = []) {
  return {
    name,
    name_key: sortKey(name),
    email,
    email_key: email === null ? null : emailKeyOf(email),
    search_text: findableWords(name, ...[email ?? "", ...further].flatMap(formsOfAddress)),
  };
}

/** Word prefixes; a person has to match all of them (`hasWords`). */
export const searchPrefixes = (text: string) => [
  ...new Set(text.split(/\s+/).flatMap((word) => beginningOf(word) ?? [])),
];
