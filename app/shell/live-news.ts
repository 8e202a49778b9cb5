/** What the server tells of a change: that there is one, never what (features/live). */
export type LiveWord = {
  kind: "task" | "message" | "presence" | "notification" | "anew" | "open" | "session" | "full";
  task?: number;
};

/** What of a page may be old by now. */
export type Old = { page: boolean; unread: boolean };

/** Lists, also while there is nothing in them. */
const LISTS = /^\/(?:tasks|search)?\/?$/;

/** What a word says of the page in sight. `hasTasks`: whether it shows a list of tasks. */
export function oldBy({ kind, task }: LiveWord, path: string, hasTasks: boolean): Old {
  const unread = kind === "notification" || kind === "anew";
  const isNews = kind === "task" || kind === "message";
  const isShown = hasTasks || LISTS.test(path) || path.replace(/\/$/, "") === `/tasks/${task}`;
  return { page: kind === "anew" || (isNews && isShown) || (unread && path === "/notifications"), unread };
}

/** The pause before a stream is opened again, by how often in a row it could not be: half of it is chance. Milliseconds. */
export const reconnectDelay = (failures: number, chance: number) =>
  Math.min(60_000, 1_000 * 2 ** failures) * (0.5 + chance / 2);
