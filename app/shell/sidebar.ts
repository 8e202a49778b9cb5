import { tabPreferences } from "~/lib/preferences";

/** The widest window, 640 px included, in which the sidebar lies over the page. Source: seed, section 4. */
export const NARROW = "(max-width: 640px)";

const KEPT = "app:reload:sidebar";

/** What `useNavigation` says of the router. */
type Navigating = "idle" | "loading" | "submitting";

/** Whether the sidebar closes now: a page has just finished loading, and the window is narrow at this moment. */
export const closesAfterLoading = (before: Navigating, now: Navigating, narrow: boolean) =>
  before !== "idle" && now === "idle" && narrow;

/** Remembers an open sidebar across a reload that the visitor did not ask for. */
export function keepSidebar(open: boolean, kept = tabPreferences) {
  if (open) kept.write(KEPT, "open");
}

/** Whether the sidebar was open before such a reload. Answers once. */
export function takeKeptSidebar(kept = tabPreferences) {
  const open = kept.read(KEPT) === "open";
  if (open) kept.remove(KEPT);
  return open;
}
