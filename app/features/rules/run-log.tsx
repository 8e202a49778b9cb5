import { undoAddress } from "~/features/history/undo-rules";
import { Button, ButtonLink } from "~/ui/button";
import { Time } from "~/ui/time";
import { ruleHref } from "./rules";
import type { RunLog as Page } from "./rules.server";
import * as say from "./rules-copy";

/** A rule's runs, newest first, with undo. */
export function RunLog({ ruleId, page, now }: { ruleId: number; page: Page; now: number }) {
  return (
    <section className="settings-part run-log" aria-labelledby="run-log">
      <h2 id="run-log">{say.runLog}</h2>
      {page.runs.length === 0 ? (
        <p>{say.noRunsYet}</p>
      ) : (
        <form method="post" data-keeps-scroll>
          <table className="table" aria-label={say.runLog}>
            <thead>
              <tr>
                <th scope="col">{say.at}</th>
                <th scope="col">{say.task}</th>
                <th scope="col">{say.actions}</th>
                <th scope="col">{say.result}</th>
              </tr>
            </thead>
            <tbody>
              {page.runs.map((run) => (
                <tr key={run.id}>
                  <td data-label={say.at}>
                    <Time at={run.at} now={now} />
                  </td>
                  <td data-label={say.task}>
                    {run.task ? (
                      <a href={`/tasks/${run.task.id}`}>
                        #{run.task.id} {run.task.title}
                      </a>
                    ) : (
                      "–"
                    )}
                  </td>
                  <td data-label={say.actions}>
                    {run.did.join("; ")}
                    <p className="field-hint">{say.because(run.because)}</p>
                  </td>
                  <td data-label={say.result}>
                    {run.undone ? say.undone : say.OUTCOMES[run.outcome]}{" "}
                    {run.undo && (
                      <Button
                        look="quiet"
                        formAction={undoAddress(run.undo.taskId, run.undo.changeSetId, ruleHref(ruleId))}
                      >
                        {say.undo}
                        <span className="unseen"> #{run.undo.taskId}</span>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </form>
      )}
      {page.older !== null && (
        <ButtonLink look="quiet" href={`${ruleHref(ruleId)}?before=${page.older}#run-log`}>
          {say.showOlderRuns}
        </ButtonLink>
      )}
    </section>
  );
}
