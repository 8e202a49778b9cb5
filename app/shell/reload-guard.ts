import { type Preferences, tabPreferences } from "~/lib/preferences";

/** A page reloads itself at most once in this time. Source: seed, section 9. */
const GUARD_MS = 10_000;
const KEY = "app:reload";

/**
 * Whether the page may load `path` from the server now, unasked; if so, it is written down for ten seconds. Another
 * path may be loaded meanwhile. Without storage the answer is no: a page that forgets would reload for ever.
 */
export function mayReload(path: string, now: number, kept: Preferences = tabPreferences) {
  const last = lastReload(kept);
  if (last && last.path === path && last.expires > now) return false;
  return kept.write(KEY, JSON.stringify({ path, expires: now + GUARD_MS }));
}

function lastReload(kept: Preferences): { path: unknown; expires: number } | null {
  try {
    const last = JSON.parse(kept.read(KEY) ?? "null");
    return typeof last?.expires === "number" ? last : null;
  } catch {
    return null; // not ours, or half written
  }
}
