import { formatNumber } from "~/lib/numbers";
import { Notice } from "~/ui/notice";
import { SectionHeader } from "~/ui/page-header";
import { metrics } from "../policies/policies-copy";
import { METRICS } from "../service-levels";
import type { Attainment } from "./what-if";
import type { TrialResult as Result } from "./what-if.server";
import * as say from "./what-if-copy";

/** How a change would have affected the last 90 days. */
export function TrialResult({ result }: { result: Result }) {
  const { tasks, attainment, differing, listed } = result;
  return (
    <section className="trial stack" aria-labelledby="trial">
      <SectionHeader title={say.result} id="trial" />
      <Notice answers={result}>
        <p>{tasks === 0 ? say.noTasks : say.tasksReplayed(formatNumber(tasks))}</p>
        {tasks > 0 && <p>{differing === 0 ? say.nothingDiffers : say.tasksDiffer(formatNumber(differing))}</p>}
        <p>{say.nothingWritten}</p>
      </Notice>
      {tasks > 0 && (
        <table className="table teams" aria-label={say.attainment}>
          <thead>
            <tr>
              <th scope="col">{say.attainment}</th>
              <th scope="col">{say.before}</th>
              <th scope="col">{say.after}</th>
            </tr>
          </thead>
          <tbody>
            {METRICS.map((metric) => (
              <tr key={metric}>
                <th scope="row">{metrics[metric]}</th>
                <td data-label={say.before}>{percentOf(attainment[metric].before)}</td>
                <td data-label={say.after}>{percentOf(attainment[metric].after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {listed.length > 0 && (
        <>
          {listed.length < differing && <p>{say.firstListed(listed.length)}</p>}
          <table className="table teams" aria-label={say.differingTasks}>
            <thead>
              <tr>
                <th scope="col">{say.task}</th>
                <th scope="col">{say.outcome}</th>
              </tr>
            </thead>
            <tbody>
              {listed.map(({ id, title, changes }) => (
                <tr key={id}>
                  <th scope="row">
                    <a className="row-link" href={`/tasks/${id}`}>
                      #{id} {title}
                    </a>
                  </th>
                  <td>
                    {changes.map(({ metric, from, to }) => (
                      <div key={metric}>{say.change(metrics[metric], say.outcomes[from], say.outcomes[to])}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

/** Rounded down, so that 100 % means all. */
function percentOf({ met, decided }: Attainment): string {
  if (decided === 0) return say.noneDecided;
  return say.metOf(Math.floor((met / decided) * 100), formatNumber(met), formatNumber(decided));
}
