import { UTC } from "./zoned-time";

/** Date formats: 5 March 2026, March 5, 2026 or 2026-03-05. The second comes with a twelve-hour clock. */
export const DATE_ORDERS = ["day", "month", "year"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export type TimeStyle = { readonly zone: string; readonly dates: DateOrder };

export const DEFAULT_TIME_STYLE: TimeStyle = { zone: UTC, dates: "day" };

const known = new Map<string, TimeStyle>();

/** Returns the same object for the same choice, so results can be cached by style. */
export function styleOf(zone: string, dates: DateOrder): TimeStyle {
  if (zone === DEFAULT_TIME_STYLE.zone && dates === DEFAULT_TIME_STYLE.dates) return DEFAULT_TIME_STYLE;
  const name = `${dates} ${zone}`;
  const style = known.get(name) ?? { zone, dates };
  known.set(name, style);
  return style;
}

let current = () => DEFAULT_TIME_STYLE;

/** The viewer's style: in the browser the page's, on the server the current request's. */
export const timeStyle = (): TimeStyle => current();

/** Set once by the server, which has many viewers, and by each page in the browser, which has one. */
export function takeTimeStyleFrom(source: () => TimeStyle) {
  current = source;
}

/** Sets the viewer's style in the browser before the first render. */
export function setPageTimeStyle({
  zone = DEFAULT_TIME_STYLE.zone,
  dates = DEFAULT_TIME_STYLE.dates,
}: Partial<TimeStyle> = {}) {
  if (typeof document === "undefined") return;
  const style = styleOf(zone, dates);
  takeTimeStyleFrom(() => style);
}
