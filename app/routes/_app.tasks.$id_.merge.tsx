import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { undoButton } from "~/features/history/undo-rules";
import { mergeTasks } from "~/features/relations/merge.server";
import { MergeForm, MergeInto } from "~/features/relations/merge-form";
import { previewMerge } from "~/features/relations/merge-page.server";
import { MergeFields, TaskNumber } from "~/features/relations/relation-schema";
import * as say from "~/features/relations/relations-copy";
import { pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import { requireAgentTask } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.mergeTask(data.task.id) : say.merge, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const { id, title } = task;
  const typed = new URL(args.request.url).searchParams.get("into");
  const now = Date.now();
  const shared = { task: { id, title }, now, into: typed?.slice(0, 40) ?? "" };
  if (typed === null) return { ...shared, preview: null, message: null };
  const into = TaskNumber.safeParse(typed);
  if (!into.success) return { ...shared, preview: null, message: say.enterATaskNumber };
  const preview = await previewMerge(db, viewer, { source: id, into: into.data }, now);
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
    return redirect(`/tasks/${into}`, await withToast("success", words, undoButton(into, merged.changeSetId)));
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
  const { task, now, into, preview, message } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader title={say.mergeTask(task.id)} lead={<a href={`/tasks/${task.id}`}>{task.title}</a>} />
      <MergeInto taskId={task.id} into={into} message={message} chosen={preview !== null} />
      {preview && (
        <MergeForm key={`${preview.source.version} ${preview.target.version}`} {...{ preview, now, refusal }} />
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
