export type StatusCategory = "new" | "active" | "waiting" | "resolved" | "closed";

/** A status as word and shape; the shape is its category's, and so is the colour unless it has one of its own. */
export function StatusMark({ category, name, colour }: { category: StatusCategory; name: string; colour?: string }) {
  return <span className={`status status-${category}${colour ? ` status-${colour}` : ""}`}>{name}</span>;
}
