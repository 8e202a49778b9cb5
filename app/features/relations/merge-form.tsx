import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { allOf } from "~/lib/text";
import { StatusMark, Tag } from "~/ui/badges";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm } from "~/ui/page-form";
import { Time } from "~/ui/time";
import type { MergePreview, MergeSide } from "./merge-page.server";
import * as say from "./relations-copy";

/** Sent by the button, not while words are typed: compares with the only task that matches. */
export const COMPARE = "compare";

/** A task offered by title, to merge with or to link to. */
export type FoundTask = { id: number; title: string; status: StatusKey; requester: string };

type MergePartsProps = Omit<MergeIntoProps, "chosen"> & {
  /** Tasks that match the words typed. */
  found: readonly FoundTask[];
  preview: MergePreview | null;
  now: number;
  refusal: Refusal | null | undefined;
};

/** Chooses the task to merge into, by number or title, then previews the merge. */
export function MergeParts({ taskId, into, message, found, preview, now, refusal }: MergePartsProps) {
  return (
    <>
      <MergeInto taskId={taskId} into={into} message={message} chosen={preview !== null} />
      {found.length > 0 && (
        <ul className="related-list" aria-label={say.matchingTasks}>
          {found.map(({ id, title, status, requester }) => (
            <li key={id}>
              <a href={`/tasks/${taskId}/merge?into=${id}`}>{title}</a> <span className="task-id">#{id}</span>{" "}
              <StatusMark
                category={statusOf(status).category}
                name={statusOf(status).name}
                colour={statusOf(status).colour}
              />{" "}
              <span className="bulk-small">{requester}</span>
            </li>
          ))}
        </ul>
      )}
      {preview && (
        <MergeForm key={`${preview.source.version} ${preview.target.version}`} {...{ preview, now, refusal }} />
      )}
    </>
  );
}

/** `chosen`: the task exists, so the merge form below has the primary button. */
type MergeIntoProps = { taskId: number; into: string; message: string | null; chosen: boolean };

/** Form for the task to merge into. It sends a GET, so a link with `?into=` works too. */
function MergeInto({ taskId, into, message, chosen }: MergeIntoProps) {
  const refusal = message === null ? null : { values: { into }, errors: { into: [message] }, formErrors: [] };
  return (
    <form method="get" action={`/tasks/${taskId}/merge`} className="field-line" aria-label={say.mergeInto}>
      <TextField
        label={say.mergeTaskInto(taskId)}
        name="into"
        required
        placeholder={say.numberOrTitle}
        defaultValue={into}
        autoComplete="off"
        refusal={refusal}
      />
      <Button look={chosen ? "plain" : "primary"} name={COMPARE} value="yes">
        {say.compareTasks}
      </Button>
    </form>
  );
}

type Props = {
  preview: MergePreview;
  /** UTC milliseconds. */
  now: number;
  refusal: Refusal | null | undefined;
};

