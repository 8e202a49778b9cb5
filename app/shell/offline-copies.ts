import { absoluteTime } from "~/ui/format-time";
import { pageOf } from "./offline-rules";
import { COPY } from "./offline-worker";

/** What the data of a page came with: the moment in UTC milliseconds they are of, and whether the worker had them kept. */
export type Answer = { at: number; isCopy: boolean };

type Entry = Pick<PerformanceResourceTiming, "entryType" | "name" | "responseEnd" | "serverTiming"> & {
  /** Not every browser tells it. */
  responseStatus?: number;
};

/**
 * The page that an answer brought, and what it came with; null for what brings none, and for what the root loader alone
 * answers, which is asked for under the address of each page. `began`: when the document was, in UTC milliseconds.
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

/** "14:05 UTC" of today, "5 March 2026, 14:05 UTC" of another day. Both in UTC milliseconds. */
export function asOf(at: number, now: number): string {
  const [dayThen, dayNow] = [at, now].map((time) => absoluteTime(time).replace(/, [^,]*$/, ""));
  const whole = absoluteTime(at);
  return dayThen === dayNow ? whole.slice(`${dayThen}, `.length) : whole;
}

/** The last answer to each page of this tab. */
const answers = new Map<string, Answer>();

const inSight = () => pageOf(location.href);

/** Follows what this tab is answered, from its document on, and calls `heard` when that was the page in sight. Answers the end. */
export function followAnswers(heard: () => void): () => void {
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
 * The moment that the page in sight is of, in UTC milliseconds, where it is a copy: the worker's, or that of this tab
 * (`page-memory`) while there is no network. Null where it is fresh.
 */
export function copyInSight(): number | null {
  const answer = answers.get(inSight());
  return answer && (answer.isCopy || !navigator.onLine) ? answer.at : null;
}
