import { useLocation, useNavigation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
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
  const { pathname, hash } = useLocation();
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

  useEffect(() => {
    const from = before.current;
    if (from === pathname) return;
    before.current = pathname;
    setTitle(document.title);
    const content = document.getElementById("content");
    const { activeElement } = document;
    if (!content || hash || (activeElement !== content && content.contains(activeElement))) return; // already there
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
