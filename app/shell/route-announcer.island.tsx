import { useLocation, useNavigation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import * as say from "./shell-copy";

/** A page is not said to be coming before this time: most are there by then. Milliseconds. */
const COMING_AFTER_MS = 300;

const LISTS = /^\/($|(tasks|search|users|notifications|organizations|macros)\/?$)/;

/** What the page of a path looks like from afar (`data-coming`, coming.css). */
export const shapeOf = (path: string): "task" | "list" | "plain" =>
  /^\/tasks\/\d+\/?$/.test(path) ? "task" : LISTS.test(path) ? "list" : "plain";

/**
 * Where somebody arrives who goes to another page without loading it anew: the focus goes to its content, or back to the
 * link that led away, and its title is told. A browser does as much for each document. A page that keeps them waiting is
 * said to be coming, and its shape stands over the one that is being left.
 */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  const { location, formMethod = "GET" } = useNavigation();
  // Not while a form is on its way: what was typed in it stays in sight, and may be needed again.
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
    if (!content || hash || (activeElement !== content && content.contains(activeElement))) return; // it is there already
    const links = type === "POP" ? [...content.querySelectorAll("a")] : [];
    for (const target of [links.find((link) => link.pathname === from), content]) {
      target?.focus({ preventScroll: true });
      if (document.activeElement === target) break; // one that is folded away does not take it
    }
  }, [pathname, hash, type]);

  return (
    <p className="unseen" aria-live="polite">
      {title}
    </p>
  );
}
