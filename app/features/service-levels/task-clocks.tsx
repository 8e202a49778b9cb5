import { SectionHeader } from "~/ui/page-header";
import { Minute, Time } from "~/ui/time";
import * as say from "./service-levels-copy";
import { formatTarget } from "./target-duration";
import type { TaskClock } from "./task-clocks.server";

type Props = { clocks: readonly TaskClock[]; now: number };

/** The clocks of a task on the agents' page. */
export function TaskClocks({ clocks, now }: Props) {
  if (clocks.length === 0) return null;
  const explained = clocks.filter(hasTimeline);
  return (
    <section className="task-clocks" aria-labelledby="service-levels">
      <SectionHeader title={say.serviceLevels} id="service-levels" />
      {clocks.map((clock) => (
        <div key={clock.metric} className="task-clock">
          <h3>{say.metrics[clock.metric]}</h3>
          <p>
            <b className={`clock-state clock-${clock.state}`}>{say.states[clock.state]}</b>{" "}
            {say.usedOf(formatTarget(clock.consumed), formatTarget(clock.target))}
          </p>
          <p>{saysWhen(clock, now)}</p>
          {clock.opensAt !== null && <p>{say.outsideHours(<Time at={clock.opensAt} now={now} />)}</p>}
          {clock.pausedBy !== null && <p>{say.pausedBy(clock.pausedBy)}</p>}
          {clock.retargeted && <p>{say.retargeted}</p>}
          {hasTimeline(clock) && <Timeline clock={clock} />}
        </div>
      ))}
      {explained.length > 0 && <Periods clocks={explained} now={now} />}
    </section>
  );
}

function saysWhen({ metAt, breachedAt, endedAt, dueAt }: TaskClock, now: number) {
  if (metAt !== null) return say.metAt(<Time at={metAt} now={now} />);
  if (breachedAt !== null) return say.breachedAt(<Time at={breachedAt} now={now} />);
  if (endedAt !== null) return say.cancelledAt(<Time at={endedAt} now={now} />);
  return dueAt === null ? null : say.dueAt(<Time at={dueAt} now={now} />);
}

const WIDTH = 320;

/** Where a timeline ends. */
const endOf = ({ periods, startedAt, dueAt }: TaskClock) => Math.max(periods.at(-1)?.until ?? startedAt, dueAt ?? 0);

/** Whether there is anything to draw; false for a clock that just started. */
const hasTimeline = (clock: TaskClock) => clock.periods.length > 0 && endOf(clock) > clock.startedAt;

/** Opening hours above, counted and paused periods below, and the due time. The tables contain the same information. */
function Timeline({ clock }: { clock: TaskClock }) {
  const { periods, openings, startedAt } = clock;
  const [end, limit] = [endOf(clock), clock.dueAt ?? clock.breachedAt];
  const x = (at: number) => Math.round(((at - startedAt) / (end - startedAt)) * WIDTH * 10) / 10;
  const bar = ({ from, until }: { from: number; until: number }) => ({
    x: x(from),
    width: Math.max(0.5, Math.round((x(until) - x(from)) * 10) / 10),
  });
  return (
    <svg className="clock-timeline" viewBox={`0 0 ${WIDTH} 20`} aria-hidden="true">
      {openings.map((open) => (
        <rect key={open.from} className="clock-open" {...bar(open)} y="0" height="4" />
      ))}
      {periods.map((period) => (
        <rect key={period.from} className={`clock-${period.what}`} {...bar(period)} y="7" height="9" />
      ))}
      {limit !== null && <rect className="clock-due" x={Math.min(x(limit), WIDTH - 2)} y="4" width="2" height="16" />}
    </svg>
  );
}

/** The periods of each clock, which explain every minute it has counted. */
function Periods({ clocks, now }: Props) {
  return (
    <details className="clock-periods">
      <summary>{say.howTimeWasCounted}</summary>
      <p>{say.timelineLegend}</p>
      {clocks.map(({ metric, periods }) => (
        <table key={metric}>
          <caption>{say.metrics[metric]}</caption>
          <thead>
            <tr>
              {[say.when, say.period, say.counted].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map(({ from, until, what, status, open }) => (
              <tr key={from}>
                <td>{say.fromUntil(<Minute at={from} />, until < now ? <Minute at={until} /> : say.now)}</td>
                <td className={`clock-key-${what}`}>{status === null ? say.periods[what] : say.pausedIn(status)}</td>
                <td>{formatTarget(what === "counted" ? open : 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}
