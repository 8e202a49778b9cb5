import { dayOf } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import {
  absoluteDay,
  absoluteTime,
  dayInWords,
  minuteInWords,
  momentOf,
  ownDayInWords,
  relativeDay,
  relativeTime,
} from "./format-time";
import * as say from "./ui-copy";

type Props = {
  /** Both in UTC milliseconds. `now` comes from the loader, so server and browser agree. */
  at: number;
  now: number;
};

export function Time({ at, now }: Props) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {relativeTime(at, now)}
    </time>
  );
}

/** A moment to the minute: "5 Mar, 14:07". */
export function Minute({ at }: { at: number }) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {minuteInWords(at)}
    </time>
  );
}

/** The days since a moment, at least one: "5 days". */
export function DaysSince({ at, now }: Props) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {say.days(Math.floor((now - at) / DAY_MS))}
    </time>
  );
}

/** A calendar day (lib/calendar-day) relative to the viewer's today: "tomorrow", "16 Dec". */
export const DueDay = ({ at, now }: Props) => (
  <time dateTime={dayOf(at)} title={absoluteDay(at)}>
    {relativeDay(at, now)}
  </time>
);

/** A calendar day inside a sentence: "until 5 March". `moment`: a time on that day for the tooltip. */
export const Day = ({ at, now, moment = null }: Props & { moment?: number | null }) => (
  <time dateTime={dayOf(at)} title={moment === null ? absoluteDay(at) : absoluteTime(moment)}>
    {dayInWords(at, now)}
  </time>
);

/** The day of a moment in the viewer's time zone, inside a sentence. */
export function OwnDay({ at, now }: Props) {
  const { dateTime, title } = momentOf(at);
  return (
    <time dateTime={dateTime} title={title}>
      {ownDayInWords(at, now)}
    </time>
  );
}
