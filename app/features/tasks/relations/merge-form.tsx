import type { Refusal } from "~/lib/refusal";
import { allOf } from "~/lib/text";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import { StatusMark } from "~/ui/status";
import { Tag } from "~/ui/tag";
import { Time } from "~/ui/time";
import { statusOf } from "../task-words";
import type { MergePreview, MergeSide } from "./merge-page.server";

/** `chosen`: there is such a task, and what is to be done next stands below. */
type MergeIntoProps = { taskId: number; into: string; message: string | null; chosen: boolean };

/** Asks for the task to merge into. A link with its number is as good. */
export function MergeInto({ taskId, into, message, chosen }: MergeIntoProps) {
  const refusal = message === null ? null : { values: { into }, errors: { into: [message] }, formErrors: [] };
  return (
    <form method="get" className="field-line" aria-label="Merge into">
      <TextField
        label={`Merge #${taskId} into`}
        name="into"
        required
        placeholder="#1042"
        defaultValue={into}
        autoComplete="off"
        refusal={refusal}
      />
      <Button look={chosen ? "plain" : "primary"}>Look at both</Button>
    </form>
  );
}

type Props = {
  preview: Extract<MergePreview, { ok: true }>;
  /** UTC milliseconds. */
  now: number;
  refusal: Refusal | null | undefined;
};

/** Both tasks beside each other, what moves, and the one question: whether the source's requester stays. */
export function MergeForm({ preview: { source, target, fields, mayStay, obstacle }, now, refusal }: Props) {
  const becomesConfidential = source.confidential && !target.confidential;
  return (
    <PageForm className="merge" aria-label={`Merge #${source.id} into #${target.id}`}>
      <FormErrors refusal={refusal} />
      {obstacle !== null && !refusal && <Notice kind="error">{obstacle}</Notice>}
      <div className="merge-sides">
        <Side task={source} now={now} words="This one closes" />
        <Side task={target} now={now} words="This one takes it in" />
      </div>
      <ul className="merge-effects">
        <li>{whatMoves(source)}</li>
        {fields.moving.length > 0 && (
          <li>
            {allOf(fields.moving)} of #{source.id} {fields.moving.length === 1 ? "moves" : "move"}, because #{target.id}{" "}
            has nothing there.
          </li>
        )}
        {fields.left.length > 0 && (
          <li>
            #{target.id} keeps its own {allOf(fields.left)}; what #{source.id} has there is only seen again when the
            merge is taken back.
          </li>
        )}
        <li>
          #{source.id} is closed, leaves lists and search, and its number leads to #{target.id}.
        </li>
        {mayStay && (
          <li>
            {target.requester.name}, who asked for #{target.id}, can read what {source.requester.name} wrote and was
            told.
          </li>
        )}
        {becomesConfidential && (
          <li>
            #{target.id} becomes confidential, because #{source.id} is: on the desk only its team, its assignee and
            admins still see it.
          </li>
        )}
        <li>It can be taken back: for 10 minutes by you, for 30 days by leads and admins.</li>
      </ul>
      <input type="hidden" name="into" value={target.id} />
      <input type="hidden" name="version" value={source.version} />
      <input type="hidden" name="intoVersion" value={target.version} />
      {mayStay && (
        <label className="checkbox">
          <input type="checkbox" name="keep" value="yes" defaultChecked={refusal?.values.keep === "yes"} />
          <span>
            {source.requester.name} (requester of #{source.id}) stays in the conversation. Otherwise they no longer see
            any of it.
          </span>
        </label>
      )}
      <div className="buttons">
        <Button look="primary" disabled={obstacle !== null}>
          Merge #{source.id} into #{target.id}
        </Button>
        <ButtonLink look="quiet" href={`/tasks/${target.id}/merge?into=${source.id}`}>
          The other way round
        </ButtonLink>
        <ButtonLink look="quiet" href={`/tasks/${source.id}`}>
          Cancel
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
        <dt>Status</dt>
        <dd>
          <StatusMark category={status.category} name={status.name} colour={status.colour} />
        </dd>
        <dt>Requester</dt>
        <dd>{task.requester.name}</dd>
        <dt>Assignee</dt>
        <dd>{task.assignee ?? "Nobody"}</dd>
        <dt>Opened</dt>
        <dd>
          <Time at={task.createdAt} now={now} />
        </dd>
        <dt>Conversation</dt>
        <dd>{conversationOf(task)}</dd>
        {task.tags.length > 0 && (
          <>
            <dt>Tags</dt>
            <dd>
              {task.tags.map((tag) => (
                <Tag key={tag} name={tag} />
              ))}
            </dd>
          </>
        )}
        {task.confidential && (
          <>
            <dt>Confidential</dt>
            <dd>Yes</dd>
          </>
        )}
      </dl>
    </section>
  );
}

const some = (count: number, one: string, many = `${one}s`) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const conversationOf = ({ counts: { messages, notes } }: MergeSide) =>
  notes === 0 ? some(messages, "message") : `${some(messages, "message")}, ${some(notes, "note")}`;

function whatMoves(source: MergeSide): string {
  const { attachments, checklist, drafts } = source.counts;
  const more = [
    ...(attachments > 0 ? [some(attachments, "attachment")] : []),
    ...(checklist > 0 ? [some(checklist, "checklist item")] : []),
    ...(drafts > 0 ? [some(drafts, "unfinished draft")] : []),
  ];
  return `${[conversationOf(source), ...more].join(", ")}, its tags, people in copy, watchers, links and sub-tasks move.`;
}
