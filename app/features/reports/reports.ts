import { MINUTE_MS } from "~/lib/durations";

/** The dimensions to group a report by. */
export const DIMENSIONS = ["team", "agent", "type", "organization", "tag"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const REPORT_LIMITS = {
  /** Characters of the filter: links add qualifiers to it, and a query has at most 1,000. */
  filter: 700,
  /** Most tasks that a filter may match: they are counted one by one. */
  filtered: 20_000,
  /** Desks of up to so many tasks are counted one by one, with exact medians. */
  countedSingly: 2_000,
  /** The most uncounted changes that a report counts on the fly. */
  pending: 2_000,
  years: 10,
  saved: { personal: 50, shared: 100 },
  name: 80,
  recipients: 50,
  recipientsText: 4_000,
} as const;

/** Metrics as in queries. */
export const SLA_METRICS = ["first", "next", "resolve"] as const;
export type SlaMetric = (typeof SLA_METRICS)[number];
const ENDS = ["met", "breached", "retargeted"] as const;
export type ClockEnd = (typeof ENDS)[number];

/**
 * The counted measures. `answered` and `resolved` also have a duration each; `entered` and `left` make up the backlog.
 */
export type Measure =
  | "created"
  | "resolved"
  | "one_touch"
  | "reopened"
  | "entered"
  | "left"
  | "answered"
  | "rated"
  | "rated_good"
  | "message"
  | `${ClockEnd}.${SlaMetric}`;

/** Counts of one group by measure, and its durations by bucket. */
export type Counts = { n: Map<Measure, number>; durations: Map<"answered" | "resolved", Map<number, number>> };

export const noCounts = (): Counts => ({ n: new Map(), durations: new Map() });

export function addCount(counts: Counts, measure: Measure, n: number) {
  counts.n.set(measure, (counts.n.get(measure) ?? 0) + n);
}

/** `minutes`: the duration, exact or of a bucket. */
export function addDuration(counts: Counts, measure: "answered" | "resolved", minutes: number, n: number) {
  const all = counts.durations.get(measure) ?? new Map<number, number>();
  all.set(minutes, (all.get(minutes) ?? 0) + n);
  counts.durations.set(measure, all);
}

/** Whole minutes, rounded down, as the desk shows durations. */
export const wholeMinutes = (ms: number) => Math.floor(ms / MINUTE_MS);

const EXACT_UP_TO = 20;
const STEP = Math.log(1.05);

/** Rounds minutes for counts per day: exact up to 20, then to within 3 percent. Every bucket maps to itself. */
export const bucketOf = (minutes: number) =>
  minutes <= EXACT_UP_TO ? minutes : Math.round(Math.exp(Math.round(Math.log(minutes) / STEP) * STEP));

/** The nearest-rank percentile in minutes; null without durations. */
export function percentile(durations: ReadonlyMap<number, number> | undefined, share: number): number | null {
  const sorted = [...(durations ?? [])].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  let left = Math.ceil(total * share);
  for (const [minutes, n] of sorted) {
    left -= n;
    if (left <= 0) return minutes;
  }
  return null;
}
