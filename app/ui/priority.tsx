const LOOKS = ["low", "normal", "high", "urgent"] as const;

/** A priority as word and bars. `rank` is 1 (low) to 4 (urgent), as stored. */
export function PriorityMark({ rank, name }: { rank: number; name: string }) {
  return <span className={`priority priority-${LOOKS[rank - 1] ?? "normal"}`}>{name}</span>;
}
