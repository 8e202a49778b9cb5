/** A person as a field for people shows and accepts them: "Ada Lovelace <ada@example.org>", or the bare name. */
export const personLabel = ({ name, email }: { name: string; email: string | null }) =>
  email === null ? name : `${name} <${email}>`;

/** The same for someone whose name alone could mean several people. */
export const personLabelWithId = (person: { id: number; name: string; email: string | null }) =>
  person.email === null ? `${person.name} (person ${person.id})` : personLabel(person);

/** What somebody wrote to mean a person: an address or an id when it says so, else a name. */
export type PersonText = { email: string } | { id: number } | { name: string };

export function parsePersonText(text: string): PersonText {
  const inBrackets = /<([^<>\s]+@[^<>\s]+)>$/.exec(text)?.[1];
  if (inBrackets !== undefined) return { email: inBrackets };
  const id = /\(person ([1-9]\d{0,8})\)$/.exec(text)?.[1];
  if (id !== undefined) return { id: Number(id) };
  return /^[^\s@]+@[^\s@]+$/.test(text) ? { email: text } : { name: text };
}
