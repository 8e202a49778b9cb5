import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { undoButton } from "~/features/history/undo-rules";
import { mergeTasks } from "~/features/relations/merge.server";
import { COMPARE, MergeParts } from "~/features/relations/merge-form";
import { previewMerge } from "~/features/relations/merge-page.server";
import { MergeFields, TaskNumber } from "~/features/relations/relation-schema";
import * as say from "~/features/relations/relations-copy";
import { taskAbove } from "~/features/tasks/task-above";
import { pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import { findOtherTasks } from "./_app.tasks.$id/find-tasks.server";
import { requireAgentTask, taskAfter } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.mergeTask(data.task.id) : say.merge, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const { id, title } = task;
  const { searchParams } = new URL(args.request.url);
  const typed = searchParams.get("into");
  const now = Date.now();
  const shared = { task: { id, title }, now, into: typed?.slice(0, 200) ?? "", found: [] };
  if (typed === null) return { ...shared, preview: null, message: null };
  const number = TaskNumber.safeParse(typed);
  const found = number.success ? [] : await findOtherTasks(viewer, id, shared.into, now);
  const [only, another] = searchParams.has(COMPARE) ? found : [];
  const into = number.data ?? (another ? undefined : only?.id);
  if (into === undefined) {
    const message = found.length === 0 ? say.noTaskMatches : another ? say.severalTasksMatch : null;
    return { ...shared, found, preview: null, message };
  }
  const preview = await previewMerge(db, viewer, { source: id, into }, now);
  return preview.ok ? { ...shared, preview, message: null } : { ...shared, preview: null, message: preview.message };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const form = await readForm(args.request);
  const parsed = parseForm(form, MergeFields);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });

  const { into } = parsed.value;
  const merged = await mergeTasks(db, viewer, { source: task.id, ...parsed.value }, Date.now());
  if (merged.ok) {
    const words = say.taskMerged(task.id, into);
    return redirect(
      taskAfter(args.request, into),
      await withToast("success", words, undoButton(into, merged.changeSetId)),
    );
  }
  switch (merged.why) {
    case "no_such_task":
      throw pageNotFound(args.request);
    case "wrong":
      return data({ refusal: refuse(form, {}, [merged.message]) }, { status: 422 });
    case "changed":
      return data({ refusal: refuse(form, {}, [say.checkBothAgain]) }, { status: 409 });
  }
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.merge");

export { keepPage as clientAction, revalidateIfAnswered as shouldRevalidate } from "~/shell/keep-page-on-failure";

export default function MergePage() {
  const { task, ...page } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={taskAbove(task.id, task.title)} title={say.mergeTask(task.id)} />
      <MergeParts taskId={task.id} {...page} refusal={refusal} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
