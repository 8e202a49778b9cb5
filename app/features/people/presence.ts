export const DOINGS = ["viewing", "writing", "gone"] as const;
/** What somebody does at a task. */
export type Doing = (typeof DOINGS)[number];

/** Somebody else at the same task. */
export type Present = { id: number; name: string; writing: boolean };

/**
 * What an open page learns: who else is there, in words; `news` is the first message by somebody else that was said
 * since what it shows; null for none.
 */
export type PresenceAnswer = { others: string; news: number | null };

/** How long one sign of somebody holds, and how often an open page gives one. */
export const PRESENCE_MS = 30_000;
export const SIGN_EVERY_MS = 15_000;

/** So long after the last key somebody still counts as writing: people think between two words. */
const WRITING_MS = 12_000;

/** What to announce, by the time of the last key in a message; null for none yet. */
export const doingAt = (lastKey: number | null, now: number): Doing =>
  lastKey !== null && now - lastKey < WRITING_MS ? "writing" : "viewing";
