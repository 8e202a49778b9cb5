/** The first letters of the first and the last word: "Ada Lovelace" gives "AL", "Prince" gives "P". */
export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0x3f).toLocaleUpperCase("en")).join("");
}

/** Initials in a circle, for the eye only: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Who; `nobody` is what to say when there is no one. */
export function Person({ name, nobody = "Nobody" }: { name: string | null | undefined; nobody?: string }) {
  if (!name) {
    return (
      <span className="person person-nobody">
        <span className="avatar" />
        <span>{nobody}</span>
      </span>
    );
  }
  return (
    <span className="person">
      <Avatar name={name} />
      <span>{name}</span>
    </span>
  );
}
