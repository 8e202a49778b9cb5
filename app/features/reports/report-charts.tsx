import { Chart, Counted, lengthOf, shortCount } from "~/features/charts/charts";
import { startOfDay } from "~/lib/calendar-day";
import { formatNumber } from "~/lib/numbers";
import { chartDay, chartMonth } from "~/ui/format-time";
import type { Figure } from "./figures";
import { listOf } from "./report-queries";
import { formatPeriod } from "./report-tables";
import type { ReportPoint } from "./report-types";
import * as say from "./reports-copy";

const WIDTH = 320;

/** Charts over the period, each with its table. */
export function ReportCharts({ points }: { points: readonly ReportPoint[] }) {
  const column = WIDTH / Math.max(1, points.length);
  const most = Math.max(1, ...points.flatMap(({ created, resolved }) => [created.count, resolved.count]));
  const mostOpen = Math.max(1, ...points.map(({ backlog }) => backlog.count));
  const sum = (key: "created" | "resolved") => points.reduce((all, point) => all + point[key].count, 0);
  const labels = points.map((point, at) => <Label key={point.from} at={at} column={column} {...point} all={points} />);
  return (
    <div className="charts">
      <Chart
        title={say.volumeChart}
        said={say.createdAndResolved(formatNumber(sum("created")), formatNumber(sum("resolved")))}
        head={[say.period, say.created, say.resolved]}
        rows={points.map((point) => [
          formatPeriod(point),
          cell("created", point.created),
          cell("resolved", point.resolved),
        ])}
      >
        {points.map(({ from, created, resolved }, at) => (
          <g key={from}>
            <Bar at={at} column={column} figure={created} most={most} room={46} foot={62} />
            <Bar at={at} column={column} figure={resolved} most={most} room={46} foot={62} down />
          </g>
        ))}
        {labels}
      </Chart>
      <Chart
        title={say.backlogChart}
        said={say.openAtTheEnd(formatNumber(points.at(-1)?.backlog.count ?? 0))}
        head={[say.period, say.backlog]}
        rows={points.map((point) => [formatPeriod(point), cell("backlog", point.backlog)])}
      >
        {points.map(({ from, backlog }, at) => (
          <Bar key={from} at={at} column={column} figure={backlog} most={mostOpen} room={106} foot={122} />
        ))}
        {labels}
      </Chart>
    </div>
  );
}

const cell = (key: string, { count, query }: Figure) => <Counted key={key} count={count} query={query ?? ""} />;

type BarProps = {
  at: number;
  column: number;
  figure: Figure;
  most: number;
  room: number;
  foot: number;
  down?: boolean;
};

function Bar({ at, column, figure: { count, query }, most, room, foot, down = false }: BarProps) {
  const length = lengthOf(count, most, room);
  const [middle, width] = [column * (at + 0.5), Math.min(16, column * 0.7)];
  return (
    <a href={listOf(query ?? "")} tabIndex={-1}>
      <rect x={middle - width / 2} y={down ? foot + 2 : foot - length} width={width} height={length} />
      {count > 0 && column >= 20 && (
        <text x={middle} y={down ? foot + length + 13 : foot - length - 4} textAnchor="middle">
          {shortCount(count)}
        </text>
      )}
    </a>
  );
}

/** A point's label: the day, or for long periods the month and year. With many points, only some have one. */
function Label({
  at,
  column,
  from,
  to,
  all,
}: {
  at: number;
  column: number;
  from: string;
  to: string;
  all: readonly unknown[];
}) {
  const every = Math.ceil(all.length / 7);
  if (at % every !== 0) return null;
  const middle = column * (at + 0.5);
  const [x, anchor] =
    at === 0
      ? ([0, "start"] as const)
      : middle > WIDTH - 20
        ? ([WIDTH, "end"] as const)
        : ([middle, "middle"] as const);
  const day = startOfDay(from) ?? 0;
  const isMonth = to !== from && (from.slice(0, 7) !== to.slice(0, 7) || from.endsWith("-01"));
  return (
    <text x={x} y="141" textAnchor={anchor}>
      {isMonth ? chartMonth(day) : chartDay(day)}
    </text>
  );
}
