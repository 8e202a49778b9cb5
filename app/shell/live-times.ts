import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { isRelative, relativeDay, relativeTime } from "~/ui/format-time";

const WEEK_MS = 7 * DAY_MS;

/** The form of `dateTime` for a calendar day. */
const A_DAY = "2026-03-09";

/** So often the words are looked at. They are of minutes, so that nobody reads them much too old. */
const EVERY_MS = MINUTE_MS / 2;

/** Parts that are read aloud, as a whole, when a word in them changes. */
const READ_ALOUD = "[role=status], [role=alert], [aria-live]";

/** "3 min ago" goes on counting while a page is open: nothing moves, nothing takes the focus. Answers the end of that. */
export function keepTelling(): () => void {
  const tell = () => void (document.hidden || tellTimes());
  tell();
  const timer = setInterval(tell, EVERY_MS);
  document.addEventListener("visibilitychange", tell);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tell);
  };
}

/** Brings the words of the page up to now. Only they change, in the text that is there: nothing is drawn anew. */
function tellTimes() {
  const now = Date.now();
  for (const time of document.querySelectorAll("time")) {
    const words = time.firstChild;
    if (!(words instanceof Text) || time.childNodes.length > 1 || !isRelative(words.data)) continue;
    if (time.closest(READ_ALOUD)) continue;
    const at = Date.parse(time.dateTime);
    if (time.dateTime.length === A_DAY.length) {
      const told = relativeDay(at, now);
      if (told !== words.data) words.data = told;
      continue;
    }
    if (Math.abs(now - at) > WEEK_MS) continue; // a date from here on, which depends on whose day it is
    // The clock of this device may be slow: what has happened is never told as to come.
    const told = relativeTime(at, words.data.startsWith("in ") ? now : Math.max(now, at));
    if (told !== words.data) words.data = told;
  }
}
