/**
 * A person as a field for people shows and accepts them: "Ada Lovelace <ada@example.org>", or with their number where there
 * is no address, for the name alone could mean several people.
 */
export const personLabelWithId = ({ id, name, email }: { id: number; name: string; email: string | null }) =>
  email === null ? `${name} (person ${id})` : `${name} <${email}>`;
