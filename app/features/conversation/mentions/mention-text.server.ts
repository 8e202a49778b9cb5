import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { foldText, sortKey } from "~/lib/search-tokens";

export type Mentionable = { id: number; name: string; email: string | null };

/** A name has at most 120 characters, an address 254. */
const LONGEST = 254;

/** More words than a name has. In scripts without spaces it counts characters. */
const MOST_ENDS = 16;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const ADDRESS = /^[^\s@<>()"]+@[^\s@<>()"]*[\p{L}\p{N}]/u;

/** Text after an @ that may be a name: the rest of the line, up to the longest possible name. */
export const lineAfter = (text: string, at: number) => text.slice(at + 1, at + 1 + LONGEST).split("\n", 1)[0] ?? "";

/** Positions where a name may end, shortest first. An address has only one. */
function endsOf(line: string): number[] {
  const address = ADDRESS.exec(line);
  if (address) return [address[0].length];
  const ends: number[] = [];
  let at = 0;
  for (const character of line) {
    const end = at + character.length;
    const next = String.fromCodePoint(line.codePointAt(end) ?? 32);
    const isInside = LETTER.test(character) && LETTER.test(next) && !WITHOUT_SPACES.test(character + next);
    if (character.trim() !== "" && !isInside) ends.push(end);
    if (ends.length === MOST_ENDS) break;
    at = end;
  }
  return ends;
}

/** Values of `name_key` and `email_key` that find everyone these lines may mention. */
export function keysOf(lines: readonly string[]): { names: string[]; addresses: string[] } {
  const names = new Set<string>();
  const addresses = new Set<string>();
  for (const line of lines) {
    for (const end of endsOf(line)) {
      const words = line.slice(0, end);
      if (ADDRESS.test(words)) addresses.add(emailKeyOf(words));
      else names.add(sortKey(words));
    }
  }
  names.delete("");
  return { names: [...names], addresses: [...addresses] };
}

const folded = (name: string) => foldText(name.replace(/\s+/g, " "));

/** Continues as an address or code: `@ana-lib`, `@ana/cli`, `@ana.config` and `@ana()` are not mentions. */
const GOES_ON = /^(?:[-_./@+:][\p{L}\p{N}_]|[_(])/u;

/** People with this first name, if the word stands alone. */
function byFirstName<Person extends Mentionable>(line: string, length: number, people: readonly Person[]): Person[] {
  const word = line.slice(0, length);
  if (/\s/.test(word) || ADDRESS.test(word) || GOES_ON.test(line.slice(length))) return [];
  return people.filter(({ name }) => folded(name.split(/\s/, 1)[0] ?? "") === folded(word));
}

/**
 * Matches a line after an @ to people: those with the longest name it starts with, ignoring case and accents. Falls back to
 * first names. `length` is how much of the line is the name. Null for no match: the @ is plain text.
 */
export function whoIsMeant<Person extends Mentionable>(
  line: string,
  people: readonly Person[],
): { length: number; people: Person[] } | null {
  const ends = endsOf(line).reverse();
  for (const length of ends) {
    const words = line.slice(0, length);
    const meant = ADDRESS.test(words)
      ? people.filter(({ email }) => email !== null && emailKeyOf(email) === emailKeyOf(words))
      : people.filter(({ name }) => folded(name) === folded(words));
    if (meant.length > 0) return { length, people: meant };
  }
  for (const length of ends) {
    const meant = byFirstName(line, length, people);
    if (meant.length > 0) return { length, people: meant };
  }
  return null;
}
