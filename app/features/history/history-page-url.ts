import { formatTimeCursor, parseTimeCursor, type TimeCursor } from "~/lib/time-cursor";

/**
 * before  cursor of the page; null for the newest
 * of      a task merged into the one on the page, to show its history instead; null for the task's own
 */
export type HistoryPlace = { before: TimeCursor | null; of: number | null };

export const NEWEST_HISTORY: HistoryPlace = { before: null, of: null };

/**
 * Reads the history page from a URL: `?of=42&history=1772357400000~123`. Ignores invalid values: a stale bookmark shows
 * the newest page, not an error.
 */
export function parseHistoryPlace(parameters: URLSearchParams): HistoryPlace {
  const of = /^[1-9]\d{0,8}$/.exec(parameters.get("of") ?? "");
  return { before: parseTimeCursor(parameters.get("history")), of: of && Number(of[0]) };
}

export function historyHref(taskId: number, { before, of }: Partial<HistoryPlace> = {}) {
  const asked = [of && `of=${of}`, before && `history=${formatTimeCursor(before)}`].filter(Boolean).join("&");
  return `/tasks/${taskId}${asked && `?${asked}`}#history`;
}
