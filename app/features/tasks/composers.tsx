import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { fieldId, hintIdOf, SelectField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { RequestKeyField } from "~/ui/request-key";
import { FileField } from "./attachments/file-field.island";
import { type Drafted, DraftLine } from "./drafts/draft-line";
import { MessageField, writingHint } from "./messages/message-field";
import { REPLY_FORM } from "./sending/held-reply";
import { Recipients } from "./sending/recipients";
import type { Recipient } from "./sending/recipients.server";
import type { Unfinished } from "./status/in-the-way.server";
import { ResolveAnyway, UnfinishedNotice } from "./status/unfinished";
import { type StatusKey, statusOf } from "./task-words";

type Shared = {
  requestKey: string;
  refusal: Refusal | null | undefined;
  drafted: Drafted;
};

type ReplyProps = Shared & { seen: string; held: boolean };

/** Text and files of a message. What can be written is told once, behind a word: on a phone it would be half the form. */
function Writing({
  label,
  name,
  required,
  refusal,
  drafted: { place, draft },
  mentionsOn,
}: Pick<Shared, "refusal" | "drafted"> & {
  label: string;
  name: string;
  required: boolean;
  mentionsOn: number | undefined;
}) {
  const hintId = hintIdOf(name);
  const tip = (
    <p className="field-hint" id={hintId}>
      {writingHint(mentionsOn !== undefined)}
    </p>
  );
  return (
    <>
      <MessageField {...{ label, name, required, refusal, mentionsOn, hintId }} />
      <FileField place={place} files={draft?.files ?? []} refusal={refusal} tips={tip} />
    </>
  );
}

/**
 * Writes to the requester. `held` once somebody else's message arrived meanwhile: the next sending is on purpose.
 * Children are the buttons, which differ by who writes.
 */
function ReplyForm({
  requestKey,
  refusal,
  seen,
  held,
  unfinished = null,
  recipients = [],
  hint,
  required,
  drafted,
  mentionsOn,
  children,
}: ReplyProps & {
  unfinished?: Unfinished | null;
  recipients?: readonly Recipient[];
  hint?: string;
  required: boolean;
  mentionsOn?: number | undefined;
  children: ReactNode;
}) {
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      id={REPLY_FORM}
      className="composer composer-reply"
      aria-label="Reply"
      preventScrollReset
    >
      <p className="composer-title">
        <Icon name="reply" />
        Reply {hint && <span>{hint}</span>}
      </p>
      <Recipients people={recipients} />
      <FormErrors refusal={held || unfinished ? null : refusal} />
      {unfinished && <UnfinishedNotice unfinished={unfinished} />}
      {held && (
        <Notice kind="warning">
          A new message arrived above while you were writing. Read it, then change your reply or send it as it is.
        </Notice>
      )}
      <input type="hidden" name="form" value="reply" />
      <input type="hidden" name="seen" value={seen} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <Writing label="Your reply" name="body" {...{ required, refusal, drafted, mentionsOn }} />
      {children}
      <DraftLine drafted={drafted} />
    </Form>
  );
}

/** An agent's reply, with the status the task takes by it. */
export function AgentReply({
  choices,
  afterReply,
  asRequester,
  ...rest
}: ReplyProps & {
  choices: readonly StatusKey[];
  afterReply: string;
  asRequester: boolean;
  recipients: readonly Recipient[];
  unfinished: Unfinished | null;
}) {
  const mentions = { mentionsOn: rest.drafted.place.taskId ?? undefined };
  const sendButton = (
    <Button
      icon="reply"
      {...(!rest.unfinished && { look: "primary" })}
      {...(rest.held && { name: "anyway", value: "yes" })}
    >
      {rest.held ? "Send anyway" : "Send reply"}
    </Button>
  );
  if (asRequester) {
    return (
      <ReplyForm {...rest} {...mentions} hint="you asked for this yourself" required>
        <div className="buttons">{sendButton}</div>
      </ReplyForm>
    );
  }
  return (
    <ReplyForm {...rest} {...mentions} required>
      <div className="buttons">
        {rest.unfinished && <ResolveAnyway>Send and resolve anyway</ResolveAnyway>}
        {sendButton}
        <SelectField
          label="Status after the reply"
          name="after"
          defaultValue={choices.some((key) => key === afterReply) ? afterReply : "keep"}
          refusal={rest.refusal}
        >
          <option value="keep">Leave as it is</option>
          {choices.map((key) => (
            <option key={key} value={key}>
              {statusOf(key).name}
            </option>
          ))}
        </SelectField>
      </div>
    </ReplyForm>
  );
}

/** A requester's reply. Where it decides about the status they say which it is: nobody guesses. */
export function RequesterReply({ status, reopens, ...rest }: ReplyProps & { status: StatusKey; reopens: boolean }) {
  const { category } = statusOf(status);
  const anyway = rest.held && <input type="hidden" name="anyway" value="yes" />;
  if (category === "resolved") {
    return (
      <ReplyForm {...rest} hint="is it solved?" required={false}>
        {anyway}
        <div className="buttons">
          <Button look="primary" name="outcome" value="solved">
            Thanks, it is solved
          </Button>
          <Button name="outcome" value="not_solved">
            It is not solved
          </Button>
        </div>
      </ReplyForm>
    );
  }
  if (category === "closed") {
    return (
      <ReplyForm {...rest} hint={reopens ? "this opens it again" : "this opens a new request"} required={!reopens}>
        {anyway}
        <div className="buttons">
          {reopens ? (
            <Button look="primary" name="outcome" value="not_solved">
              It is not solved
            </Button>
          ) : (
            <Button look="primary">Send as a new request</Button>
          )}
        </div>
      </ReplyForm>
    );
  }
  return (
    <ReplyForm {...rest} hint="we read this" required={false}>
      {anyway}
      <div className="buttons">
        <Button look="primary">{rest.held ? "Send anyway" : "Send reply"}</Button>
        <Button look="quiet" name="outcome" value="solved">
          It is solved
        </Button>
      </div>
    </ReplyForm>
  );
}

/** Writes to colleagues only. On a phone it is behind a word, which leads to its text (conversation.css). */
export function NoteForm({ requestKey, refusal, drafted }: Shared) {
  const [isOpen, setOpen] = useState(false);
  const id = fieldId("note");
  useEffect(() => {
    if (isOpen) document.getElementById(id)?.focus();
  }, [isOpen, id]);
  return (
    <>
      <Form
        method="post"
        encType="multipart/form-data"
        className={isOpen ? "composer composer-note is-open" : "composer composer-note"}
        aria-label="Internal note"
        preventScrollReset
      >
        <p className="composer-title">
          <Icon name="note" />
          Internal note <span>the requester never sees this</span>
        </p>
        <FormErrors refusal={refusal} />
        <input type="hidden" name="form" value="note" />
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <Writing
          label="Your note"
          name="note"
          required
          refusal={refusal}
          drafted={drafted}
          mentionsOn={drafted.place.taskId ?? undefined}
        />
        <div className="buttons">
          <Button icon="note" className="button-note">
            Add note
          </Button>
        </div>
        <DraftLine drafted={drafted} />
      </Form>
      <ButtonLink icon="note" className="note-open" href={`#${id}`} onClick={() => setOpen(true)}>
        Write an internal note
      </ButtonLink>
    </>
  );
}
