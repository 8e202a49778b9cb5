import { TASK_LIMITS } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { Time } from "~/ui/time";
import * as say from "./relations-copy";
import type { OfferedMessage } from "./split.server";

type Props = {
  task: { id: number; title: string; confidential: boolean };
  messages: readonly OfferedMessage[];
  older: number | null;
  /** A message to tick at first. */
  chosen: number | null;
  /** UTC milliseconds. */
  now: number;
  requestKey: string;
  refusal: Refusal | null | undefined;
};

export function SplitForm({ task, messages, older, chosen, now, requestKey, refusal }: Props) {
  const ticked = new Set((refusal?.values.message ?? String(chosen)).split(","));
  return (
    <PageForm className="form split" aria-label={say.split}>
      <FormErrors refusal={refusal} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <TextField
        label={say.newTaskTitle}
        name="title"
        required
        maxLength={TASK_LIMITS.title * 2}
        defaultValue={task.title}
        autoComplete="off"
        refusal={refusal}
      />
      {older !== null && (
        <p>
          <a className="button" href={`/tasks/${task.id}/split?before=${older}`}>
            {say.showOlderMessages}
          </a>
        </p>
      )}
      <fieldset className="split-messages">
        <legend className="field-label">{say.messagesToCopy}</legend>
        {messages.map(({ id, isNote, author, at, text, splitInto }) => (
          <label key={id} className={isNote ? "checkbox split-note" : "checkbox"}>
            <input type="checkbox" name="message" value={id} defaultChecked={ticked.has(String(id))} />
            <span>
              <b>{author ?? say.taskdesk}</b> {isNote && <span className="split-small">{say.internalNote}</span>}{" "}
              <span className="split-small">
                <Time at={at} now={now} />
                {splitInto && ` · ${say.alreadySplitOff}`}
              </span>
              <span className="split-text">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="split-small">
        {say.newTaskHint}
        {task.confidential && ` ${say.newTaskIsConfidential}`}
      </p>
      <div className="buttons">
        <Button look="primary">{say.splitIntoANewTask}</Button>
        <ButtonLink look="quiet" href={`/tasks/${task.id}`}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
