import { formatNumber } from "~/lib/numbers";
import type { Attainment, Figure, Figures } from "./figures";
import type { SlaMetric } from "./reports";
import * as say from "./reports-copy";

/** A number of a report. `value` is null if there's no data; `query` lists its tasks. */
type Cell = { value: number | null; query: string | null };

/** `unit` says how to show the number: minutes as hours and minutes, percent with a sign. */
export type Column = {
  key: string;
  label: string;
  /** Short label, for a table whose title says the rest. */
  short?: string;
  unit: "count" | "minutes" | "percent";
  of: (figures: Figures) => Cell;
};

export type Section = { key: string; title: string; note?: string; columns: readonly Column[] };

const count = (key: string, label: string, of: (figures: Figures) => Figure): Column => ({
  ...{ key, label, unit: "count" },
  of: (figures) => ({ value: of(figures).count, query: of(figures).query }),
});

const times = (key: "firstResponse" | "resolution", label: string): Column[] =>
  (["median", "p90"] as const).map((which) => ({
    ...{ key: `${key}-${which}`, label: say.labelOf(label, say.TIMES[which]), unit: "minutes" },
    of: (figures) => ({ value: figures[key][which], query: figures[key].tasks.query }),
  }));

const share = (key: "oneTouch" | "reopened" | "rating", label: string): Column => ({
  ...{ key: `${key}-share`, label, unit: "percent" },
  of: (figures) => ({ value: figures[key].share, query: figures[key].whole.query }),
});

function clock(metric: SlaMetric, label: string): Column[] {
  const of = (figures: Figures): Attainment => figures.attainment[metric];
  return [
    {
      ...{
        key: `${metric}-attainment`,
        label: say.labelOf(label, say.attainment),
        short: say.attainment,
        unit: "percent",
      },
      of: (figures) => ({ value: of(figures).share, query: of(figures).ended }),
    },
    ...(["met", "breached", "retargeted"] as const).map((end) => ({
      ...count(`${metric}-${end}`, say.labelOf(label, say.ENDS[end]), (figures) => of(figures)[end]),
      short: say.ENDS[end],
    })),
  ];
}

function clockSection(metric: SlaMetric, label: string, note: Pick<Section, "note"> = {}): Section {
  return { key: `clock-${metric}`, title: say.serviceLevelOf(label), columns: clock(metric, label), ...note };
}

/** A report's tables, and their columns. */
export const SECTIONS: readonly Section[] = [
  {
    ...{ key: "volume", title: say.volume },
    columns: [
      count("created", say.created, ({ created }) => created),
      count("resolved", say.resolved, ({ resolved }) => resolved),
      count("backlog", say.backlog, ({ backlog }) => backlog),
    ],
  },
  {
    ...{ key: "times", title: say.times },
    columns: [
      count("answered", say.firstResponses, ({ firstResponse }) => firstResponse.tasks),
      ...times("firstResponse", say.firstResponse),
      ...times("resolution", say.resolution),
    ],
  },
  clockSection("first", say.firstResponse, { note: say.retargetedNote }),
  clockSection("next", say.nextResponse, { note: say.nextCountsClocks }),
  clockSection("resolve", say.resolution),
  {
    ...{ key: "quality", title: say.quality },
    columns: [
      count("one-touch", say.oneTouch, ({ oneTouch }) => oneTouch.part),
      share("oneTouch", say.oneTouchRate),
      count("reopened", say.reopened, ({ reopened }) => reopened.part),
      share("reopened", say.reopenRate),
      count("rated", say.rated, ({ rating }) => rating.whole),
      count("good", say.rating, ({ rating }) => rating.part),
      share("rating", say.shareOfGood),
    ],
  },
  {
    ...{ key: "workload", title: say.workload },
    columns: [
      count("open", say.open, ({ backlog }) => backlog),
      count("workload-resolved", say.resolved, ({ resolved }) => resolved),
      count("messages", say.messages, ({ messages }) => messages),
    ],
  },
];

/** Every column once: workload repeats two of them. */
export const COLUMNS = SECTIONS.flatMap(({ columns }) => columns).filter(
  ({ key }) => key !== "open" && key !== "workload-resolved",
);

export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  const parts = [
    hours > 0 && say.hoursShort(formatNumber(hours)),
    (rest > 0 || hours === 0) && say.minutesShort(String(rest)),
  ];
  return parts.filter((part) => part !== false).join(" ");
}

const percent = (share: number) => share.toFixed(share < 10 && share > 0 ? 1 : 0);

export function formatCell({ unit }: Pick<Column, "unit">, value: number | null): string {
  if (value === null) return say.none;
  if (unit === "minutes") return formatMinutes(value);
  return unit === "percent" ? say.shareOf(percent(value)) : formatNumber(value);
}

/** The change from one period to the next: "+12", "−1 h 5 min"; percent in points. */
export function formatChange(column: Pick<Column, "unit">, now: number | null, before: number | null): string {
  if (now === null || before === null) return say.none;
  const change = column.unit === "percent" ? Math.round((now - before) * 10) / 10 : now - before;
  if (change === 0) return "0";
  const sign = change > 0 ? "+" : "−";
  const size = Math.abs(change);
  return sign + (column.unit === "percent" ? say.points(String(size)) : formatCell(column, size));
}
