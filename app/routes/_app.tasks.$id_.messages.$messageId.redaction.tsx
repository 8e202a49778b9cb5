import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { readMessageToRedact, redactMessage } from "~/features/tasks/corrections/redact-message.server";
import { MessageBody } from "~/features/tasks/messages/message-body";
import { messageHref } from "~/features/tasks/messages/message-place";
import { forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Avatar } from "~/ui/person";
import { TASK_SHEET } from "~/ui/task-sheet";
import { Time } from "~/ui/time";
import { messageAsked } from "./_app.tasks.$id/around-task.server";

export const meta: MetaFunction = ({ matches, error }) => titled("Redact message", matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, id, messageId } = messageAsked(args);
  if (viewer.role !== "admin") throw forbidden();
  const message = await readMessageToRedact(db, viewer, id, messageId);
  if (!message) throw pageNotFound(args.request);
  if (message.isRedacted) throw redirect(messageHref(id, messageId));
  return { message, messageId, now: Date.now() };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, id, messageId } = messageAsked(args);
  const redacted = await redactMessage(db, viewer, id, messageId, Date.now());
  if (redacted.ok) return redirect(messageHref(id, messageId), await withToast("success", "Message redacted"));
  throw redacted.why === "not_allowed" ? forbidden() : pageNotFound(args.request);
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.messages.$messageId.redaction", TASK_SHEET);

export { keepPage as clientAction } from "~/shell/keep-page";
export { taskLinks as links } from "~/ui/task-sheet";

export default function RedactMessagePage() {
  const { message, messageId, now } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PageHeader title={`Redact this message of #${message.taskId}?`} />
      <Notice kind="warning">
        Its text, its earlier versions and its files are destroyed, here and in the search. This cannot be undone. That
        there was a message stays.
      </Notice>
      <article className={message.kind === "internal" ? "message message-note" : "message"}>
        <Avatar name={message.author ?? "?"} />
        <header className="message-head">
          <b>{message.author ?? "Taskdesk"}</b>{" "}
          {message.kind === "internal" && (
            <span className="message-kind">
              <Icon name="note" />
              Internal note
            </span>
          )}{" "}
          <Time at={message.at} now={now} />
        </header>
        <MessageBody html={message.html} />
      </article>
      <Form method="post" className="buttons">
        <Button look="danger">Redact this message</Button>
        <ButtonLink look="quiet" href={messageHref(message.taskId, messageId)}>
          Cancel
        </ButtonLink>
      </Form>
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
