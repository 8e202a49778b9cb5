import { useEffect } from "react";
import { MINUTE_MS } from "~/lib/durations";

/** So often the words are looked at. They are of minutes, so that nobody reads them much too old. */
const EVERY_MS = MINUTE_MS / 2;

/** Without a network the words stay as they are until there is one. */
const tell = () => {
  if (!document.hidden)
    import("./live-times").then(
      ({ tellTimes }) => tellTimes(),
      () => {},
    );
};

/**
 * "3 min ago" goes on counting while a page is open: nothing moves, nothing takes the focus, and without scripts a page says
 * how old things were when it was loaded.
 */
export function LiveTimes() {
  useEffect(() => {
    const timer = setInterval(tell, EVERY_MS);
    document.addEventListener("visibilitychange", tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, []);
  return null;
}
