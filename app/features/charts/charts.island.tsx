import { type ReactNode, useEffect, useRef, useState } from "react";
import { Charts } from "./charts";
import type { ChartNumbers } from "./charts.server";

/**
 * Loads the charts once they scroll into view, so the home page doesn't wait for the counts. Without scripts or a network,
 * the children stay: a link to the charts page.
 */
export function ChartsInSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [numbers, setNumbers] = useState<ChartNumbers | null>(null);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      void fetchCharts().then(setNumbers);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{numbers ? <Charts {...numbers} /> : children}</div>;
}

type Payload = { data: Record<string, ChartNumbers> };

async function fetchCharts(): Promise<ChartNumbers | null> {
  try {
    const answer = await fetch("/charts/_payload.json", { headers: { Accept: "application/json" } });
    return answer.ok ? (((await answer.json()) as Payload).data["routes/_app.charts"] ?? null) : null;
  } catch {
    return null; // no network: the link stays
  }
}