/** Compares both tasks, lists what moves and asks whether the source's requester stays. */
function MergeForm({ preview, now, refusal }: Props) {
  const { source, target, fields, taken, status, noAccess, mayStay, closes, obstacle } = preview;
  return (
    <PageForm className="merge" aria-label={say.mergeThisInto(source.id, target.id)}>
      <FormErrors refusal={refusal} />
      {obstacle !== null && !refusal && <Notice kind="error">{obstacle}</Notice>}
      <div className="merge-sides">
        <Side task={source} now={now} words={say.willBeClosed} />
        <Side task={target} now={now} words={say.willBeKept} />
      </div>
      <ul className="merge-effects">
        <li>{describeMoves(source)}</li>
        {taken.length > 0 && <li>{say.targetGets(target.id, allOf(taken), source.id)}</li>}
        {status !== null && <li>{say.movesToStatus(target.id, status)}</li>}
        {noAccess !== null && <li>{say.assigneeHasNoAccess(noAccess, target.id)}</li>}
        {fields.moving.length > 0 && (
          <li>{say.movesToEmptyFields(allOf(fields.moving), fields.moving.length, source.id, target.id)}</li>
        )}
        {fields.left.length > 0 && <li>{say.keepsOwnValues(target.id, allOf(fields.left), source.id)}</li>}
        <li>{say.sourceCloses(source.id, target.id)}</li>
        {mayStay && <li>{say.requesterCanRead(target.requester.name, target.id, source.requester.name)}</li>}
        {closes !== null && (
          <li>
            {closes === "team"
              ? say.becomesConfidentialByTeam(target.id, source.id)
              : say.becomesConfidential(target.id, source.id)}
          </li>
        )}
        {preview.shutsOut && <li>{say.youLoseAccess(target.id)}</li>}
        <li>{say.undoMergeHint}</li>
      </ul>
      <input type="hidden" name="into" value={target.id} />
      <input type="hidden" name="version" value={source.version} />
      <input type="hidden" name="intoVersion" value={target.version} />
      {mayStay && (
        <label className="checkbox">
          <input type="checkbox" name="keep" value="yes" defaultChecked={refusal?.values.keep === "yes"} />
          <span>{say.keepRequester(source.requester.name, source.id)}</span>
        </label>
      )}
      <div className="buttons">
        <Button look="primary" disabled={obstacle !== null}>
          {say.mergeThisInto(source.id, target.id)}
        </Button>
        <ButtonLink look="quiet" href={`/tasks/${target.id}/merge?into=${source.id}`}>
          {say.swapTasks}
        </ButtonLink>
        <ButtonLink look="quiet" href={`/tasks/${source.id}`}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

function Side({ task, words, now }: { task: MergeSide; words: string; now: number }) {
  const status = statusOf(task.status);
  return (
    <section className="merge-side" aria-label={`#${task.id}`}>
      <p className="merge-side-words">{words}</p>
      <h2>
        <a href={`/tasks/${task.id}`}>{task.title}</a> <span className="task-id">#{task.id}</span>
      </h2>
      <dl className="facts">
        <dt>{say.status}</dt>
        <dd>
          <StatusMark category={status.category} name={status.name} colour={status.colour} />
        </dd>
        <dt>{say.requester}</dt>
        <dd>{task.requester.name}</dd>
        <dt>{say.assignee}</dt>
        <dd>{task.assignee ?? say.noAssignee}</dd>
        <dt>{say.opened}</dt>
        <dd>
          <Time at={task.createdAt} now={now} />
        </dd>
        <dt>{say.conversation}</dt>
        <dd>{conversationOf(task)}</dd>
        {task.first !== null && (
          <>
            <dt>{say.firstMessage}</dt>
            <dd dir="auto">{task.first}</dd>
          </>
        )}
        {task.last !== null && (
          <>
            <dt>{say.lastMessage}</dt>
            <dd dir="auto">{task.last}</dd>
          </>
        )}
        {task.tags.length > 0 && (
          <>
            <dt>{say.tags}</dt>
            <dd>
              {task.tags.map((tag) => (
                <Tag key={tag} name={tag} />
              ))}
            </dd>
          </>
        )}
        {task.confidential && (
          <>
            <dt>{say.confidential}</dt>
            <dd>{say.yes}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

const conversationOf = ({ counts: { messages, notes } }: MergeSide) =>
  [say.messageCount(messages), ...(notes > 0 ? [say.noteCount(notes)] : [])].join(", ");

function describeMoves(source: MergeSide): string {
  const { attachments, checklist, drafts } = source.counts;
  const more = [
    ...(attachments > 0 ? [say.attachmentCount(attachments)] : []),
    ...(checklist > 0 ? [say.checklistItemCount(checklist)] : []),
    ...(drafts > 0 ? [say.draftCount(drafts)] : []),
  ];
  return say.alsoMoves([conversationOf(source), ...more].join(", "));
}
