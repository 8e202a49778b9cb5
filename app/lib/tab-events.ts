/** Browser only: events between tabs, and between unrelated parts of one tab. */

import { keepDraftsOf } from "./browser-drafts";
import { type Preferences, preferences } from "./browser-storage";

/** Who is signed in, in local storage: browsers notify every other tab of a change. */
const SESSION_MESSAGE_KEY = "app:session";

/**
 * Tells other tabs who is signed in: an id, or null when signed out. Repeats are no-ops. The other tabs ask the server
 * themselves, so a false message only costs a request. Signing in clears another person's drafts; an ended session keeps
 * them.
 */
export function announceSession(person: string | number | null, kept: Preferences = preferences) {
  const message = String(person ?? "");
  if (typeof person === "number") keepDraftsOf(person, kept);
  if ((kept.read(SESSION_MESSAGE_KEY) ?? "") !== message) kept.write(SESSION_MESSAGE_KEY, message);
}

/** Document event: the viewer changed tasks in their list, without a form. */
export const LIST_CHANGED = "list changed";

/** Document event: another person started or stopped viewing or typing on the task. */
export const presenceEvent = (task: number | undefined) => `presence ${task}`;

/**
 * Calls `heard` when another tab reports who is signed in (an id, or "" for signed out), or with null when this tab should
 * ask the server. Returns a function that stops listening.
 */
export function onSessionMessage(heard: (person: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => void (key === SESSION_MESSAGE_KEY && heard(newValue));
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Makes this tab ask who is signed in, as if another tab had changed it. */
export const recheckSession = () =>
  void window.dispatchEvent(new StorageEvent("storage", { key: SESSION_MESSAGE_KEY }));
