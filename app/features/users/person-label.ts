/**
 * A person as a field for people shows and accepts them: "Ada Lovelace <ada@example.org>", or with their number where there
 * is no address, for the name alone could mean several people.
 */
export const personLabelWithId = ({ id, name, email }: { id: number; name: string; email: string | null }) =>
  email === null ? `${name} (person ${id})` : `${name} <${email}>`;

/** What somebody wrote to mean a person: an address or an id when it says so, else a name. */
export type PersonText = { email: string } | { id: number } | { name: string };

export function parsePersonText(text: string): PersonText {
  const inBrackets = /<([^<>\s]+@[^<>\s]+)>$/.exec(text)?.[1];
  if (inBrackets !== undefined) return { email: inBrackets };
  const id = /\(person ([1-9]\d{0,8})\)$/.exec(text)?.[1];
  if (id !== undefined) return { id: Number(id) };
  return /^[^\s@]+@[^\s@]+$/.test(text) ? { email: text } : { name: text };
}
