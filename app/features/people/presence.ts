export const DOINGS = ["viewing", "writing", "gone"] as const;
export type Doing = (typeof DOINGS)[number];

/** Another person on the same task. */
export type Present = { id: number; name: string; writing: boolean };

/**
 * The response to an open page. `others` is who else is there, as a sentence. `news` is the first message by another
 * person since the page's newest; null for none.
 */
export type PresenceAnswer = { others: string; news: number | null };

/** How long a signal counts, and how often an open page sends one. */
export const PRESENCE_MS = 30_000;
export const SIGN_EVERY_MS = 15_000;

/** How long after the last key a person still counts as writing: people pause between words. */
const WRITING_MS = 12_000;

/** The activity to announce. `lastKey` is the time of the last key in a message; null for none yet. */
export const doingAt = (lastKey: number | null, now: number): Doing =>
  lastKey !== null && now - lastKey < WRITING_MS ? "writing" : "viewing";
