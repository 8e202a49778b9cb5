import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import * as say from "./service-levels-copy";
import { formatTarget } from "./target-duration";
import type { TaskClock } from "./task-clocks.server";

type Props = { clocks: readonly TaskClock[]; now: number };

/** The clocks of a task on the agents' page. */
export function TaskClocks({ clocks, now }: Props) {
  if (clocks.length === 0) return null;
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
          {clock.pausedBy !== null && <p>{say.pausedBy(clock.pausedBy)}</p>}
          {clock.retargeted && <p>{say.retargeted}</p>}
          <Timeline clock={clock} now={now} />
        </div>
      ))}
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

/**
 * Opening hours above, what counted and what paused below, and the due time. The table says the same to screen readers; a
 * control to open it would be one more on a page that has enough.
 */
function Timeline({ clock, now }: { clock: TaskClock; now: number }) {
  const { periods, openings, startedAt, dueAt } = clock;
  const end = Math.max(periods.at(-1)?.until ?? startedAt, dueAt ?? 0);
  if (periods.length === 0 || end <= startedAt) return null;
  const x = (at: number) => Math.round(((at - startedAt) / (end - startedAt)) * WIDTH * 10) / 10;
  const bar = ({ from, until }: { from: number; until: number }) => ({
    x: x(from),
    width: Math.max(0.5, Math.round((x(until) - x(from)) * 10) / 10),
  });
  return (
    <div className="clock-timeline">
      <svg viewBox={`0 0 ${WIDTH} 20`} aria-hidden="true">
        {openings.map((open) => (
          <rect key={open.from} className="clock-open" {...bar(open)} y="0" height="4" />
        ))}
        {periods.map((period) => (
          <rect key={period.from} className={`clock-${period.what}`} {...bar(period)} y="7" height="9" />
        ))}
        {dueAt !== null && <rect className="clock-due" x={Math.min(x(dueAt), WIDTH - 2)} y="4" width="2" height="16" />}
      </svg>
      {/* A table never gets smaller than its words. */}
      <div className="unseen">
        <table>
          <caption>{say.timeline}</caption>
          <thead>
            <tr>
              {[say.from, say.until, say.period, say.openTime].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map(({ from, until, what, status, open }) => (
              <tr key={from}>
                <td>
                  <Time at={from} now={now} />
                </td>
                <td>{until < now ? <Time at={until} now={now} /> : say.now}</td>
                <td>{status === null ? say.periods[what] : say.pausedIn(status)}</td>
                <td>{formatTarget(open)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
