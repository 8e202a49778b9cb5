import { dayOf } from "~/lib/calendar-day";
import {
  absoluteDay,
  absoluteTime,
  dayInWords,
  momentOf,
  ownDayInWords,
  relativeDay,
  relativeTime,
} from "./format-time";

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

/** A calendar day (lib/calendar-day) relative to the reader's today: "tomorrow", "16 Dec". */
export const DueDay = ({ at, now }: Props) => (
  <time dateTime={dayOf(at)} title={absoluteDay(at)}>
    {relativeDay(at, now)}
  </time>
);

/** A calendar day inside a sentence: "until 5 March". `moment` is a time on that day, shown in the title. */
export const Day = ({ at, now, moment = null }: Props & { moment?: number | null }) => (
  <time dateTime={dayOf(at)} title={moment === null ? absoluteDay(at) : absoluteTime(moment)}>
    {dayInWords(at, now)}
  </time>
);

/** The day of a moment, as the reader has it then, inside a sentence. */
export function OwnDay({ at, now }: Props) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {ownDayInWords(at, now)}
    </time>
  );
}
