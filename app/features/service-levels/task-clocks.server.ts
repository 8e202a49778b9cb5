import type { Db } from "~/db/types";
import { statusOf } from "~/features/tasks/tasks";
import { DAY_MS } from "~/lib/durations";
import { openingsOn } from "./business-calendar";
import { clocksOf, currentClocks, type ShownClock } from "./clock-rules";
import { type ClockPeriod, calendarAt, periodsOf } from "./clock-timeline";
import { daysAround } from "./local-instants";
import { loadServiceLevels } from "./service-levels-data.server";
import { readFactsOf } from "./verify-clocks.server";

/** A clock for the task page. */
export type TaskClock = Pick<
  ShownClock,
  "metric" | "target" | "consumed" | "dueAt" | "metAt" | "breachedAt" | "endedAt" | "retargeted" | "startedAt"
> & {
  state: ShownClock["state"] | "warning";
  /** Name of the status that pauses it. */
  pausedBy: string | null;
  periods: readonly (Omit<ClockPeriod, "status"> & { status: string | null })[];
  /** When the calendar is open, from the first period to the due time; empty if that's too long to draw. */
  openings: readonly { from: number; until: number }[];
  /** When a running clock resumes counting; set outside opening hours. */
  opensAt: number | null;
};

/** Longer timelines show no opening hours. */
const DRAWN_MS = 45 * DAY_MS;

/** The clocks of a task; empty without a policy. */
export async function readTaskClocks(db: Db, taskId: number, now: number): Promise<TaskClock[]> {
  const desk = await loadServiceLevels(db);
  const facts = desk && (await readFactsOf(db, [taskId])).get(taskId);
  if (!desk || !facts) return [];
  const clocks = clocksOf(facts, now, desk.levels);
  const periods = periodsOf(facts, now, desk.levels);
  const calendar = calendarAt(facts, now, desk.levels);
  return currentClocks(clocks).map((clock): TaskClock => {
    const { metric, target, consumed, dueAt, metAt, breachedAt, endedAt, retargeted, startedAt } = clock;
    const own = periods[clocks.indexOf(clock)] ?? [];
    const end = Math.max(own.at(-1)?.until ?? startedAt, dueAt ?? 0);
    const isRunning = calendar !== null && clock.state === "running" && dueAt !== null;
    const [next] = isRunning ? openingsBetween(calendar, now, dueAt) : [];
    const isDrawn = calendar !== null && end - startedAt <= DRAWN_MS;
    return {
      ...{ metric, target, consumed, dueAt, metAt, breachedAt, endedAt, retargeted, startedAt },
      state: clock.warning ? "warning" : clock.state,
      pausedBy: nameOf(clock.pauseReason),
      periods: own.map(({ status, ...period }) => ({ ...period, status: nameOf(status) })),
      openings: isDrawn ? openingsBetween(calendar, startedAt, end) : [],
      opensAt: next && next.from > now ? next.from : null,
    };
  });
}

const nameOf = (status: string | null) => (status === null ? null : statusOf(status).name);

function openingsBetween(calendar: Parameters<typeof openingsOn>[0], from: number, until: number) {
  const openings = [];
  const [[first], [, last]] = [daysAround(from), daysAround(until)];
  for (let day = first; day <= last; day += DAY_MS) {
    for (const open of openingsOn(calendar, day)) {
      const cut = { from: Math.max(open.from, from), until: Math.min(open.until, until) };
      if (cut.from < cut.until) openings.push(cut);
    }
  }
  return openings;
}
