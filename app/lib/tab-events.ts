/** Browser only: what parts of one tab tell each other that may not know one another. */
import { SESSION_MESSAGE_KEY } from "./session-message";

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
