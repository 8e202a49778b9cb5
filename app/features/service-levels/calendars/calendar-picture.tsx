import { useSearchParams } from "@remix-run/react";
import { formatNumber } from "~/lib/numbers";
import { allOf } from "~/lib/text";
import { dayInWords } from "~/ui/format-time";
import { SectionHeader } from "~/ui/page-header";
import * as terms from "~/ui/ui-copy";
import { type CalendarYear, isYear, PICTURE, type SpecialDay } from "./calendar-year";
import * as say from "./calendars-copy";

const MONTHS = terms.months.split(" ");
const LABELLED_DAYS = [1, 8, 15, 22, 29];

/** A year of a calendar as SVG. Hidden from screen readers, which use the table with the same information. */
export function CalendarPicture({ year, isSaved }: { year: CalendarYear; isSaved: boolean }) {
  const [address] = useSearchParams();
  const hrefOf = (other: number) => {
    const another = new URLSearchParams(address);
    another.set("year", String(other));
    return `?${another}`;
  };
  return (
    <section className="calendar-year" aria-labelledby="year">
      <SectionHeader title={say.yearTitle(year.year)} id="year">
        <span className="buttons">
          {[year.year - 1, year.year + 1].filter(isYear).map((other) => (
            <a key={other} href={hrefOf(other)} aria-label={say.showYearNamed(other)}>
              {other}
            </a>
          ))}
        </span>
      </SectionHeader>
      <p className="field-hint">{isSaved ? say.savedYear : say.unsavedYear}</p>
      <svg viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`} aria-hidden="true">
        {LABELLED_DAYS.map((day) => (
          <text key={day} x={PICTURE.left + (day - 1) * PICTURE.day} y={PICTURE.top - 5}>
            {day}
          </text>
        ))}
        {MONTHS.map((name, index) => (
          <text key={name} x="0" y={PICTURE.top + index * PICTURE.row + 15}>
            {name.slice(0, 3)}
          </text>
        ))}
        <path className="all-days" d={year.days} />
        <path className="open-hours" d={year.open} />
        <path className="holidays" d={year.special} />
      </svg>
      <p className="field-hint">{say.pictureKey}</p>
      <details>
        <summary>{say.asATable}</summary>
        <table className="table teams" aria-label={say.yearTitle(year.year)}>
          <thead>
            <tr>
              <th scope="col">{say.month}</th>
              <th scope="col">{say.openDays}</th>
              <th scope="col">{say.openHours}</th>
              <th scope="col">{say.holidays}</th>
            </tr>
          </thead>
          <tbody>
            {year.months.map(({ month, openDays, openHours, special }) => (
              <tr key={month}>
                <th scope="row">{MONTHS[month - 1]}</th>
                <td data-label={say.openDays}>{openDays}</td>
                <td data-label={say.openHours}>{formatHours(openHours)}</td>
                <td data-label={say.holidays}>{special.length === 0 ? say.none : allOf(special.map(specialDay))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function specialDay({ date, name, hours }: SpecialDay) {
  const day = Date.parse(date);
  return say.specialDay(dayInWords(day, day), name, hours);
}

/** Formats "168" and "7.5". */
const formatHours = (hours: number) => `${formatNumber(Math.floor(hours))}${String(hours % 1).slice(1, 4)}`;
