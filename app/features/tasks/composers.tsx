import { Form } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { SelectField, TextArea } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { AFTER_REPLY, type StatusKey, statusOf } from "./task-words";

type Shared = {
  requestKey: string;
  refusal: Refusal | null | undefined;
};

/** The key a form was made with stays with it, so that whatever it sends twice is one message. */
function RequestKeyField({ requestKey, refusal }: Shared) {
  const [key] = useState(refusal?.values.requestKey ?? requestKey);
  return <input type="hidden" name="requestKey" value={key} />;
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
  hint,
  required,
  children,
}: Shared & { seen: number; held: boolean; hint: string; required: boolean; children: ReactNode }) {
  return (
    <Form method="post" className="composer" aria-label="Reply" preventScrollReset>
      <p className="composer-title">
        <Icon name="reply" />
        Reply <span>{hint}</span>
      </p>
      <FormErrors refusal={held ? null : refusal} />
      {held && (
        <Notice kind="warning">
          A new message arrived above while you were writing. Read it, then change your reply or send it as it is.
        </Notice>
      )}
      <input type="hidden" name="form" value="reply" />
      <input type="hidden" name="seen" value={seen} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <TextArea label="Your reply" name="body" required={required} refusal={refusal} />
      {children}
    </Form>
  );
}

type ReplyProps = Shared & { seen: number; held: boolean };

/** An agent's reply, with the status the task takes by it. */
export function AgentReply({
  choices,
  asRequester,
  requester,
  ...rest
}: ReplyProps & { choices: readonly StatusKey[]; asRequester: boolean; requester: string }) {
  const sendButton = (
    <Button look="primary" {...(rest.held && { name: "anyway", value: "yes" })}>
      {rest.held ? "Send anyway" : "Send reply"}
    </Button>
  );
  if (asRequester) {
    return (
      <ReplyForm {...rest} hint="you asked for this yourself" required>
        <div className="buttons">{sendButton}</div>
      </ReplyForm>
    );
  }
  return (
    <ReplyForm {...rest} hint={`${requester} reads this`} required>
      <div className="buttons">
        {sendButton}
        <SelectField
          label="Status after the reply"
          name="after"
          defaultValue={choices.includes(AFTER_REPLY) ? AFTER_REPLY : "keep"}
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

/** A requester's reply. On a resolved task they say which it is: nobody guesses. */
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
  const closed = reopens ? "this opens the request again" : "this opens a new request";
  return (
    <ReplyForm {...rest} hint={category === "closed" ? closed : "we read this"} required={category === "closed"}>
      {anyway}
      <div className="buttons">
        <Button look="primary">{rest.held ? "Send anyway" : "Send reply"}</Button>
        {category !== "closed" && (
          <Button look="quiet" name="outcome" value="solved">
            Thanks, it is solved
          </Button>
        )}
      </div>
    </ReplyForm>
  );
}

/** Writes to colleagues only. */
export function NoteForm({ requestKey, refusal }: Shared) {
  return (
    <Form method="post" className="composer composer-note" aria-label="Internal note" preventScrollReset>
      <p className="composer-title">
        <Icon name="note" />
        Internal note <span>the requester never sees this</span>
      </p>
      <FormErrors refusal={refusal} />
      <input type="hidden" name="form" value="note" />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <TextArea label="Your note" name="note" required refusal={refusal} />
      <div className="buttons">
        <Button>Add note</Button>
      </div>
    </Form>
  );
}
