import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { parkedForm } from "~/features/auth/parked-forms.server";
import { titled } from "~/features/branding/page-title";
import { undoButton } from "~/features/history/undo-rules";
import { SplitFields } from "~/features/relations/relation-schema";
import * as say from "~/features/relations/relations-copy";
import { listSplittableMessages, splitTask } from "~/features/relations/split.server";
import { SplitForm } from "~/features/relations/split-form";
import { taskAbove } from "~/features/tasks/task-above";
import { pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { RowId } from "~/lib/form-values";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import { requireAgentTask, taskAfter } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.splitTask(data.task.id) : say.split, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const { id, title, confidential } = task;
  const { searchParams } = new URL(args.request.url);
  const before = RowId.safeParse(searchParams.get("before")).data ?? null;
  const page = await listSplittableMessages(db, id, before);
  const now = Date.now();
  const parked = await parkedForm(db, viewer, args.request, now);
  return {
    task: { id, title, confidential: confidential === 1 },
    ...page,
    /** The message whose menu led here. */
    chosen: RowId.safeParse(searchParams.get("message")).data ?? null,
    parked,
    now,
    requestKey: formKey(viewer.id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const form = await readForm(args.request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, SplitFields);
  if (!parsed.ok) {
    const { message, ...errors } = parsed.refusal.errors; // there are many checkboxes, so their error goes to the top
    const formErrors = [...parsed.refusal.formErrors, ...(message ?? [])];
    return data({ refusal: { ...parsed.refusal, errors, formErrors } }, { status: 422 });
  }
  const { message: messages, title, requestKey } = parsed.value;
  const split = await splitTask(db, viewer, task.id, { messages, title, requestKey }, Date.now());
  if (split.ok) {
    const undo = undoButton(task.id, split.changeSetId);
    return redirect(taskAfter(args.request, split.id), await withToast("success", say.splitFrom(task.id), undo));
  }
  if (split.why !== "wrong") throw pageNotFound(args.request);
  return data({ refusal: refuse(form, {}, [split.message]) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.split");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function SplitPage() {
  const { task, messages, older, chosen, now, requestKey, parked } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal ?? parked;
  return (
    <>
      <PageHeader up={taskAbove(task.id, task.title)} title={say.splitTask(task.id)} />
      <SplitForm {...{ task, messages, older, chosen, now, requestKey, refusal }} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
