import { emailKeyOf } from "~/features/users/user-keys.server";
import { foldText, sortKey } from "~/lib/search-text";

/** Somebody whom an @ with their name or address may mean. */
export type Mentionable = { id: number; name: string; email: string | null };

/** A name is at most 120 characters long, an address 254. */
const LONGEST = 254;

/** More words than a name has; characters where words are not divided by blanks. */
const MOST_ENDS = 16;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const ADDRESS = /^[^\s@<>()"]+@[^\s@<>()"]*[\p{L}\p{N}]/u;

/** What stands behind an @ as far as it may be a name: the rest of the line, cut where no name goes on. */
export const lineAfter = (text: string, at: number) => text.slice(at + 1, at + 1 + LONGEST).split("\n", 1)[0] ?? "";

/** Where in it a name may end, shortest first. An address ends in one place only. */
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

/** What to look for among `name_key` and `email_key` to find everybody whom these lines may mean. */
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

/** The word an address or a piece of code goes on with: `@ana-lib`, `@ana/cli`, `@ana.config` and `@ana()` are no names. */
const GOES_ON = /^(?:[-_./@+:][\p{L}\p{N}_]|[_(])/u;

/** Those with this first name, as long as it is that word alone. */
function byFirstName<Person extends Mentionable>(line: string, length: number, people: readonly Person[]): Person[] {
  const word = line.slice(0, length);
  if (/\s/.test(word) || ADDRESS.test(word) || GOES_ON.test(line.slice(length))) return [];
  return people.filter(({ name }) => folded(name.split(/\s/, 1)[0] ?? "") === folded(word));
}

/**
 * Whom a line behind an @ means: those with the longest name that it begins with, case and accents ignored, or else those
 * with such a first name. `length` is how much of the line is their name. Null for nobody: then the @ is a sign like any
 * other.
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
