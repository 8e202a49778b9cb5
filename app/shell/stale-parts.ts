/** An event from the server: names the kind of change but carries no data (features/live). */
export type LiveEvent = {
  kind: "task" | "message" | "presence" | "notification" | "anew" | "open" | "session" | "full";
  task?: number;
};

/** Parts of the page that may be stale. */
export type StaleParts = { page: boolean; unread: boolean };

/** Paths that show a list, even an empty one. */
const LISTS = /^\/(?:tasks|search)?\/?$/;

/** Returns what an event makes stale on the current page. `hasTasks`: the page shows a list of tasks. */
export function staleParts({ kind, task }: LiveEvent, path: string, hasTasks: boolean): StaleParts {
  const unread = kind === "notification" || kind === "anew";
  const isNews = kind === "task" || kind === "message";
  const isShown = hasTasks || LISTS.test(path) || path.replace(/\/$/, "") === `/tasks/${task}`;
  return { page: kind === "anew" || (isNews && isShown) || (unread && path === "/notifications"), unread };
}

/** Returns the reconnect delay in milliseconds: exponential backoff with up to half of it random. */
export const reconnectDelay = (failures: number, chance: number) =>
  Math.min(60_000, 1_000 * 2 ** failures) * (0.5 + chance / 2);
