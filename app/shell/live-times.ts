import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { listen } from "~/lib/listen";
import { isRelative, relativeDay, relativeTime } from "~/ui/format-time";

const WEEK_MS = 7 * DAY_MS;

/** A sample `dateTime` for a whole day; only its length matters. */
const A_DAY = "2026-03-09";

/** Texts count in minutes, so twice a minute is enough. */
const EVERY_MS = MINUTE_MS / 2;

/** Live regions: a changed word makes screen readers read them out in full. */
const LIVE_REGIONS = "[role=status], [role=alert], [aria-live]";

/** Keeps relative times such as "3 min ago" current on an open page. Returns a cleanup function. */
export function keepTimesCurrent(): () => void {
  const update = () => void (document.hidden || updateTimes());
  update();
  const timer = setInterval(update, EVERY_MS);
  const end = listen(document, { visibilitychange: update });
  return () => {
    clearInterval(timer);
    end();
  };
}

/** Edits the text nodes in place, without a React render. */
function updateTimes() {
  const now = Date.now();
  for (const time of document.querySelectorAll("time")) {
    const words = time.firstChild;
    if (!(words instanceof Text) || time.childNodes.length > 1 || !isRelative(words.data)) continue;
    if (time.closest(LIVE_REGIONS)) continue;
    const at = Date.parse(time.dateTime);
    if (time.dateTime.length === A_DAY.length) {
      const text = relativeDay(at, now);
      if (text !== words.data) words.data = text;
      continue;
    }
    if (Math.abs(now - at) > WEEK_MS) continue; // a date from here on, which depends on the time zone
    // This device's clock may be slow: don't show a past time as future.
    const text = relativeTime(at, words.data.startsWith("in ") ? now : Math.max(now, at));
    if (text !== words.data) words.data = text;
  }
}
