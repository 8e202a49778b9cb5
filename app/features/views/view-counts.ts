import { useEffect, useState } from "react";

type Counts = Record<string, number | null>;

/** So long numbers are as good as new. */
const FRESH_MS = 60_000;
let last: { of: string; at: number; counts: Promise<Counts> } | undefined;

/** Of some views asked once a minute, however many pages are gone to meanwhile. */
function countsOf(of: string): Promise<Counts> {
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
 * The numbers beside the names of views, once they are wanted: of all of them, or of these keys. They are asked for anew at
 * another `place`; without scripts or a network there are none, and the page of all views has them.
 */
export function useViewCounts(wanted: boolean, of = "", place = ""): Counts {
  const [counts, setCounts] = useState<Counts>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another place they may be others
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void countsOf(of).then((answered) => left || setCounts(answered));
    return () => {
      left = true;
    };
  }, [wanted, of, place]);
  return counts;
}
