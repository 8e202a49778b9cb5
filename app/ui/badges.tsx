/** A tag; with `href` it leads to the tasks that carry it. */
export function Tag({ name, href }: { name: string; href?: string | undefined }) {
  return href ? (
    <a className="tag" href={href}>
      {name}
    </a>
  ) : (
    <span className="tag">{name}</span>
  );
}

const LOOKS = ["low", "normal", "high", "urgent"] as const;

/** A priority as word and bars. `rank` is 1 (low) to 4 (urgent), as stored. */
export function PriorityMark({ rank, name }: { rank: number; name: string }) {
  return <span className={`priority priority-${LOOKS[rank - 1] ?? "normal"}`}>{name}</span>;
}

type StatusCategory = "new" | "active" | "waiting" | "resolved" | "closed";

/** A status as word and shape; the shape is its category's, and so is the colour unless it has one of its own. */
export function StatusMark({ category, name, colour }: { category: StatusCategory; name: string; colour?: string }) {
  return <span className={`status status-${category}${colour ? ` status-${colour}` : ""}`}>{name}</span>;
}
