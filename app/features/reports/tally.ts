import { type CountedTask, eachItem } from "./counted-task";
import { addCount, addDuration, bucketOf, type Counts, type Dimension, type Measure, noCounts } from "./reports";

/**
 * A time range that a report counts. UTC milliseconds, end exclusive. `names`: the days, months and years it's made of.
 */
export type Slot = { key: string; dimension: Dimension; from: number; until: number; names: readonly string[] };

/** Counts by slot and item. */
export class Tally {
  readonly #counts = new Map<string, Map<string, Counts>>();

  constructor(
    readonly slots: readonly Slot[],
    /** Whether durations are exact or rounded to buckets. */
    readonly isExact: boolean,
  ) {}

  itemsIn(slot: string): ReadonlyMap<string, Counts> {
    return this.#counts.get(slot) ?? new Map();
  }

  of(slot: string, item: string): Counts {
    const items = this.#counts.get(slot) ?? new Map<string, Counts>();
    this.#counts.set(slot, items);
    const counts = items.get(item) ?? noCounts();
    items.set(item, counts);
    return counts;
  }

  /** Adds a task, or subtracts it with −1. */
  addTask(task: CountedTask, by: 1 | -1 = 1) {
    const dimensions = [...new Set(this.slots.map(({ dimension }) => dimension))];
    eachItem(
      task,
      ({ measure, at, minutes }, dimension, item) => {
        for (const slot of this.slots) {
          if (slot.dimension !== dimension || at < slot.from || at >= slot.until) continue;
          const counts = this.of(slot.key, item);
          addCount(counts, measure, by);
          if (minutes === undefined || (measure !== "answered" && measure !== "resolved")) continue;
          addDuration(counts, measure, this.isExact ? minutes : bucketOf(minutes), by);
        }
      },
      dimensions,
    );
  }

  /** Adds a row of counts per day. `measure` as stored: `answered` or `answered/65`. */
  addRow(slot: string, item: string, measure: string, n: number) {
    const [name = "", minutes] = measure.split("/");
    const counts = this.of(slot, item);
    if (minutes === undefined) addCount(counts, name as Measure, n);
    else addDuration(counts, name as "answered" | "resolved", Number(minutes), n);
  }
}

/** The counts of all items together. */
export function sumOf(items: Iterable<Counts>): Counts {
  const sum = noCounts();
  for (const { n, durations } of items) {
    for (const [measure, count] of n) addCount(sum, measure, count);
    for (const [measure, all] of durations)
      for (const [minutes, count] of all) addDuration(sum, measure, minutes, count);
  }
  return sum;
}

/** The number of tasks open at the end of a slot that starts at the beginning of time. */
export const openIn = ({ n }: Counts) => (n.get("entered") ?? 0) - (n.get("left") ?? 0);
