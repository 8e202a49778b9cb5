import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { deleteTask } from "~/features/trash/delete-task.server";
import * as say from "~/features/trash/trash-page-copy";
import { readTrashedTask } from "~/features/trash/trash-read.server";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { logTaskOpening, viewerAndId } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction = ({ matches, error }) => titled(say.deleteTask, matches, error);

/** Like `viewerAndId`, for admins only. Throws 403 for others. */
function adminAsks(args: LoaderFunctionArgs) {
  const asked = viewerAndId(args);
  if (asked.viewer.role !== "admin") throw forbidden();
  return asked;
}

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, id } = adminAsks(args);
  const task = await readTrashedTask(db, viewer, id, { kind: "newest" });
  if (!task) throw pageNotFound(args.request);
  await logTaskOpening(viewer, id, task.isRestricted);
  return { id, title: task.title };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, id } = adminAsks(args);
  const deleted = await deleteTask(db, viewer, id, Date.now());
  if (deleted.ok) return redirect("/tasks?q=is%3Atrashed", await withToast("success", say.deletedForGood(id)));
  throw deleted.why === "not_allowed" ? forbidden() : pageNotFound(args.request);
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.deletion");

export default function DeleteTaskPage() {
  const { id, title } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PageHeader up={{ href: `/tasks/${id}/trash`, label: `#${id}` }} title={say.deleteTaskForGood(id)} lead={title} />
      <Notice kind="warning">{say.deletionWarning}</Notice>
      <PageForm className="buttons">
        <Button look="danger">{say.deleteForGood}</Button>
        <ButtonLink look="quiet" href={`/tasks/${id}/trash`}>
          {say.cancel}
        </ButtonLink>
      </PageForm>
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
