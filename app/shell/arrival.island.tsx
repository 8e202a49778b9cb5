import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Where somebody arrives who goes to another page without loading it anew: the focus goes to its content, or back to the
 * link that led away, and its title is told. A browser does as much for each document.
 */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");

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
