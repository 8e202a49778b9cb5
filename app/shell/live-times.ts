import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { listen } from "~/lib/listen";
import { isRelative, relativeDay, relativeTime } from "~/ui/format-time";

const WEEK_MS = 7 * DAY_MS;

/** A sample `dateTime` for a whole day; only its length matters. */
const A_DAY = "2026-03-09";

/** Texts count in minutes, so twice a minute is enough. */
const EVERY_MS = MINUTE_MS / 2;

/** Live regions: a changed word makes screen readers read them out in full. */
const READ_ALOUD = "[role=status], [role=alert], [aria-live]";

/** Keeps relative times such as "3 min ago" current on an open page. Returns a cleanup function. */
export function keepTelling(): () => void {
  const tell = () => void (document.hidden || tellTimes());
  tell();
  const timer = setInterval(tell, EVERY_MS);
  const end = listen(document, { visibilitychange: tell });
  return () => {
    clearInterval(timer);
    end();
  };
}

/** Edits the text nodes in place, without a React render. */
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
    if (Math.abs(now - at) > WEEK_MS) continue; // a date from here on, which depends on the time zone
    // This device's clock may be slow: don't show a past time as future.
    const told = relativeTime(at, words.data.startsWith("in ") ? now : Math.max(now, at));
    if (told !== words.data) words.data = told;
  }
}
