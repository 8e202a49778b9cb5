import * as terms from "~/features/tasks/tasks-copy";
import { formatNumber } from "~/lib/numbers";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { SectionHeader } from "~/ui/page-header";
import { bulkHref } from "./bulk";
import * as say from "./bulk-copy";
import type { ReadBulkChange } from "./bulk-read.server";

/** Progress of a running bulk change. Without scripts, a link reloads it. */
export function BulkProgress({ bulk: { id, total, changed, skipped } }: { bulk: ReadBulkChange }) {
  const done = changed + skipped;
  return (
    <div className="bulk-progress" role="status">
      <progress max={total} value={done} aria-label={say.progress} />
      <p>{say.doneSoFar(done, total)}</p>
      <form method="post" action={`${bulkHref(id)}/cancellation`} className="buttons">
        <ButtonLink href={bulkHref(id)}>{say.refreshProgress}</ButtonLink>
        <Button look="quiet">{say.stopChange}</Button>
      </form>
    </div>
  );
}

export function BulkResult({ bulk }: { bulk: ReadBulkChange }) {
  const { id, total, changed, skipped, cancelled, undone, mayUndo, undoes, reasons, rows, hidden, next, back } = bulk;
  const left = total - changed - skipped;
  return (
    <>
      {undone !== null && (
        <Notice>
          {say.changeWasUndone((words) => (
            <a href={bulkHref(undone)}>{words}</a>
          ))}
        </Notice>
      )}
      {cancelled && <Notice kind="warning">{say.stoppedAndLeft(left)}</Notice>}
      <p className="bulk-sum">
        {say.resultSummary(
          <b>{undoes === null ? say.changed(changed) : say.undoneInTasks(changed)}</b>,
          skipped > 0 ? formatNumber(skipped) : null,
        )}
      </p>
      <form method="post" action={`${bulkHref(id)}/undo`} className="buttons">
        <ButtonLink look="primary" href={back}>
          {say.backToTheList}
        </ButtonLink>
        {mayUndo && <Button>{say.undoBulkChange}</Button>}
      </form>
      {reasons.length > 0 && (
        <section aria-labelledby="skipped">
          <SectionHeader title={say.whyTasksWereSkipped} id="skipped" />
          <ul className="bulk-reasons">
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                <b>{formatNumber(count)}</b> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {rows.length > 0 ? (
        <table className="table bulk-rows" aria-label={terms.tasks}>
          <thead>
            <tr>
              <th>{terms.task}</th>
              <th>{say.result}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="bulk-task">
                  <a className="row-link" href={`/tasks/${row.id}`}>
                    {row.title}
                  </a>{" "}
                  <span className="task-id">#{row.id}</span>
                </td>
                <td className={row.changed ? "bulk-outcome" : "bulk-outcome is-skipped"}>
                  {row.changed ? (undoes === null ? say.taskChanged : say.taskUndone) : say.taskSkipped} {row.reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        hidden === 0 && <EmptyState title={say.nothingWasChanged}>{say.noTasksLeftToChange}</EmptyState>
      )}
      {hidden > 0 && <p className="bulk-small">{say.hiddenTasks(hidden)}</p>}
      {next && (
        <nav className="pagination" aria-label={say.pages}>
          <a className="button" rel="next" href={`${bulkHref(id)}?after=${next}`}>
            {say.nextPage}
          </a>
        </nav>
      )}
    </>
  );
}
