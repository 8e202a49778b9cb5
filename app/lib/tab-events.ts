/** Browser only: what parts of one tab tell each other that may not know one another. */

import { keepCopiesOf } from "./browser-drafts";
import { type Preferences, preferences } from "./preferences";

/** Who is signed in, in local storage; browsers tell a change of it to every other tab of the site. */
const SESSION_MESSAGE_KEY = "app:session";

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

/** On the document, for the page of a task: somebody else has come, gone or begun to write. */
export const presenceEvent = (task: number | undefined) => `presence ${task}`;

/**
 * Calls `heard` when another tab says who is signed in (an id, or an empty text for nobody), or with null when this tab should
 * ask the server. Returns a function that stops listening.
 */
export function onSessionMessage(heard: (person: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => void (key === SESSION_MESSAGE_KEY && heard(newValue));
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Has this tab ask who is signed in, as when another one has told of it. */
export const askWhoIsHere = () => void window.dispatchEvent(new StorageEvent("storage", { key: SESSION_MESSAGE_KEY }));
