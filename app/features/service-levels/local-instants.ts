import { midnightOf } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import { offsetAt, UTC } from "~/lib/zoned-time";

/*
 * The instants at which a zone's clocks show a local time. Local times are the UTC milliseconds at which a UTC clock
 * shows the same. Intl knows the zones; luxon would add 4.6 MB without handling gaps and repeated hours.
 */

/** A period without a clock change: from `from` until `until`, local time is UTC plus `offset`. */
type Stretch = { from: number; until: number; offset: number };

/** Offsets cached per zone: eleven years of days. */
const MOST_DAYS = 4_096;

const offsetsByZone = new Map<string, Map<number, number>>();

/** The offset at the start of a UTC day. Cached, because Intl is slow. */
function offsetOfDay(zone: string, day: number): number {
  const offsets = offsetsByZone.get(zone) ?? new Map<number, number>();
  offsetsByZone.set(zone, offsets);
  let offset = offsets.get(day);
  if (offset === undefined) {
    if (offsets.size >= MOST_DAYS) offsets.clear();
    offset = offsetAt(day, zone);
    offsets.set(day, offset);
  }
  return offset;
}

/** The first moment after `from`, up to `until`, whose offset differs from that of `from`. */
function changeBetween(zone: string, from: number, until: number): number {
  const before = offsetAt(from, zone);
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The stretches that cover a local day and a day on either side: enough for all its local times in any zone. */
export function stretchesAround(zone: string, day: number): readonly Stretch[] {
  const [start, end] = [day - DAY_MS, day + 3 * DAY_MS];
  if (zone === UTC) return [{ from: start, until: end, offset: 0 }];
  const stretches: Stretch[] = [{ from: start, until: end, offset: offsetOfDay(zone, start) }];
  for (let at = start; at < end; at += DAY_MS) {
    const last = stretches.at(-1) as Stretch;
    const offset = offsetOfDay(zone, at + DAY_MS);
    if (offset === last.offset) continue;
    last.until = changeBetween(zone, at, at + DAY_MS);
    stretches.push({ from: last.until, until: end, offset });
  }
  return stretches;
}

/** All instants that show a local time: none in a gap, two in a doubled hour. */
const instantsOf = (stretches: readonly Stretch[], local: number) =>
  stretches.flatMap(({ from, until, offset }) => {
    const at = local - offset;
    return from <= at && at < until ? [at] : [];
  });

/** The end of the gap that a local time is in. */
function endOfGap(stretches: readonly Stretch[], local: number): number {
  const after = stretches.find(({ from, offset }) => from + offset > local);
  if (!after) throw new Error(`No instant shows ${new Date(local).toISOString()}.`);
  return after.from;
}

/** The first instant that shows a local time; the end of the gap if none does. */
export const firstInstant = (stretches: readonly Stretch[], local: number) =>
  instantsOf(stretches, local)[0] ?? endOfGap(stretches, local);

/** The last instant that shows a local time; the end of the gap if none does. */
export const lastInstant = (stretches: readonly Stretch[], local: number) =>
  instantsOf(stretches, local).at(-1) ?? endOfGap(stretches, local);

/** The UTC days on which a moment may fall in some zone, first and last. */
export const daysAround = (at: number): [number, number] => [midnightOf(at) - DAY_MS, midnightOf(at) + DAY_MS];
