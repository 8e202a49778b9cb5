import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { formatNumber } from "~/lib/numbers";
import { EmptyState } from "~/ui/empty-state";
import { dayInWords } from "~/ui/format-time";
import { AGES, CHART_DAYS, listOf, openAfter, openedOn, openFor, resolvedOn } from "./chart-queries";
import type { ChartNumbers } from "./charts.server";
import * as say from "./charts-copy";

/** Three charts and their tables. Screen readers and keyboards use the tables; the drawings add nothing to them. */
export function Charts({ days, ages }: ChartNumbers) {
  const [opened, resolved] = [total(days.map((day) => day.opened)), total(days.map((day) => day.resolved))];
  const open = total(ages);
  if (opened + resolved + open === 0)
    return (
      <EmptyState small title={say.nothingToDrawYet}>
        {say.chartsAppearHere}
      </EmptyState>
    );
  const most = Math.max(...days.flatMap((day) => [day.opened, day.resolved]));
  const mostOpen = Math.max(...days.map((day) => day.open));
  const today = days.length - 1;
  const [oldest, mostOfAge] = [ages.findIndex((count) => count > 0), Math.max(...ages)];
  return (
    <div className="charts" data-prefetch="intent">
      <Chart
        title={say.createdAndResolved}
        said={say.createdAndResolvedOn(formatNumber(opened), formatNumber(resolved))}
        head={[say.day, say.created, say.resolved]}
        rows={days.map((day) => [
          formatDay(day.day),
          <Counted key="opened" count={day.opened} query={openedOn(day.day)} />,
          <Counted key="resolved" count={day.resolved} query={resolvedOn(day.day)} />,
        ])}
      >
        {days.map(({ day, opened, resolved }, at) => (
          <g key={day}>
            <Bar at={at} count={opened} most={most} room={46} foot={62} query={openedOn(day)} />
            <Bar at={at} count={resolved} most={most} room={46} foot={62} down query={resolvedOn(day)} />
            <DayLabel day={day} at={at} />
          </g>
        ))}
      </Chart>
      <Chart
        title={say.openAtTheEndOfTheDay}
        said={say.openNow(formatNumber(days[today]?.open ?? 0))}
        head={[say.day, say.open]}
        rows={days.map(({ day, open }) => [formatDay(day), <Counted key="open" count={open} query={openAfter(day)} />])}
      >
        {days.map(({ day, open }, at) => (
          <g key={day}>
            <Bar
              at={at}
              count={open}
              most={mostOpen}
              room={106}
              foot={122}
              alive={at === today}
              query={openAfter(day)}
            />
            <DayLabel day={day} at={at} />
          </g>
        ))}
      </Chart>
      <Chart
        title={say.ageOfOpenTasks}
        said={say.openCount(formatNumber(open))}
        head={[say.age, say.open]}
        rows={AGES.map((age, at) => [age.label, <Counted key="open" count={ages[at] ?? 0} query={openFor(age)} />])}
      >
        {AGES.map((age, at) => {
          const count = ages[at] ?? 0;
          const length = lengthOf(count, mostOfAge, 160);
          return (
            <a key={age.label} href={listOf(openFor(age))} tabIndex={-1}>
              <Target x={0} y={4 + at * 28} width={320} height={28} />
              <text x="0" y={22 + at * 28}>
                {age.label}
              </text>
              <rect
                x="116"
                y={9 + at * 28}
                width={length}
                height="18"
                className={at === oldest ? "alive" : undefined}
              />
              <text x={122 + length} y={22 + at * 28}>
                {formatNumber(count)}
              </text>
            </a>
          );
        })}
      </Chart>
    </div>
  );
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Even the smallest count gets a visible bar. */
export const lengthOf = (count: number, most: number, room: number) =>
  count === 0 ? 1 : Math.max(3, (count / most) * room);

/** Formats 2026-03-09 as "9 March". */
const formatDay = (day: string) => dayInWords(Date.parse(day), Date.parse(day));

type ChartProps = { title: string; said: string; head: string[]; rows: ReactNode[][]; children: ReactNode };

export function Chart({ title, said, head, rows, children }: ChartProps) {
  const navigate = useNavigate();
  /** The router follows links of HTML only. */
  function follow(event: MouseEvent<SVGElement>) {
    const href = event.target instanceof Element && event.target.closest("a")?.getAttribute("href");
    if (!href || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  }
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p>{said}</p>
      <svg viewBox="0 0 320 144" aria-hidden="true" onClick={follow}>
        {children}
      </svg>
      <details>
        <summary>{say.asATable}</summary>
        <table>
          <thead>
            <tr>
              {head.map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={String(name)}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** A count that leads to its tasks. */
export const Counted = ({ count, query }: { count: number; query: string }) =>
  count === 0 ? 0 : <a href={listOf(query)}>{formatNumber(count)}</a>;

/** The room of a link, which can be pressed in all of it: a bar may be a single pixel high. */
const Target = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => (
  <path className="chart-target" d={`M${x} ${y}h${width}v${height}h${-width}z`} />
);

const COLUMN = 320 / CHART_DAYS;

/** Height of a count above or below its bar. */
const COUNT_HEIGHT = 16;

type BarProps = {
  at: number;
  count: number;
  most: number;
  /** Length of the longest bar, and the y position of the baseline. */
  room: number;
  foot: number;
  down?: boolean;
  alive?: boolean;
  query: string;
};

function Bar({ at, count, most, room, foot, down = false, alive = false, query }: BarProps) {
  const length = lengthOf(count, most, room);
  const middle = COLUMN * (at + 0.5);
  return (
    <a href={listOf(query)} tabIndex={-1}>
      <Target
        x={COLUMN * at}
        y={down ? foot + 1 : foot - room - COUNT_HEIGHT}
        width={COLUMN}
        height={room + COUNT_HEIGHT + 1}
      />
      <rect
        x={middle - 8}
        y={down ? foot + 2 : foot - length}
        width="16"
        height={length}
        className={alive ? "alive" : undefined}
      />
      {count > 0 && (
        <text x={middle} y={down ? foot + length + 13 : foot - length - 4} textAnchor="middle">
          {shortCount(count)}
        </text>
      )}
    </a>
  );
}

/** Shortens a count to fit above a bar: 1234 as "1.2k". */
export const shortCount = (count: number) =>
  count < 1000 ? count : `${(count / 1000).toFixed(count < 9_950 ? 1 : 0)}k`;

const DayLabel = ({ day, at }: { day: string; at: number }) => (
  <text x={COLUMN * (at + 0.5)} y="141" textAnchor="middle">
    {Number(day.slice(-2))}
  </text>
);
