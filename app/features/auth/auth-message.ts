/*
 * How the tabs of one browser tell each other that somebody signed in or out: a message in local storage, under the key and
 * in the shape that NextAuth.js 4 uses, so that its client in another tab understands us and we understand it.
 */

const KEY = "nextauth.message";

type Trigger = "signin" | "signout";

/** Tells the other tabs. A browser without storage tells nobody; they find out when they are looked at. */
export function tellOtherTabs(trigger: Trigger): void {
  const message = { event: "session", data: { trigger }, timestamp: Math.floor(Date.now() / 1000), id: Math.random() };
  try {
    localStorage.setItem(KEY, JSON.stringify(message));
  } catch {
    // switched off, or full
  }
}

/** Whether a storage event is the message that a session may have begun or ended. */
export function isSessionMessage({ key, newValue }: Pick<StorageEvent, "key" | "newValue">): boolean {
  if (key !== KEY || !newValue) return false;
  try {
    const message: unknown = JSON.parse(newValue);
    if (typeof message !== "object" || message === null) return false;
    const { event, data } = message as { event?: unknown; data?: { trigger?: unknown } };
    // "getSession" only says that a tab looked; answering it by looking too would never end.
    return event === "session" && typeof data === "object" && data?.trigger !== "getSession";
  } catch {
    return false;
  }
}

/** Calls `changed` when another tab signs in or out. Answers the way to stop. */
export function onOtherTabs(changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (isSessionMessage(event)) changed();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
