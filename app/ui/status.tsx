export type StatusCategory = "new" | "active" | "waiting" | "resolved" | "closed";

/** A status as word and shape; the shape is its category's. */
export function StatusMark({ category, name }: { category: StatusCategory; name: string }) {
  return <span className={`status status-${category}`}>{name}</span>;
}
