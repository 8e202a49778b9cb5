/** An event in the order of history: time in UTC milliseconds, then number. */
export type HistoryPosition = { at: number; id: number };

/**
 * Reads from an address before which event history is wanted: `?history=1772357400000~123`.
 * Null for its end, and for what cannot be read: a stale bookmark shows the newest, not an error.
 */
export function parseHistoryPlace(parameters: URLSearchParams): HistoryPosition | null {
  const found = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(parameters.get("history") ?? "");
  return found && { at: Number(found[1]), id: Number(found[2]) };
}

/** The page of history before an event of the page in sight; without one, the newest. */
export const historyHref = (taskId: number, before?: HistoryPosition) =>
  `/tasks/${taskId}${before ? `?history=${before.at}~${before.id}` : ""}#history`;
