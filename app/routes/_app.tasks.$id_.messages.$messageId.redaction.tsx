import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { formatFileSize } from "~/features/conversation/attachments/attachments";
import * as terms from "~/features/conversation/conversation-copy";
import {
  readMessageToRedact,
  redactFiles,
  redactMessage,
} from "~/features/conversation/corrections/redact-message.server";
import { MessageBody } from "~/features/conversation/messages/conversation";
import { messageHref } from "~/features/conversation/messages/conversation-page-url";
import * as say from "~/features/conversation/writing-copy";
import { taskAbove } from "~/features/tasks/task-above";
import { ChosenFiles } from "~/features/tasks/task-schema";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { Avatar } from "~/ui/person";
import { useDeskName } from "~/ui/root-data";
import { Time } from "~/ui/time";
import { logTaskOpening, viewerAndMessage } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction = ({ matches, error }) => titled(say.redactMessage, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, id, messageId } = viewerAndMessage(args);
  if (viewer.role !== "admin") throw forbidden();
  const message = await readMessageToRedact(db, viewer, id, messageId);
  if (!message) throw pageNotFound(args.request);
  await logTaskOpening(viewer, id);
  if (message.isRedacted) throw redirect(messageHref(id, messageId));
  return { message, messageId, now: Date.now() };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, id, messageId } = viewerAndMessage(args);
  const form = await readForm(args.request);
  const onlyFiles = textOf(form, "what") === "files";
  const chosen = onlyFiles ? parseForm(form, ChosenFiles) : null;
  if (chosen && !chosen.ok) return data({ refusal: chosen.refusal }, { status: 422 });

  const redacted = chosen
    ? await redactFiles(db, viewer, { taskId: id, messageId }, chosen.value.file, Date.now())
    : await redactMessage(db, viewer, id, messageId, Date.now());
  const toast = onlyFiles ? say.filesRedacted : say.messageRedacted;
  if (redacted.ok) return redirect(messageHref(id, messageId), await withToast("success", toast));
  throw redacted.why === "not_allowed" ? forbidden() : pageNotFound(args.request);
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.messages.$messageId.redaction");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function RedactMessagePage() {
  const { message, messageId, now } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const desk = useDeskName();
  return (
    <div className="stack">
      <PageHeader up={taskAbove(message.taskId)} title={say.redactThisMessageIn(message.taskId)} />
      {refusal?.errors.file?.map((sentence) => (
        <Notice key={sentence} kind="error">
          {sentence}
        </Notice>
      ))}
      <Notice kind="warning">{say.redactionWarning}</Notice>
      <article className={message.kind === "internal" ? "message message-note" : "message"}>
        <Avatar name={message.author ?? "?"} />
        <header className="message-head">
          <b>{message.author ?? desk}</b>{" "}
          {message.kind === "internal" && (
            <span className="message-kind">
              <Icon name="note" />
              {terms.internalNote}
            </span>
          )}{" "}
          <Time at={message.at} now={now} />
        </header>
        <MessageBody html={message.html} />
      </article>
      <PageForm className="buttons">
        <Button look="danger">{say.redactThisMessage}</Button>
        <ButtonLink look="quiet" href={messageHref(message.taskId, messageId)}>
          {say.cancel}
        </ButtonLink>
      </PageForm>
      {message.files.length > 0 && (
        <PageForm className="form" aria-label={terms.files}>
          <input type="hidden" name="what" value="files" />
          <fieldset>
            <legend className="field-label">{say.redactOnlyFiles}</legend>
            {message.files.map((file) => (
              <label key={file.id} className="checkbox">
                <input type="checkbox" name="file" value={file.id} />
                <span>
                  {file.name} <span className="files-size">{formatFileSize(file.size)}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <div className="buttons">
            <Button look="danger">{say.redactTheseFiles}</Button>
          </div>
        </PageForm>
      )}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
