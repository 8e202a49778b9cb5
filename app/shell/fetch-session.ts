/** The part of a session the shell looks at. */
export type SessionData = { user: { id: number } };

/**
 * Asks who is signed in; null for nobody, which the server says with an empty object.
 * Throws when the server cannot be asked: that is no news about the session.
 */
export async function fetchSession(): Promise<SessionData | null> {
  const response = await fetch("/api/auth/session", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The session could not be asked for: ${response.status}`);
  const session = (await response.json()) as Partial<SessionData> | null;
  return session?.user ? { user: session.user } : null;
}
