import { absoluteTime } from "~/ui/format-time";
import { pageOf } from "./offline-rules";
import { COPY } from "./register-service-worker";

/** The age of a page's data: its time in UTC milliseconds, and whether it came from the worker's cache. */
export type Answer = { at: number; isCopy: boolean };

type Entry = Pick<PerformanceResourceTiming, "entryType" | "name" | "responseEnd" | "serverTiming"> & {
  /** Missing in some browsers. */
  responseStatus?: number;
};

/**
 * Returns the page that a response belongs to, and its age. Null for responses without page data, and for the root loader's
 * alone, which each page's address can request. `began`: when the document started loading, in UTC milliseconds.
 */
export function pageAnswer(entry: Entry, began: number): { page: string; answer: Answer } | null {
  const { pathname, searchParams } = new URL(entry.name);
  const isData = /\.data$|\/_payload\.json$/.test(pathname) && searchParams.get("_routes") !== "root";
  const { responseStatus = 200 } = entry;
  if ((entry.entryType !== "navigation" && !isData) || responseStatus !== 200) return null;
  const madeAt = Date.parse(entry.serverTiming?.find(({ name }) => name === COPY)?.description ?? "");
  const isCopy = !Number.isNaN(madeAt);
  return { page: pageOf(entry.name), answer: { at: isCopy ? madeAt : began + entry.responseEnd, isCopy } };
}

/** Formats "14:05 UTC" for today, "5 March 2026, 14:05 UTC" for another day. Both arguments in UTC milliseconds. */
export function asOf(at: number, now: number): string {
  const [dayThen, dayNow] = [at, now].map((time) => absoluteTime(time).replace(/, [^,]*$/, ""));
  const whole = absoluteTime(at);
  return dayThen === dayNow ? whole.slice(`${dayThen}, `.length) : whole;
}

/** The latest response for each page of this tab. */
const answers = new Map<string, Answer>();

const inSight = () => pageOf(location.href);

/**
 * Records this tab's page responses, document included, and calls `heard` for the page on screen. Returns a cleanup
 * function.
 */
export function observeResponses(heard: () => void): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const found = pageAnswer(entry as PerformanceResourceTiming, performance.timeOrigin);
      if (!found) continue;
      answers.set(found.page, found.answer);
      if (found.page === inSight()) heard();
    }
  });
  for (const type of ["navigation", "resource"]) observer.observe({ type, buffered: true });
  return () => observer.disconnect();
}

/**
 * Returns the time of the data on screen, in UTC milliseconds, if it is a copy. A copy comes from the worker, or from this
 * tab (`page-memory`) while offline. Null for fresh data.
 */
export function shownCopyTime(): number | null {
  const answer = answers.get(inSight());
  return answer && (answer.isCopy || !navigator.onLine) ? answer.at : null;
}
