import { useNavigation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { isComposing } from "~/lib/composing";
import { tabPreferences } from "~/lib/preferences";
import { useLayer } from "~/ui/layers";
import * as say from "./shell-copy";

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

type Props = {
  /** Stands above the toggle: the product's name. */
  brand?: ReactNode;
  /** Links of the main navigation, each with a sign (svg) and a word. */
  children: ReactNode;
  /** Stands below the links: the account menu. */
  footer?: ReactNode;
};

/**
 * The navigation beside the page. Closed it is a narrow rail of signs, in a narrow window only the toggle.
 *
 * Without scripts the links stand there in full and the toggle is gone (sidebar.css); when scripts are late or lost
 * the toggle works all the same, because it is a `<details>`.
 */
export function Sidebar({ brand, children, footer }: Props) {
  const toggle = useRef<HTMLDetailsElement>(null);
  const links = useId();
  const [open, setOpen] = useState(false);
  const zIndex = useLayer("overlay", open);
  useAutoClose(toggle);
  useEscape(toggle, open);

  useEffect(() => {
    const details = toggle.current;
    if (!details) return;
    if (takeKeptSidebar()) details.open = true; // the page reloaded itself for a new build
    setOpen(details.open); // perhaps it was opened before the scripts came
  }, []);

  return (
    <header className="sidebar" data-prefetch="intent" style={zIndex === undefined ? undefined : { zIndex }}>
      <div className="sidebar-head">
        <details ref={toggle} className="sidebar-toggle" onToggle={(event) => setOpen(event.currentTarget.open)}>
          {/* biome-ignore lint/a11y/useSemanticElements: a button does nothing until the scripts are there, a summary does */}
          <summary role="button" aria-label={say.menu} aria-expanded={open} aria-controls={links}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" />
            </svg>
          </summary>
        </details>
        {brand}
      </div>
      <div className="sidebar-panel">
        <nav id={links} aria-label={say.main} className="sidebar-links">
          {children}
        </nav>
        {footer && <div className="sidebar-foot">{footer}</div>}
      </div>
    </header>
  );
}

/** Closes the sidebar when a page has finished loading in a narrow window: not at the click, and not on resize. */
function useAutoClose(toggle: RefObject<HTMLDetailsElement>) {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const finished = closesAfterLoading(before.current, state, matchMedia(NARROW).matches);
    before.current = state;
    if (finished && toggle.current) toggle.current.open = false;
  }, [state, toggle]);
}

/** In a narrow window the open sidebar lies over the page: Escape puts it away and gives the focus back to its toggle. */
function useEscape(toggle: RefObject<HTMLDetailsElement>, open: boolean) {
  useEffect(() => {
    if (!open) return;
    function putAway(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      if (!matchMedia(NARROW).matches || !toggle.current) return;
      toggle.current.open = false;
      toggle.current.querySelector("summary")?.focus();
    }
    document.addEventListener("keydown", putAway);
    return () => document.removeEventListener("keydown", putAway);
  }, [open, toggle]);
}
