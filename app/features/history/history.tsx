import { createElement, Fragment } from "react";
import type { Sentence } from "~/features/tasks/history-sentence";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { FoldedSection } from "~/ui/page-header";
import { Time } from "~/ui/time";
import * as say from "./history-copy";
import type { HistoryPage, ShownEntry } from "./history-page.server";
import { historyHref } from "./history-page-url";
import { undoAddress } from "./undo-rules";

/** `desk`: the desk's name, which automatic changes are credited to. */
type Props = { taskId: number; page: HistoryPage; now: number; desk: string };

/** The task's changes, oldest first, with undo buttons. Can show the history of a task merged into this one instead. */
export function History({ taskId, page, now, desk }: Props) {
  return (
    <FoldedSection
      title={page.of ? say.historyOfMerged(page.of) : say.history}
      id="history"
      count={say.changeCount(page.entries.length, page.older !== null || !page.isNewest)}
      opens={page.of !== null || !page.isNewest}
    >
      <p>
        {page.of ? (
          <a href={historyHref(taskId)}>{say.historyOf(taskId)}</a>
        ) : (
          <a href={`/search/explanation?task=${taskId}`}>{say.listsWithThisTask}</a>
        )}
      </p>
      {page.older && (
        <p className="conversation-more">
          <a className="button button-quiet" href={historyHref(taskId, { before: page.older, of: page.of })}>
            {say.showEarlier}
          </a>
        </p>
      )}
      {page.entries.some((entry) => entry.undo) ? (
        // One form for all undo buttons: each has its own formAction.
        <PageForm data-keeps-scroll>
          <Entries {...{ taskId, page, now, desk }} />
        </PageForm>
      ) : (
        <Entries {...{ taskId, page, now, desk }} />
      )}
      {!page.isNewest && (
        <p className="conversation-more">
          <a className="button button-quiet" href={historyHref(taskId, { of: page.of })}>
            {say.showTheNewest}
          </a>
        </p>
      )}
    </FoldedSection>
  );
}

function Entries({ taskId, page, now, desk }: Props) {
  return (
    <ol className="history">
      {page.entries.map((entry) => (
        <li key={entry.id}>
          <EntryWords entry={entry} desk={desk} />{" "}
          <span className="history-when">
            <Time at={entry.at} now={now} />
            {entry.undo && (
              <Button look="quiet" className="history-undo" formAction={undoAddress(taskId, entry.undo.changeSetId)}>
                {say.undo} <span className="unseen">{entry.undo.about}</span>
              </Button>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function EntryWords({ entry, desk }: { entry: ShownEntry; desk: string }) {
  const who = <b>{entry.actor ?? (entry.via === "import" ? say.someone : desk)}</b>;
  const { undoing, after } = entry;
  if (entry.changes.length <= 2) {
    return (
      <span>
        {who} {undoing && `${undoing} `}
        {entry.changes.map((change, index) => (
          <Fragment key={change.id}>
            {index > 0 && (change.by === null ? "; " : ` ${say.and} `)}
            <OneChange change={change} desk={desk} />
          </Fragment>
        ))}
        {after && ` ${after}`}
      </span>
    );
  }
  return (
    <div>
      {who} {undoing ?? say.madeSeveralChanges}
      <ul className="history-changes">
        {entry.changes.map((change) => (
          <li key={change.id}>
            <OneChange change={change} desk={desk} />
          </li>
        ))}
      </ul>
      {after && ` ${after}`}
    </div>
  );
}

/** Names the desk as the author of automatic changes. */
function OneChange({ change: { by, says }, desk }: { change: ShownEntry["changes"][number]; desk: string }) {
  return (
    <>
      {by === null && (
        <>
          <b>{desk}</b>{" "}
        </>
      )}
      {createElement(Fragment, null, ...says.map(pieceOf))}
    </>
  );
}

function pieceOf(piece: Sentence[number]) {
  if (typeof piece === "string") return piece;
  if ("was" in piece) return <del>{piece.was}</del>;
  if ("is" in piece) return <ins>{piece.is}</ins>;
  if ("text" in piece) return <q>{piece.text}</q>;
  const { task, here } = piece;
  return <a href={here ? historyHref(here, { of: task }) : `/tasks/${task}`}>#{task}</a>;
}
