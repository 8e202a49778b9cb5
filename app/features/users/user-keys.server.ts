import { type RawBuilder, type SqlBool, sql } from "kysely";
import { domainKey, formsOfAddress } from "~/lib/mail-domain.server";
import { beginningOf, findableWords, sortKey } from "~/lib/search-text";
import { USER_LIMITS } from "./users";

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

/** The key that equal addresses share. Accents in a mailbox count, so ä@ and a@ differ; a domain has one form. */
export function emailKeyOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + domainKey(address.slice(at));
}

/** What to call somebody of whom only the address is known: "ada.lovelace", never longer than a name may be. */
export function nameFromAddress(address: string): string {
  const mailbox = address.slice(0, address.lastIndexOf("@")) || address;
  return [...mailbox].slice(0, USER_LIMITS.name).join("");
}

/** The columns of a person that follow from name and addresses, `further` ones beside the first. */
export function personKeys(name: string, email: string | null, further: readonly string[] = []) {
  return {
    name,
    name_key: sortKey(name),
    email,
    email_key: email === null ? null : emailKeyOf(email),
    search_text: findableWords(name, ...[email ?? "", ...further].flatMap(formsOfAddress)),
  };
}

/** Beginnings of words, all of which somebody has to have to be found (`hasWords` in people-words.server). */
export const personBeginnings = (text: string) => [
  ...new Set(text.split(/\s+/).flatMap((word) => beginningOf(word) ?? [])),
];
