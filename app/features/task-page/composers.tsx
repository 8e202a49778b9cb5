import type { ReactNode } from "react";
import { FileField } from "~/features/conversation/attachments/file-field.island";
import { OtherDraft } from "~/features/conversation/drafts/draft-notices";
import { type Drafted, DraftLine, useResetKey } from "~/features/conversation/drafts/draft-status.island";
import { messageHref } from "~/features/conversation/messages/conversation-page-url";
import { MessageField, writingHint } from "~/features/conversation/messages/message-field";
import { type Held, HeldNotice } from "~/features/conversation/sending/held-reply";
import { REPLY_FORM } from "~/features/conversation/sending/held-reply-toast";
import { type KnownByName, NamedReaders, Recipients } from "~/features/conversation/sending/recipients";
import type { Recipient } from "~/features/conversation/sending/recipients.server";
import type { Unfinished } from "~/features/tasks/status/resolution-blockers.server";
import { ResolveAnyway, UnfinishedNotice } from "~/features/tasks/status/unfinished-work-notice";
import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { hintIdOf, SelectField, toField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { SendButton, sendOnHotkey } from "~/ui/send-button";
import { OtherWaysToSend } from "./other-ways-to-send";
import * as say from "./task-page-copy";

type Shared = {
  requestKey: string;
  refusal: Refusal | null | undefined;
  drafted: Drafted;
  held: Held | null;
};

export type ReplyProps = Shared & {
  seen: string;
  /** Token of the people who will read it. */
  readers: string;
  /** Id of a newer message by someone else that the page doesn't show yet. */
  news?: number | null;
};

const ANYWAY = { name: "anyway", value: "yes" };

/** Sent once the writer has confirmed. For changed readers, the form's `readers` token does that instead. */
export const anyway = (held: Held | null) => (held && held.why !== "readers" ? ANYWAY : null);

/**
 * A message form: title, text, one line of tools for it, and the buttons that send it. The formatting hint is behind a
 * button: on a phone it would take up half the form.
 */
function Composer({
  kind,
  name,
  title,
  label,
  placeholder,
  aside,
  above,
  asks,
  mentionsOn,
  requestKey,
  refusal,
  held,
  drafted,
  required,
  children,
  ...form
}: Shared & {
  kind: "reply" | "note";
  name: string;
  title: string;
  label: string;
  placeholder?: string | undefined;
  /** Next to the title. */
  aside: ReactNode;
  /** Above the text, including hidden fields. */
  above?: ReactNode;
  /** The form shows a confirmation, which replaces the list of errors. */
  asks: boolean;
  mentionsOn: number | undefined;
  required: boolean;
  children: ReactNode;
  id?: string;
  className: string;
  "aria-label": string;
}) {
  const { place, draft, deleted } = drafted;
  const [beginning, resetForm] = useResetKey();
  const hintId = hintIdOf(name);
  const tip = (
    <p className="field-hint" id={hintId}>
      {writingHint(mentionsOn !== undefined)}
    </p>
  );
  return (
    <PageForm
      key={beginning}
      encType="multipart/form-data"
      data-keeps-draft
      data-keeps-scroll
      onKeyDown={sendOnHotkey}
      {...form}
    >
      <div className="composer-title">
        <Icon name={kind} />
        <h2>{title}</h2> {aside}
      </div>
      {above}
      <FormErrors refusal={asks ? null : refusal} />
      {held && <HeldNotice {...{ held, drafted }} />}
      <OtherDraft {...{ drafted, refusal }} />
      <input type="hidden" name="form" value={kind} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <MessageField {...{ label, name, placeholder, required, refusal, mentionsOn, hintId }} />
      <div className="composer-tools">
        <FileField place={place} files={draft?.files ?? []} deleted={deleted} refusal={refusal} tips={tip} />
        <DraftLine {...{ drafted, resetForm }} />
      </div>
      {children}
    </PageForm>
  );
}

/**
 * Replies to the requester. News replaces the hint, so nothing being typed moves. With `held`, sending again confirms.
 * Children are the buttons, which differ by role.
 */
export function ReplyForm({
  seen,
  readers,
  news = null,
  unfinished = null,
  recipients = [],
  recipientsLabel,
  belowRecipients,
  question,
  hint,
  placeholder,
  isAlone = false,
  mentionsOn,
  ...shared
}: ReplyProps & {
  unfinished?: Unfinished | null;
  recipients?: readonly (Recipient | KnownByName)[];
  recipientsLabel?: string;
  belowRecipients?: ReactNode;
  /** Replaces the form's title with the question being answered. */
  question?: string;
  hint?: string;
  placeholder?: string;
  /** No tab leads to it: in a long conversation, a link to the form stays in view. */
  isAlone?: boolean;
  required: boolean;
  mentionsOn?: number | undefined;
  children: ReactNode;
}) {
  const { taskId } = shared.drafted.place;
  return (
    <>
      {isAlone && (
        <a className="composer-peek" {...toField("body")}>
          <Icon name="reply" />
          {question ?? say.writeAReply}
        </a>
      )}
      <Composer
        {...shared}
        {...(isAlone && { "data-key": "r", "data-command": "" })}
        kind="reply"
        name="body"
        id={REPLY_FORM}
        className="composer composer-reply"
        aria-label={say.reply}
        title={question ?? say.reply}
        label={question ?? say.yourReply}
        placeholder={placeholder}
        mentionsOn={mentionsOn}
        asks={shared.held !== null || unfinished !== null}
        aside={
          <>
            {hint && news === null && <span>{hint}</span>}
            <span role="status">
              {news !== null && taskId !== null && <a href={messageHref(taskId, news)}>{say.showNewMessage}</a>}
            </span>
          </>
        }
        above={
          <>
            <Recipients people={recipients} label={recipientsLabel} />
            {belowRecipients}
            {unfinished && <UnfinishedNotice unfinished={unfinished} />}
            <input type="hidden" name="seen" value={seen} />
            <NamedReaders readers={readers} refusal={shared.refusal} bodyField="body" />
          </>
        }
      />
    </>
  );
}

/** An agent's reply. One button sets the chosen status; the other everyday statuses have a button each. */
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
  belowRecipients?: ReactNode;
  unfinished: Unfinished | null;
}) {
  const { refusal, held, unfinished } = rest;
  const preselected = choices.some((key) => key === afterReply) ? afterReply : "keep";
  const asked = held || unfinished ? refusal?.values.after : undefined;
  const mentions = { mentionsOn: rest.drafted.place.taskId ?? undefined };
  const sendButton = (
    <SendButton icon="reply" {...(!unfinished && { look: "primary" })} {...anyway(held)}>
      {held ? say.sendAnyway : say.sendReply}
    </SendButton>
  );
  if (asRequester) {
    return (
      <ReplyForm {...rest} {...mentions} hint={say.youAreTheRequester} placeholder={say.writeAReply} required>
        <div className="buttons">{sendButton}</div>
      </ReplyForm>
    );
  }
  return (
    <ReplyForm {...rest} {...mentions} placeholder={say.writeAReply} required>
      <div className="buttons">
        {unfinished && <ResolveAnyway>{say.sendAndResolveAnyway}</ResolveAnyway>}
        <div className="send-and-set">
          {sendButton}
          <SelectField
            label={say.statusAfterTheReply}
            name="after"
            // Resets the choice, so that a task resolved meanwhile isn't reopened by accident.
            key={asked ?? preselected}
            defaultValue={preselected}
            refusal={refusal}
          >
            <option value="keep">{say.leaveAsItIs}</option>
            {choices.map((key) => (
              <option key={key} value={key}>
                {statusOf(key).name}
              </option>
            ))}
          </SelectField>
        </div>
        {!held && !unfinished && <OtherWaysToSend choices={choices} preselected={preselected} />}
      </div>
    </ReplyForm>
  );
}

/** An internal note. */
export const NoteForm = (shared: Shared) => (
  <Composer
    {...shared}
    kind="note"
    name="note"
    className="composer composer-note"
    aria-label={say.internalNote}
    title={say.internalNote}
    label={say.yourNote}
    aside={<span>{say.hiddenFromRequester}</span>}
    mentionsOn={shared.drafted.place.taskId ?? undefined}
    asks={shared.held !== null}
    required
  >
    <div className="buttons">
      <SendButton icon="note" className="button-note" {...anyway(shared.held)}>
        {shared.held ? say.addAnyway : say.addNote}
      </SendButton>
    </div>
  </Composer>
);
