import { absoluteTime, relativeTime } from "./time-words";

/** A moment. Both in UTC milliseconds; `now` comes from the loader, so that server and browser agree. */
export function Time({ at, now }: { at: number; now: number }) {
  return (
    <time className="time" dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
