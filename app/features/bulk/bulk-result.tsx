import { formatNumber } from "~/lib/format-number";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { SectionHeader } from "~/ui/page-header";
import type { ReadBulkChange } from "./bulk-read.server";
import { bulkHref, tasksInWords } from "./bulk-words";

/** How far a bulk change is that goes on; to be looked at again by loading the page. */
export function BulkProgress({ bulk: { id, total, changed, skipped } }: { bulk: ReadBulkChange }) {
  const done = changed + skipped;
  return (
    <div className="bulk-progress" role="status">
      <progress max={total} value={done} aria-label="Progress" />
      <p>
        {formatNumber(done)} of {tasksInWords(total)} done. You can go on working meanwhile.
      </p>
      <form method="post" action={`${bulkHref(id)}/cancellation`} className="buttons">
        <ButtonLink href={bulkHref(id)}>Look again</ButtonLink>
        <Button look="quiet">Stop here</Button>
      </form>
    </div>
  );
}

/** What a bulk change has changed, what it has not, and why. */
export function BulkResult({ bulk }: { bulk: ReadBulkChange }) {
  const { id, total, changed, skipped, cancelled, undone, mayUndo, undoes, reasons, rows, hidden, next, back } = bulk;
  const left = total - changed - skipped;
  return (
    <>
      {undone !== null && (
        <Notice>
          This was taken back. <a href={bulkHref(undone)}>See what came of that</a>
        </Notice>
      )}
      {cancelled && <Notice kind="warning">Stopped: {tasksInWords(left)} stayed as they were.</Notice>}
      <p className="bulk-sum">
        <b>
          {tasksInWords(changed)} {undoes === null ? "changed" : "taken back"}
        </b>
        {skipped > 0 && `, ${formatNumber(skipped)} skipped`}.
      </p>
      <form method="post" action={`${bulkHref(id)}/undo`} className="buttons">
        <ButtonLink look="primary" href={back}>
          Back to the list
        </ButtonLink>
        {mayUndo && <Button>Undo all of it</Button>}
      </form>
      {reasons.length > 0 && (
        <section aria-labelledby="skipped">
          <SectionHeader title="Why tasks were skipped" id="skipped" />
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
        <table className="table bulk-rows" aria-label="Tasks">
          <thead>
            <tr>
              <th>Task</th>
              <th>What came of it</th>
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
                  {row.changed ? `${undoes === null ? "Changed" : "Taken back"}. ` : "Skipped. "}
                  {row.reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        hidden === 0 && <EmptyState title="Nothing was changed">There were no tasks to change any more.</EmptyState>
      )}
      {hidden > 0 && <p className="bulk-small">{tasksInWords(hidden)} you do not see any more.</p>}
      {next && (
        <nav className="pagination" aria-label="Pages">
          <a className="button" rel="next" href={`${bulkHref(id)}?after=${next}`}>
            Next page
          </a>
        </nav>
      )}
    </>
  );
}
