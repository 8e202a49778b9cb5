import { type Preferences, preferences } from "./preferences";
import { keepCopiesOf } from "./text-copies";

/** Who is signed in, in local storage; browsers tell a change of it to every other tab of the site. */
export const SESSION_MESSAGE_KEY = "app:session";

/**
 * Tells the other tabs who is signed in: an id, or null for nobody. The same person again is no news. The other tabs
 * ask the server themselves; a false message costs a request and nothing else. What somebody else was writing here goes;
 * whose session has merely ended finds it again.
 */
export function announceSession(person: string | number | null, kept: Preferences = preferences) {
  const message = String(person ?? "");
  if (typeof person === "number") keepCopiesOf(person, kept);
  if ((kept.read(SESSION_MESSAGE_KEY) ?? "") !== message) kept.write(SESSION_MESSAGE_KEY, message);
}
