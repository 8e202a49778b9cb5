import type { PeriodCounts } from "./read-report.server";
import type { Period } from "./report-period";
import { daysQuery } from "./report-queries";
import { type ClockEnd, type Measure, percentile, SLA_METRICS, type SlaMetric } from "./reports";

/** A count, and the query that lists exactly these tasks; null if the count isn't a number of tasks. */
export type Figure = { count: number; query: string | null };

/** `share` in percent; null if there's nothing to divide by. */
type Share = { part: Figure; whole: Figure; share: number | null };

/** In minutes; null without tasks. */
type Times = { tasks: Figure; median: number | null; p90: number | null };

/** `ended`: the query for tasks with a clock that was met or breached. */
export type Attainment = Record<ClockEnd, Figure> & { share: number | null; ended: string };

/** A group's figures in a period. */
export type Figures = {
  created: Figure;
  resolved: Figure;
  backlog: Figure;
  firstResponse: Times;
  resolution: Times;
  attainment: Record<SlaMetric, Attainment>;
  oneTouch: Share;
  reopened: Share;
  rating: Share;
  messages: Figure;
};

/** `around` completes the query of a count: the group, the filter. */
export function figuresOf(
  { counts, open }: PeriodCounts,
  { from, to }: Period,
  around: (query: string) => string,
): Figures {
  const days = daysQuery(from, to);
  const n = (measure: Measure) => counts.n.get(measure) ?? 0;
  const figure = (measure: Measure, query: string): Figure => ({ count: n(measure), query: around(query) });
  const resolved = figure("resolved", `resolved:${days}`);
  const share = (part: Figure, whole: Figure): Share => ({ part, whole, share: percent(part.count, whole.count) });
  const times = (measure: "answered" | "resolved", tasks: Figure): Times => ({
    tasks,
    median: percentile(counts.durations.get(measure), 0.5),
    p90: percentile(counts.durations.get(measure), 0.9),
  });
  const attainment = (metric: SlaMetric): Attainment => {
    // Each question of a task has its own next response, so these aren't numbers of tasks.
    const ended = (end: ClockEnd): Figure =>
      metric === "next"
        ? { count: n(`${end}.next`), query: null }
        : figure(`${end}.${metric}`, `${end}.${metric}:${days}`);
    const [met, breached, retargeted] = [ended("met"), ended("breached"), ended("retargeted")];
    const all = around(`(met.${metric}:${days} OR breached.${metric}:${days})`);
    return { met, breached, retargeted, share: percent(met.count, met.count + breached.count), ended: all };
  };
  const rated = figure("rated", `rated:${days} rating:good,bad`);
  const [first, next, resolve] = SLA_METRICS.map(attainment) as [Attainment, Attainment, Attainment];
  return {
    created: figure("created", `created:${days}`),
    resolved,
    backlog: { count: open, query: around(`backlog:${to}`) },
    firstResponse: times("answered", figure("answered", `answered:${days}`)),
    resolution: times("resolved", resolved),
    attainment: { first, next, resolve },
    oneTouch: share(figure("one_touch", `resolved:${days} is:one-touch`), resolved),
    reopened: share(figure("reopened", `resolved:${days} reopened:>=1`), resolved),
    rating: share(figure("rated_good", `rated:${days} rating:good`), rated),
    messages: { count: n("message"), query: null },
  };
}

const percent = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100);

/** Every count with a query, for tests and links. */
export function countsOf(figures: Figures): Figure[] {
  const { created, resolved, backlog, firstResponse, attainment, oneTouch, reopened, rating } = figures;
  const clocks = SLA_METRICS.flatMap((metric) => {
    const { met, breached, retargeted } = attainment[metric];
    return [met, breached, retargeted];
  });
  return [
    created,
    resolved,
    backlog,
    firstResponse.tasks,
    ...clocks,
    oneTouch.part,
    reopened.part,
    rating.part,
    rating.whole,
  ];
}
