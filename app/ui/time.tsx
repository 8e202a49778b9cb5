import { dayInWords, momentOf, relativeTime } from "./time-words";

/** A moment. Both in UTC milliseconds; `now` comes from the loader, so that server and browser agree. */
export function Time({ at, now }: { at: number; now: number }) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {relativeTime(at, now)}
    </time>
  );
}

/** A moment of which the day counts, inside a sentence: "until 5 March". */
export function Day({ at, now }: { at: number; now: number }) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {dayInWords(at, now)}
    </time>
  );
}
