import * as z from "zod/v4";
import { line, lines } from "~/features/records/form-schema";
import { RequestKey, Ticked } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { sortKey } from "~/lib/search-tokens";
import { timeZoneNamed } from "~/lib/time-zones";
import { formatHolidays, formatHours, type Parsed, parseHolidays, parseHours } from "../calendar-text";
import * as terms from "../service-levels-copy";
import { CALENDAR_LIMITS } from "./calendars";
import * as say from "./calendars-copy";

/** A parser of calendar-text as a step of a schema. Its value is the text as stored. */
const checked =
  <T>(parse: (text: string) => Parsed<T>, format: (value: T) => string) =>
  (text: string, { addIssue }: { addIssue: (message: string) => void }) => {
    const parsed = parse(text);
    if (parsed.ok) return format(parsed.value);
    addIssue(parsed.message);
    return text;
  };

const Hours = lines(CALENDAR_LIMITS.hours, say.hoursTooLong(CALENDAR_LIMITS.hours)).transform(
  checked(parseHours, formatHours),
);

const fields = {
  name: line(CALENDAR_LIMITS.name, say.nameTooLong(CALENDAR_LIMITS.name), say.enterAName).refine(
    (name) => name === "" || sortKey(name) !== "",
    say.nameNeedsALetter,
  ),
  zone: line(100, say.chooseATimeZone, say.chooseATimeZone).transform((text, { addIssue }) => {
    const zone = timeZoneNamed(text);
    if (zone === null && text !== "") addIssue(terms.unknownZone(text));
    return zone ?? text;
  }),
  ...{
    monday: Hours,
    tuesday: Hours,
    wednesday: Hours,
    thursday: Hours,
    friday: Hours,
    saturday: Hours,
    sunday: Hours,
  },
  holidays: lines(CALENDAR_LIMITS.holidays, say.holidaysTooLong(formatNumber(CALENDAR_LIMITS.holidays))).transform(
    checked(parseHolidays, formatHolidays),
  ),
  alwaysOpen: Ticked,
};

type Sent = z.output<z.ZodObject<typeof fields>>;

const isSomeDayOpen = ({ alwaysOpen, monday, tuesday, wednesday, thursday, friday, saturday, sunday }: Sent) =>
  alwaysOpen || [monday, tuesday, wednesday, thursday, friday, saturday, sunday].some((hours) => hours !== "");

const NEVER_OPEN = { path: ["monday"], error: terms.needsAnOpening };

export const CalendarForm = z.object(fields).refine(isSomeDayOpen, NEVER_OPEN);

export const NewCalendarForm = z.object({ ...fields, requestKey: RequestKey }).refine(isSomeDayOpen, NEVER_OPEN);
