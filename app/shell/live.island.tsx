import { useEffect } from "react";
import { useLazyModule } from "~/ui/use-lazy-module";
import { COPY } from "./offline-worker";

/** When a page has come to rest. The words of times are of minutes, and what has changed meanwhile is told then. */
const REST_MS = 5_000;

const load = () => import("./live-pages");

/** Whether the document is a copy of the service worker's, which is told at once. */
function isCopy() {
  const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return document?.serverTiming?.some(({ name }) => name === COPY);
}

/** Keeps an open page up to date, once it has come to rest. Without, and without scripts, it is right at load. */
export function Live({ person }: { person: number | null }) {
  const [later, wake] = useLazyModule(load);
  useEffect(() => {
    if (later) return;
    if (isCopy()) wake();
    const timer = setInterval(wake, REST_MS);
    return () => clearInterval(timer);
  }, [later, wake]);
  return later && <later.LivePages person={person} />;
}
