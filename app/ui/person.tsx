/** First letters of the first and last word: "Ada Lovelace" gives "AL", "Prince" gives "P". */
export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0x3f).toUpperCase()).join("");
}

/** Hidden from screen readers, because the name is beside it. */
export function Avatar({ name }: { name: string }) {
  return <span className="avatar" aria-hidden="true" data-initials={initialsOf(name)} />;
}

export function Person({ name }: { name: string }) {
  return (
    <span className="person">
      <Avatar name={name} />
      <span>{name}</span>
    </span>
  );
}
