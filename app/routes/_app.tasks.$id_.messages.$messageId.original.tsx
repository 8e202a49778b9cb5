import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { messageHref } from "~/features/conversation/messages/conversation-page-url";
import * as say from "~/features/mail/on-task/original-copy";
import { Original } from "~/features/mail/on-task/original-mail";
import { readOriginal } from "~/features/mail/on-task/original-mail.server";
import { pageNotFound } from "~/http/error-responses.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { requireAgentTask, viewerAndMessage } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction = ({ matches, error }) => titled(say.original, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { task } = await requireAgentTask(args);
  const { messageId } = viewerAndMessage(args);
  const mail = await readOriginal(db, { taskId: task.id, messageId });
  if (!mail) throw pageNotFound(args.request);
  return { mail, taskId: task.id, messageId, now: Date.now() };
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.messages.$messageId.original");

export default function OriginalPage() {
  const { mail, taskId, messageId, now } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PageHeader
        up={{ href: messageHref(taskId, messageId), label: say.backToMessage }}
        title={say.originalOf(taskId)}
      >
        {mail.hasSource && (
          <ButtonLink href={`/tasks/${taskId}/messages/${messageId}/source`} download>
            {say.downloadSource}
          </ButtonLink>
        )}
      </PageHeader>
      {!mail.hasSource && <p className="field-hint">{say.sourceIsGone}</p>}
      <Original mail={mail} now={now} />
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
