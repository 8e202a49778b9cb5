import type { Figure, Figures } from "./figures";
import type { Period } from "./report-period";

export type ReportGroup = { key: string; name: string; now: Figures; before: Figures };

export type ReportPoint = Period & Record<"created" | "resolved" | "backlog", Figure>;

/** A report with the links of its numbers. `groups` are sorted by name. */
export type Report = {
  ok: true;
  period: Period;
  before: Period;
  zone: string;
  isExact: boolean;
  total: Omit<ReportGroup, "key" | "name">;
  groups: ReportGroup[];
  points: ReportPoint[];
  /** Days in the desk's zone; null without a task or a clock. */
  since: { tasks: number | null; clocks: number | null };
};

/** The sum of a group's counts, to compare the size of groups. */
export function volumeOf({ created, resolved, backlog, firstResponse, attainment, rating, messages }: Figures): number {
  const clocks = Object.values(attainment).flatMap(({ met, breached, retargeted }) => [met, breached, retargeted]);
  const all = [created, resolved, backlog, firstResponse.tasks, rating.whole, messages, ...clocks];
  return all.reduce((sum, { count }) => sum + count, 0);
}
