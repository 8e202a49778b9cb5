import { styleOf, timeStyle } from "~/lib/time-style";
import { UTC } from "~/lib/zoned-time";
import { dayInWords, momentOf, ownDayInWords, relativeTime } from "./time-words";

type Props = {
  /** In UTC milliseconds, both. `now` comes from the loader, so that server and browser agree. */
  at: number;
  now: number;
};

/** A moment, in the reader's time zone. */
export function Time({ at, now }: Props) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {relativeTime(at, now)}
    </time>
  );
}

/** The reader's way of writing, on the calendar that days are chosen on, which is the same for everybody. */
const onCalendar = () => styleOf(UTC, timeStyle().dates);

/** The end of a day that somebody chose: "in 4 h", "16 Dec". */
export function Deadline({ at, now }: Props) {
  const style = onCalendar();
  const { dateTime, title } = momentOf(at, style);
  return (
    <time dateTime={dateTime} title={title}>
      {relativeTime(at, now, style)}
    </time>
  );
}

/** A day that somebody chose, inside a sentence: "until 5 March". */
export function Day({ at, now }: Props) {
  const { dateTime, title } = momentOf(at, onCalendar());
  return (
    <time dateTime={dateTime} title={title}>
      {dayInWords(at, now)}
    </time>
  );
}

/** The day of a moment, as the reader has it then, inside a sentence. */
export function OwnDay({ at, now }: Props) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {ownDayInWords(at, now)}
    </time>
  );
}
