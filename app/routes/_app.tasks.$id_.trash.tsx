import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { Conversation } from "~/features/conversation/messages/conversation";
import { parseMessagePlace } from "~/features/conversation/messages/conversation-page-url";
import { undoButton } from "~/features/history/undo-rules";
import { statusOf } from "~/features/tasks/tasks";
import { moveToTrashOrSpam } from "~/features/trash/move-to-trash.server";
import { PUT_AWAY, PUTS_AWAY } from "~/features/trash/trash";
import { markedAsSpam, movedToTrash } from "~/features/trash/trash-copy";
import * as say from "~/features/trash/trash-page-copy";
import { readTrashedTask } from "~/features/trash/trash-read.server";
import { badRequest, forbidden } from "~/http/error-responses.server";
import { readForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { fromPayload } from "~/shell/payload-client-loader";
import { StatusMark } from "~/ui/badges";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import { OwnDay, Time } from "~/ui/time";
import { agentAndId, logTaskOpening, noSuchTask, requireAgentTask } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? `#${data.task.id} ${data.task.title}` : say.task, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, id } = agentAndId(args);
  const now = Date.now();
  const place = parseMessagePlace(new URL(args.request.url).searchParams);
  const task = await readTrashedTask(db, viewer, id, place);
  if (!task) throw redirect(`/tasks/${(await requireAgentTask(args)).task.id}`);
  await logTaskOpening(viewer, id, task.isRestricted);
  return { task, now };
}

/** Moves a task to the trash or, with `as=spam`, marks it as spam. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = agentAndId(args);
  const asked = textOf(await readForm(args.request), "as");
  const to = PUT_AWAY.find((kind) => kind === asked);
  if (!to) throw badRequest(INCOMPLETE_FORM);
  const put = await moveToTrashOrSpam(db, viewer, id, { to }, Date.now());
  if (!put.ok && put.why === "not_allowed") throw forbidden();
  if (!put.ok) throw await noSuchTask(args.request, viewer, id);
  const words = (to === "trash" ? movedToTrash : markedAsSpam)(id);
  return redirect("/tasks", await withToast("success", words, undoButton(id, put.changeSetId)));
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.trash");

export default function PutAwayTaskPage() {
  const { task, now } = useLoaderData<typeof loader>();
  const { name, category } = statusOf(task.status);
  return (
    <div className="stack">
      <PageHeader title={task.title} />
      <p className="task-line">
        <span>
          #{task.id} · {task.typeName}
        </span>
        <StatusMark category={category} name={name} />
        <a href={`/users/${task.requester.id}`}>
          <Person name={task.requester.name} />
        </a>
        <span>{say.openedAt(<Time at={task.createdAt} now={now} />)}</span>
      </p>
      <Notice kind="warning">
        <p>
          {task.by
            ? (task.kind === "spam" ? say.isSpamBy : say.inTrashBy)(task.by, <Time at={task.at} now={now} />)
            : (task.kind === "spam" ? say.isSpam : say.inTrash)(<Time at={task.at} now={now} />)}{" "}
          {say.trashOrSpamHint}
          {task.until !== null && <> {say.willBeDeletedOn(<OwnDay at={task.until} now={now} />)}</>}
          {!task.mayRestore && ` ${say.leadsCanRestore}`}
        </p>
      </Notice>
      <div className="buttons">
        {task.mayRestore && (
          <form method="post" action={`/tasks/${task.id}/restoration`}>
            <Button look="primary">{task.kind === "spam" ? say.notSpam : say.restore}</Button>
          </form>
        )}
        {task.kind === "spam" && task.mayRestore && (
          <form method="post" action={`/tasks/${task.id}/trash`}>
            <Button name="as" value="trash">
              {PUTS_AWAY.trash}
            </Button>
          </form>
        )}
        {task.mayDelete && (
          <ButtonLink look="quiet" href={`/tasks/${task.id}/deletion`}>
            {say.deleteForGoodEllipsis}
          </ButtonLink>
        )}
      </div>
      <Conversation taskId={task.id} page={task.page} now={now} />
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
