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

/** `rank` is 1 (low) to 4 (urgent), as stored. */
export function PriorityMark({ rank, name }: { rank: number; name: string }) {
  return <span className={`priority priority-${LOOKS[rank - 1] ?? "normal"}`}>{name}</span>;
}

type StatusCategory = "new" | "active" | "waiting" | "resolved" | "closed";

/** The category sets the shape, and the colour unless the status has its own. */
export function StatusMark({ category, name, colour }: { category: StatusCategory; name: string; colour?: string }) {
  return <span className={`status status-${category}${colour ? ` status-${colour}` : ""}`}>{name}</span>;
}
