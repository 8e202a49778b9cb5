import { parseTimePosition, printTimePosition, type TimePosition } from "~/features/tasks/time-position";

/**
 * before  the event before which history is wanted; null: the newest
 * of      the task whose history it is, where that was merged into the one in sight; null: of this one
 */
export type HistoryPlace = { before: TimePosition | null; of: number | null };

export const NEWEST_HISTORY: HistoryPlace = { before: null, of: null };

/**
 * Reads from an address which history is wanted: `?of=42&history=1772357400000~123`. What cannot be read says nothing: a
 * stale bookmark shows the newest, not an error.
 */
export function parseHistoryPlace(parameters: URLSearchParams): HistoryPlace {
  const of = /^[1-9]\d{0,8}$/.exec(parameters.get("of") ?? "");
  return { before: parseTimePosition(parameters.get("history")), of: of && Number(of[0]) };
}

/** A page of history on the page of a task. */
export function historyHref(taskId: number, { before, of }: Partial<HistoryPlace> = {}) {
  const asked = [of && `of=${of}`, before && `history=${printTimePosition(before)}`].filter(Boolean).join("&");
  return `/tasks/${taskId}${asked && `?${asked}`}#history`;
}
