import { type ReactNode, useEffect, useRef, useState } from "react";
import { Charts } from "./charts";
import type { ChartNumbers } from "./charts.server";

/**
 * Where the charts come once somebody looks at their place, so that no start page waits for what is counted. Without scripts
 * or a network it has what stands there from the beginning: a link to their page.
 */
export function ChartsInSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [numbers, setNumbers] = useState<ChartNumbers | null>(null);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      void askNumbers().then(setNumbers);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{numbers ? <Charts {...numbers} /> : children}</div>;
}

type Payload = { data: Record<string, ChartNumbers> };

/** What the page of the charts would show. */
async function askNumbers(): Promise<ChartNumbers | null> {
  try {
    const answer = await fetch("/charts/_payload.json", { headers: { Accept: "application/json" } });
    return answer.ok ? (((await answer.json()) as Payload).data["routes/_app.charts"] ?? null) : null;
  } catch {
    return null; // no network: the link stays
  }
}
