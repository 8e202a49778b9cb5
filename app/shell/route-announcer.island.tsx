import { useLocation, useNavigation, useNavigationType } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import * as say from "./shell-copy";

/** Delay before the skeleton: most pages load sooner. Milliseconds. */
const COMING_AFTER_MS = 300;

const LISTS = /^\/($|(tasks|search|users|notifications|organizations|macros)\/?$)/;

/** The skeleton for a path (`data-coming`, layout.css). */
export const shapeOf = (path: string): "task" | "list" | "plain" =>
  /^\/tasks\/\d+\/?$/.test(path) ? "task" : LISTS.test(path) ? "list" : "plain";

/**
 * Handles the focus and announcements of client navigation, as browsers do for documents. Moves the focus to the content,
 * or on going back to the link that led away, and announces the title. A slow page is announced as loading, and its
 * skeleton covers the old page.
 */
export function Arrival() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  const { location, formMethod = "GET" } = useNavigation();
  // Not while a form is in flight: its typed text stays visible and may be needed again.
  const next = formMethod === "GET" && location?.pathname !== pathname ? location?.pathname : undefined;

  useEffect(() => {
    const content = document.getElementById("content");
    if (next === undefined || !content) return;
    const id = setTimeout(() => {
      content.dataset.coming = shapeOf(next);
      setTitle(say.loadingPage);
    }, COMING_AFTER_MS);
    return () => {
      clearTimeout(id);
      delete content.dataset.coming;
      setTitle("");
    };
  }, [next]);

  // A form that keeps the scroll position may lead to another page, which starts at its top.
  const scrolled = useRef(pathname);
  useLayoutEffect(() => {
    if (scrolled.current !== pathname && type !== "POP" && !hash) scrollTo({ top: 0, behavior: "instant" });
    scrolled.current = pathname;
  }, [pathname, hash, type]);

  // Browsers open collapsed elements around a link's target; the router doesn't.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link opens it again.
  useEffect(() => {
    const folded = document.getElementById(hash.slice(1))?.closest<HTMLDetailsElement>("details:not([open])");
    if (!folded) return;
    folded.open = true;
    folded.scrollIntoView();
  }, [hash, key]);

  useEffect(() => {
    const from = before.current;
    if (from === pathname) return;
    before.current = pathname;
    setTitle(document.title);
    const content = document.getElementById("content");
    const { activeElement } = document;
    if (hash) return document.getElementById(hash.slice(1))?.focus({ preventScroll: true }); // if it can have it
    if (!content || (activeElement !== content && content.contains(activeElement))) return; // already there
    const links = type === "POP" ? [...content.querySelectorAll("a")] : [];
    for (const target of [links.find((link) => link.pathname === from), content]) {
      target?.focus({ preventScroll: true });
      if (document.activeElement === target) break; // fails inside closed details
    }
  }, [pathname, hash, type]);

  return (
    <p className="unseen" aria-live="polite">
      {title}
    </p>
  );
}
