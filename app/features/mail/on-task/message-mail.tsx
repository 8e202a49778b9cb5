import type { ReactNode } from "react";
import type { EmailHeaders } from "~/features/conversation/messages/message-email";
import type { ShownMessage } from "~/features/conversation/messages/message-page.server";
import { defaultOf, isOpen, type StatusKey } from "~/features/tasks/tasks";
import { Button } from "~/ui/button";
import { toField } from "~/ui/field";
import { DeliveryLine } from "./delivery-line";
import type { MailOnTask } from "./mail-on-task.server";
import * as say from "./on-task-copy";

/** The task of an agent's page. */
type Task = {
  id: number;
  version: number;
  status: StatusKey;
  choices: readonly StatusKey[];
  requester: { id: number; name: string };
  participants: readonly { id: number }[];
};

type Props = { task: Task; message: ShownMessage; mail: MailOnTask; pageKey: string; now: number };

/** Email details below a message, for agents: the original, or its delivery. */
export function MessageMail({ task, message: { id, email, isRedacted }, mail, pageKey, now }: Props) {
  const deliveries = mail.deliveries[id];
  const headers = email?.headers;
  return (
    <>
      {headers && !isRedacted && (
        <div className="message-mail">
          {email.marks.includes("outsider") && !isOnTask(task, headers) && (
            <AddForm taskId={task.id} address={headers.from} requestKey={`${pageKey}-add-${id}`}>
              {say.addToThisTask}
            </AddForm>
          )}
          {email.marks.includes("forwarded") && (
            <p>{say.notFromThem(task.requester.name, <a {...toField("requester")}>{say.changeRequester}</a>)}</p>
          )}
          {email.marks.includes("thanks") && <Thanks task={task} requestKey={`${pageKey}-reopen-${id}`} />}
          {headers.replyTo !== "" && headers.replyTo !== headers.from && <p>{say.repliesGoTo(headers.replyTo)}</p>}
          {mail.others[id] && <Others taskId={task.id} others={mail.others[id]} requestKey={`${pageKey}-cc-${id}`} />}
        </div>
      )}
      {deliveries && <DeliveryLine deliveries={deliveries} now={now} />}
    </>
  );
}

/** In the menu of a message, for agents: the email as it arrived. */
export const OriginalLink = ({ taskId, message: { id, email, isRedacted } }: OriginalProps) =>
  email?.headers && !isRedacted && <a href={`/tasks/${taskId}/messages/${id}/original`}>{say.showOriginal}</a>;

type OriginalProps = { taskId: number; message: ShownMessage };

const isOnTask = ({ requester, participants }: Task, { authorId }: EmailHeaders) =>
  [requester, ...participants].some(({ id }) => id === authorId);

type AddProps = { taskId: number; address: string; requestKey: string; label?: string; children: ReactNode };

/** Puts one address in copy, by the form that the page has for that. */
const AddForm = ({ taskId, address, requestKey, label, children }: AddProps) => (
  <form method="post" action={`/tasks/${taskId}`} data-keeps-scroll>
    <input type="hidden" name="form" value="participants" />
    <input type="hidden" name="requestKey" value={requestKey} />
    <Button look="quiet" name="cc" value={address} aria-label={label}>
      {children}
    </Button>
  </form>
);

type OthersProps = { taskId: number; others: readonly { name: string; address: string }[]; requestKey: string };

function Others({ taskId, others, requestKey }: OthersProps) {
  return (
    <div className="mail-others">
      <span>{say.alsoSentTo}</span>
      <ul>
        {others.map(({ name, address }) => (
          <li key={address}>
            <span>{name === "" ? address : say.nameAt(name, address)}</span>
            <AddForm {...{ taskId, address }} requestKey={requestKey} label={say.addPerson(address)}>
              {say.add}
            </AddForm>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Marks a message counted as a thank-you, with a button to reopen its task. */
function Thanks({ task: { id, version, status, choices }, requestKey }: { task: Task; requestKey: string }) {
  const reopened = defaultOf("active");
  if (isOpen(status) || !choices.includes(reopened)) return null;
  return (
    <form className="buttons" method="post" action={`/tasks/${id}`} data-keeps-scroll>
      <span>{say.readAsThanks}</span>
      <input type="hidden" name="form" value="fields" />
      <input type="hidden" name="requestKey" value={requestKey} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="was_status" value={status} />
      <Button look="quiet" name="status" value={reopened}>
        {say.reopen}
      </Button>
    </form>
  );
}
