import { useLocation, useNavigationType } from "@remix-run/react";
import { useLayoutEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

/** Scrolls so that the composer ends the screen, but no further than to the start of message `id`. */
function scrollToNewest(id: number) {
  const message = document.getElementById(`message-${id}`)?.getBoundingClientRect();
  const main = document.querySelector(".task-main")?.getBoundingClientRect();
  if (!message || !main) return;
  const distance = Math.min(message.top - 16, main.bottom + 16 - window.innerHeight);
  window.scrollTo({ top: Math.max(0, window.scrollY + distance), behavior: "instant" });
}

/** Whether the browser opened the page, not by Reload or Back, and the reader hasn't scrolled yet. */
function isFirstLook() {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "navigate" && window.scrollY === 0;
}

type Props = { id: number; isNavigation: boolean };

function ScrollOnMount({ id, isNavigation }: Props) {
  const type = useNavigationType();
  const { hash } = useLocation();
  const first = useRef({ id, hash, type, isNavigation });
  useLayoutEffect(() => {
    const { id, hash, type, isNavigation } = first.current;
    if (hash !== "" || (isNavigation ? type === "POP" : !isFirstLook())) return;
    // The router scrolls to the top in an effect of this commit.
    queueMicrotask(() => scrollToNewest(id));
  }, []);
  return null;
}

/**
 * Opens a long conversation at its newest messages. An address with a fragment and the position restored by Back or a
 * reload come first. Rendered only in the browser, because a layout effect logs an error on the server.
 */
export function OpenAtNewest({ id }: { id: number }) {
  const isHydrated = useHydrated();
  const isNavigation = useRef(isHydrated).current;
  return isHydrated && <ScrollOnMount {...{ id, isNavigation }} />;
}
