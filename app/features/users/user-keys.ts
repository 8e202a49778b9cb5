import { foldText, indexTokens, queryPiece } from "~/lib/search-text";

/** What a name sorts by, and equals another name by: case, accents and width ignored. */
export const nameKeyOf = (name: string) => foldText(name).replace(/\s+/g, " ").trim();

/** What an address equals another by. Accents count: ä@ and a@ are two mailboxes. */
export const emailKeyOf = (email: string) => email.trim().toLowerCase();

/** The words of name and address, each with a blank in front, so that `like '% ada%'` finds beginnings of words. */
export const personSearchText = (name: string, email: string | null) =>
  indexTokens(`${name} ${email ?? ""}`)
    .map((token) => ` ${token}`)
    .join("");

/** The beginnings of words that somebody who is looked for has to have: letters, digits and marks only, no wildcards. */
export const personSearchTokens = (text: string) => [
  ...new Set(text.split(/\s+/).flatMap((word) => queryPiece(word).tokens)),
];

/** The columns of a person that follow from name and address. */
export function personKeys(name: string, email: string | null) {
  return {
    name,
    name_key: nameKeyOf(name),
    email,
    email_key: email === null ? null : emailKeyOf(email),
    search_text: personSearchText(name, email),
  };
}
