import addressparser from "nodemailer/lib/addressparser";
import { cleanLine } from "~/lib/text";
import { USER_LIMITS } from "./users";

/*
 * Reads people and addresses as typed, or pasted from a mail program: "Weber, Klara" <k@firma.example>,
 * mailto:k@firma.example?subject=Hello, one per line, or separated by commas or semicolons.
 */

/** A person as typed: an address with the name beside it, an id, or only a name. */
export type TypedPerson = { email: string; name: string } | { id: number } | { name: string };

/** Splits a text that names several people, for `parsePerson`. Ignores anything past a length that no field accepts. */
export const splitPeople = (text: string): string[] =>
  entriesOf(asHeader(text.slice(0, LONGEST)))
    .map(cleanLine)
    .filter((entry) => entry !== "");

/** Reads one person; null when the text names several by address. A comma may be part of a name. */
export function parsePerson(text: string): TypedPerson | null {
  if (text.length > LONGEST) return { name: cleanLine(text) };
  return parseEntry(cleanLine(asHeader(text)).replace(/(?<![\s,;])[\s,;]+$/, ""));
}

/** The person a search names. Several addresses count as one name, which no one has. */
export const parseSearchedPerson = (text: string): TypedPerson => parsePerson(text) ?? { name: text.trim() };

export const isNameAlone = (person: TypedPerson) => !("id" in person) && !("email" in person);

function parseEntry(entry: string): TypedPerson | null {
  const id = /\(person ([1-9]\d{0,8})\)$/.exec(entry)?.[1];
  if (id !== undefined) return { id: Number(id) };
  if (!entry.includes("@")) return { name: entry };
  const [found, another] = addressparser(entry, { flatten: true });
  if (another) return null;
  const email = cleanLine(found?.address ?? "");
  const name = nameOf(found?.name ?? "", email);
  // A name with another address in it may be someone else's; an address with words around it is a sentence.
  const isBeside = /<[^<>]*>/.test(entry) || !/[\s<>]/.test(entry.replace(/\([^()]*\)|^[^:@]*:/g, "").trim());
  if (email !== "" && !name.includes("@") && isBeside) return { email, name };
  return /\s/.test(entry) ? { name: entry } : { email: entry, name: "" }; // a single word with an @ is an address
}

/** The entries of a list: quotes, brackets and parentheses aren't split. */
function entriesOf(list: string): string[] {
  const entries: string[] = [];
  let [begin, closes] = [0, ""];
  for (let at = 0; at < list.length; at++) {
    const sign = list[at] ?? "";
    if (closes === '"' && sign === "\\") at++;
    else if (closes !== "") closes = sign === closes ? "" : closes;
    else if (CLOSING.has(sign))
      closes = list.includes(CLOSING.get(sign) ?? "", at + 1) ? (CLOSING.get(sign) ?? "") : "";
    else if (sign === "," || sign === ";") {
      entries.push(list.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...entries, list.slice(begin)];
}

const CLOSING = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["<", ">"],
  ["(", ")"],
]);

/** The only address in a text; the unchanged text if it has none or several. */
export function oneAddress(text: string): string {
  const clean = cleanLine(text);
  const person = parsePerson(clean);
  return person && "email" in person ? person.email : clean;
}

/** A new person's name from beside their address, cut to the length limit. */
export const nameBeside = (name: string) => [...name].slice(0, USER_LIMITS.name).join("");

const LONGEST = 20_000;

/** Rewrites a text as a mail header: line breaks separate entries, and a link becomes its address. */
const asHeader = (text: string) =>
  text
    .trim()
    .replace(/\r\n?|\n/g, ", ")
    .replace(/mailto:([^\s,;<>"?]*)(?:\?(?:(?!,mailto:)[^\s;<>"])*)?/gi, (_, address: string) => unescaped(address));

/** A name to store: without the quotes some programs add, and empty if it only repeats the address. */
function nameOf(text: string, address: string): string {
  const name = cleanLine(text);
  const bare = /^['“„](.*)['”“]$/.exec(name)?.[1] ?? name;
  return bare.toLowerCase() === address.toLowerCase() ? "" : bare;
}

function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
