import addressparser from "nodemailer/lib/addressparser";
import { cleanLine } from "~/lib/text";
import { USER_LIMITS } from "./user-words";

/*
 * People and addresses as somebody types them, or pastes them from a mail program: "Weber, Klara" <k@firma.example>,
 * mailto:k@firma.example?subject=Hello, one a line, or divided by commas and semicolons.
 */

/** What a text says of a person: an address, with the name beside it; a number; or a name alone. */
export type TypedPerson = { email: string; name: string } | { id: number } | { name: string };

/** `text`: what it was read from, as a message quotes it. */
export type PersonInList = { text: string; person: TypedPerson };

/** Several people. Longer texts name more people than any field takes. */
export function parsePeople(text: string): PersonInList[] {
  return entriesOf(asHeader(text.slice(0, LONGEST))).flatMap((entry) => {
    const clean = cleanLine(entry);
    return clean === "" ? [] : { text: clean, person: parseEntry(clean) ?? { name: clean } };
  });
}

/** One person; null where a text names several by address. A comma may be a part of a name. */
export function parsePerson(text: string): TypedPerson | null {
  const entry = cleanLine(asHeader(text)).replace(/[\s,;]+$/, "");
  return entry.length > LONGEST ? { name: entry } : parseEntry(entry);
}

/** Whom a search asks for: several addresses are nobody's name. */
export const personAsked = (text: string): TypedPerson => parsePerson(text) ?? { name: text.trim() };

export const isNameAlone = (person: TypedPerson) => !("id" in person) && !("email" in person);

function parseEntry(entry: string): TypedPerson | null {
  if (!entry.includes("@")) return personCalled(entry);
  const [found, another] = addressparser(entry, { flatten: true });
  if (another) return null;
  const email = cleanLine(found?.address ?? "");
  const name = nameOf(found?.name ?? "", email);
  // A name with another address in it would say that it is somebody else's; words around an address are a sentence.
  const isBeside = /<[^<>]*>/.test(entry) || !/[\s<>]/.test(entry.replace(/\([^()]*\)|^[^:@]*:/g, "").trim());
  if (email !== "" && !name.includes("@") && isBeside) return { email, name };
  return /\s/.test(entry) ? { name: entry } : { email: entry, name: "" }; // a single word with an @ is meant as an address
}

/** The parts of a list: what stands in quotes, brackets or parentheses goes on. */
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

/** The one address in a text; the text as it is where it has none, or several. */
export function oneAddress(text: string): string {
  const clean = cleanLine(text);
  const person = parsePerson(clean);
  return person && "email" in person ? person.email : clean;
}

/** The name of a new person: beside their address, as far as a name goes. */
export const nameBeside = (name: string) => [...name].slice(0, USER_LIMITS.name).join("");

const LONGEST = 20_000;

/** As a mail header has it: lines are entries, a link is its address. */
const asHeader = (text: string) =>
  text
    .trim()
    .replace(/\r\n?|\n/g, ", ")
    .replace(/mailto:([^\s,;<>"?]*)(?:\?(?:(?!,mailto:)[^\s;<>"])*)?/gi, (_, address: string) => unescaped(address));

/** A name as it is kept: without the quotes of some programs, and none where it only says the address again. */
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

function personCalled(text: string): TypedPerson {
  const id = /\(person ([1-9]\d{0,8})\)$/.exec(text)?.[1];
  return id === undefined ? { name: text } : { id: Number(id) };
}
