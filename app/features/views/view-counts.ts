import { useEffect, useState } from "react";

type Counts = Record<string, number | null>;

/** How long counts stay cached. */
const FRESH_MS = 60_000;
let last: { of: string; at: number; counts: Promise<Counts> } | undefined;

/** Fetches counts. Caches them for the named views, so navigation doesn't refetch. */
function fetchCounts(of: string): Promise<Counts> {
  const now = Date.now();
  if (last?.of === of && now - last.at < FRESH_MS) return last.counts;
  const counts = fetch(`/tasks/views/counts?${new URLSearchParams(of && { of })}`, {
    headers: { Accept: "application/json" },
  })
    .then((answer) => (answer.ok ? (answer.json() as Promise<Counts>) : {}))
    .catch(() => ({}));
  if (of) last = { of, at: now, counts };
  return counts;
}

/**
 * Loads view counts once `wanted`: of all views, or of the keys in `of`. Reloads when `place` changes. Without scripts or a
 * network there are none; the page of all views still has them.
 */
export function useViewCounts(wanted: boolean, of = "", place = ""): Counts {
  const [counts, setCounts] = useState<Counts>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts may differ after navigation
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void fetchCounts(of).then((answered) => left || setCounts(answered));
    return () => {
      left = true;
    };
  }, [wanted, of, place]);
  return counts;
}
