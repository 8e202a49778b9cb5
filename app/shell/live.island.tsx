import { useEffect } from "react";
import { useLazyModule } from "~/ui/use-lazy-module";
import { COPY } from "./register-service-worker";

/** Delay before loading the live code: nothing on the page gets stale sooner. */
const REST_MS = 5_000;

const load = () => import("./live-pages");

/** Checks whether the service worker served the document from its cache, which the page must say at once. */
function isCopy() {
  const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return document?.serverTiming?.some(({ name }) => name === COPY);
}

/** Loads the live updates shortly after the page. Without scripts, a page is correct as of its load. */
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
