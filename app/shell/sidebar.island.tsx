import { useNavigation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { tabPreferences } from "~/lib/browser-storage";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { useLayer } from "~/ui/layers";
import * as say from "./shell-copy";

/** Windows where the sidebar overlays the page, 640 px included. Source: seed, section 4. */
export const NARROW = "(max-width: 640px)";

const KEPT = "app:reload:sidebar";

type Navigating = "idle" | "loading" | "submitting";

/** Decides whether the sidebar closes: a page just finished loading in a narrow window. */
export const closesAfterLoading = (before: Navigating, now: Navigating, narrow: boolean) =>
  before !== "idle" && now === "idle" && narrow;

export function keepSidebar(open: boolean, kept = tabPreferences) {
  if (open) kept.write(KEPT, "open");
}

export function takeKeptSidebar(kept = tabPreferences) {
  const open = kept.read(KEPT) === "open";
  if (open) kept.remove(KEPT);
  return open;
}

type Props = {
  brand?: ReactNode;
  /** Main navigation links, each with an svg icon and a label. */
  children: ReactNode;
  footer?: ReactNode;
};

/**
 * The navigation beside the page. Closed, it is a rail of icons; in a narrow window, only the toggle.
 *
 * Without scripts, the links show in full and the toggle is hidden (sidebar.css). If scripts are late or fail, the toggle
 * still works because it is a `<details>`.
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
    if (takeKeptSidebar()) details.open = true; // after an automatic reload for a new build
    setOpen(details.open); // may be opened before hydration
  }, []);

  return (
    <header className="sidebar" data-prefetch="intent" style={zIndex === undefined ? undefined : { zIndex }}>
      <div className="sidebar-head">
        <details ref={toggle} className="sidebar-toggle" onToggle={(event) => setOpen(event.currentTarget.open)}>
          {/* biome-ignore lint/a11y/useSemanticElements: a summary works before hydration, a button doesn't */}
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

/** Closes the sidebar after a page load in a narrow window; not on click or resize. */
function useAutoClose(toggle: RefObject<HTMLDetailsElement>) {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const finished = closesAfterLoading(before.current, state, matchMedia(NARROW).matches);
    before.current = state;
    if (finished && toggle.current) toggle.current.open = false;
  }, [state, toggle]);
}

/** In a narrow window, Escape closes the open sidebar and returns the focus to its toggle. */
function useEscape(toggle: RefObject<HTMLDetailsElement>, open: boolean) {
  useEffect(() => {
    if (!open) return;
    function putAway(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      if (!matchMedia(NARROW).matches || !toggle.current) return;
      toggle.current.open = false;
      toggle.current.querySelector("summary")?.focus();
    }
    return listen(document, { keydown: putAway });
  }, [open, toggle]);
}
