import { useEffect } from "react";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { isRelative, relativeTime } from "~/ui/time-words";

/** So often the words are looked at. They are of minutes, so that nobody reads them much too old. */
const EVERY_MS = MINUTE_MS / 2;

const WEEK_MS = 7 * DAY_MS;

/** Parts that are read aloud, as a whole, when a word in them changes. */
const READ_ALOUD = "[role=status], [role=alert], [aria-live]";

/**
 * "3 min ago" goes on counting while a page is open. Only the words change, in the text that is there: nothing is drawn
 * anew, nothing moves the focus, and without scripts a page says how old things were when it was loaded.
 */
export function LiveTimes() {
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && tell(), EVERY_MS);
    document.addEventListener("visibilitychange", tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, []);
  return null;
}

function tell() {
  if (document.hidden) return;
  const now = Date.now();
  for (const time of document.querySelectorAll("time")) {
    const words = time.firstChild;
    if (!(words instanceof Text) || time.childNodes.length > 1 || !isRelative(words.data)) continue;
    if (time.closest(READ_ALOUD)) continue;
    const at = Date.parse(time.dateTime);
    if (Math.abs(now - at) > WEEK_MS) continue; // a date from here on, which depends on whose day it is
    // The clock of this device may be slow: what has happened is never told as to come.
    const told = relativeTime(at, words.data.startsWith("in ") ? now : Math.max(now, at));
    if (told !== words.data) words.data = told;
  }
}
