import { Time } from "~/ui/time";
import * as say from "../rules-copy";
import type { Rehearsal } from "./rehearse.server";

/** A rule's rehearsal over the last 30 days. */
export const RehearsalResult = ({ result, now }: { result: Rehearsal; now: number }) => (
  <section className="settings-part" aria-labelledby="rehearsal" role="status">
    <h2 id="rehearsal">{say.rehearsal}</h2>
    <p>{summaryOf(result)}</p>
    <p className="field-hint">{say.nothingWasChanged}</p>
    {result.partly && <p>{say.onlyNewest}</p>}
    {result.listed.length > 0 && (
      <table className="table" aria-label={say.rehearsal}>
        <thead>
          <tr>
            <th scope="col">{say.at}</th>
            <th scope="col">{say.task}</th>
            <th scope="col">{say.actions}</th>
          </tr>
        </thead>
        <tbody>
          {result.listed.map(({ at, task, did }) => (
            <tr key={`${at} ${task?.id}`}>
              <td data-label={say.at}>
                <Time at={at} now={now} />
              </td>
              <td data-label={say.task}>
                {task ? (
                  <a href={`/tasks/${task.id}`}>
                    #{task.id} {task.title}
                  </a>
                ) : (
                  "–"
                )}
              </td>
              <td data-label={say.actions}>{did.join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);

function summaryOf({ runs, tasks }: { runs: number; tasks: number }): string {
  if (runs === 0) return say.wouldNotHaveActed;
  const times = say.timesOf(runs);
  return tasks === 0 ? say.wouldHaveActed(times) : say.wouldHaveActedOn(times, say.tasksOf(tasks));
}
