import { type Preferences, preferences } from "./preferences";

/** Who is signed in, in local storage; browsers tell a change of it to every other tab of the site. */
export const SESSION_MESSAGE_KEY = "app:session";

/**
 * Tells the other tabs who is signed in: an id, or null for nobody. The same person again is no news. The other tabs
 * ask the server themselves; a false message costs a request and nothing else.
 */
export function announceSession(person: string | number | null, kept: Preferences = preferences) {
  const message = String(person ?? "");
  if ((kept.read(SESSION_MESSAGE_KEY) ?? "") !== message) kept.write(SESSION_MESSAGE_KEY, message);
}
