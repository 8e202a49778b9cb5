import { UTC } from "./zoned-time";

/** How somebody writes a date: 5 March 2026, March 5, 2026 or 2026-03-05. The second goes with a clock of twelve hours. */
export const DATE_ORDERS = ["day", "month", "year"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Where somebody's clock stands, and how they write what it says. */
export type TimeStyle = { readonly zone: string; readonly dates: DateOrder };

/** Of whoever has chosen nothing. */
export const USUAL_STYLE: TimeStyle = { zone: UTC, dates: "day" };

const known = new Map<string, TimeStyle>();

/** The same object for the same choice, so that what is worked out for a style can be kept with it. */
export function styleOf(zone: string, dates: DateOrder): TimeStyle {
  if (zone === USUAL_STYLE.zone && dates === USUAL_STYLE.dates) return USUAL_STYLE;
  const name = `${dates} ${zone}`;
  const style = known.get(name) ?? { zone, dates };
  known.set(name, style);
  return style;
}

let current = () => USUAL_STYLE;

/** That of whoever is looked after now: in the browser the reader, on the server the one who asks. */
export const timeStyle = (): TimeStyle => current();

/** Told once by the server, which has many readers, and by each page in the browser, which has one. */
export function takeTimeStyleFrom(source: () => TimeStyle) {
  current = source;
}

/** In the browser, before anything is drawn: the reader's style, as it came with the page. */
export function learnTimes({ zone = USUAL_STYLE.zone, dates = USUAL_STYLE.dates }: Partial<TimeStyle> = {}) {
  if (typeof document === "undefined") return;
  const style = styleOf(zone, dates);
  takeTimeStyleFrom(() => style);
}
