import { allOf } from "~/lib/text";

export const DOINGS = ["viewing", "writing", "gone"] as const;
/** What somebody does at a task. */
export type Doing = (typeof DOINGS)[number];

/** Somebody else at the same task. */
export type Present = { id: number; name: string; writing: boolean };

/** What an open page learns. `news` is the first message by somebody else that was said since what it shows; null for none. */
export type PresenceAnswer = { others: Present[]; news: number | null };

/** How long one sign of somebody holds, and how often an open page gives one. */
export const PRESENCE_MS = 30_000;
export const SIGN_EVERY_MS = 15_000;

/** So long after the last key somebody still counts as writing: people think between two words. */
const WRITING_MS = 12_000;

/** What to announce, by the time of the last key in a message; null for none yet. */
export const doingAt = (lastKey: number | null, now: number): Doing =>
  lastKey !== null && now - lastKey < WRITING_MS ? "writing" : "viewing";

/** "Ada is writing. Ben and Cleo are viewing." Empty for nobody. */
export function presenceWords(people: readonly Present[]): string {
  const sentence = (names: string[], doing: string) =>
    names.length === 0 ? [] : `${allOf(names)} ${names.length === 1 ? "is" : "are"} ${doing} this task.`;
  const of = (writing: boolean) => people.filter((person) => person.writing === writing).map(({ name }) => name);
  return [sentence(of(true), "writing in"), sentence(of(false), "viewing")].flat().join(" ");
}
