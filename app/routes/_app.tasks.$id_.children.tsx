import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { forgetParkedForm, parkedForm } from "~/features/auth/parked-forms.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { RecoverDraft } from "~/features/conversation/drafts/recover-draft.island";
import { AnswerAll, ResolveAll } from "~/features/relations/relation-schema";
import * as say from "~/features/relations/relations-copy";
import {
  answerSubTasks,
  readSubTasks,
  resolveSubTasks,
  type SubTasksResult,
} from "~/features/relations/reply-to-sub-tasks.server";
import { SubTasksForm } from "~/features/relations/reply-to-sub-tasks-form";
import { taskAbove } from "~/features/tasks/task-above";
import { badRequest } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";
import { RouteError } from "~/ui/route-error";
import { requireAgentTask, withSalvagedText } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.subTasksOf(data.task.id) : say.subTasks, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const { id, title } = task;
  const isSubTask = task.parent_id !== null;
  const parked = await parkedForm(db, viewer, args.request, Date.now());
  const subTasks = await readSubTasks(db, viewer, id);
  return { task: { id, title, isSubTask }, ...subTasks, parked, requestKey: formKey(viewer.id) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  rejectOthersForm(form, viewerOf(args.context).id);
  return withSalvagedText([["body", textOf(form, "body")]], () => answerForm(args, form));
}

async function answerForm(args: ActionFunctionArgs, form: FormData) {
  const { viewer, task } = await requireAgentTask(args);
  const now = Date.now();

  const finish = async (verb: string, result: SubTasksResult, words: (count: number) => string) => {
    await forgetParkedForm(db, viewer, textOf(form, "requestKey"));
    if (result.skipped.length > 0) return data({ refusal: refuse(form, {}), result, verb }, { status: 409 });
    return redirect(`/tasks/${task.id}`, await withToast("success", words(result.done.length)));
  };
  const refused = ({ errors: { child = [], ...errors }, ...refusal }: Refusal) => {
    const formErrors = [...refusal.formErrors, ...child]; // there are many checkboxes, so their error goes to the top
    return data({ refusal: { ...refusal, errors, formErrors }, result: null, verb: "" }, { status: 422 });
  };

  switch (textOf(form, "form")) {
    case "answer": {
      const parsed = parseForm(form, AnswerAll);
      if (!parsed.ok) return refused(parsed.refusal);
      const { child: chosen, readers, body, after: status, requestKey } = parsed.value;
      const seconds = settings().sendingWindowSeconds;
      const answer = { body, requestKey, status, chosen, readers };
      const result = await answerSubTasks(db, viewer, task.id, answer, now, { windowMs: seconds * 1000 });
      return finish(seconds === 0 ? say.answered : say.answering, result, (count) =>
        seconds === 0 ? say.answerSent(count) : say.answerWillBeSent(count, seconds),
      );
    }
    case "resolve": {
      const parsed = parseForm(form, ResolveAll);
      if (!parsed.ok) return refused(parsed.refusal);
      const { child, unsent } = parsed.value;
      if (textOf(form, "body").trim() !== "" && !unsent) {
        const refusal = { ...refuse(form, {}, [say.answerNotSent]), asked: ["unsent"] };
        return data({ refusal, result: null, verb: "" }, { status: 409 });
      }
      const result = await resolveSubTasks(db, viewer, task.id, child, now);
      return finish(say.resolved, result, (count) => (count === 0 ? say.alreadyResolved : say.subTasksResolved(count)));
    }
    default:
      throw badRequest(INCOMPLETE_FORM);
  }
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.children");

export { keepPage as clientAction, revalidateIfAnswered as shouldRevalidate } from "~/shell/keep-page-on-failure";

export default function SubTasksPage() {
  const { task, subTasks, unseen, requestKey, parked } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? (parked && { refusal: parked, result: null, verb: "" });
  return (
    <>
      <PageHeader up={taskAbove(task.id, task.title)} title={say.subTasksOf(task.id)} />
      {subTasks.length > 0 ? (
        <SubTasksForm parentId={task.id} {...{ subTasks, unseen, requestKey, refused }} />
      ) : task.isSubTask ? (
        <EmptyState title={say.noSubTasksHere}>
          <p>{say.cannotHaveSubTasks(task.id)}</p>
        </EmptyState>
      ) : (
        <EmptyState
          title={say.noSubTasksYet}
          action={
            <ButtonLink icon="new" href={`/tasks/new?parent=${task.id}`}>
              {say.newSubTask}
            </ButtonLink>
          }
        >
          {say.noSubTasksHint}
        </EmptyState>
      )}
    </>
  );
}

const KINDS = ["answer"] as const;

export const ErrorBoundary = () => (
  <RouteError>
    <RecoverDraft kinds={KINDS} />
  </RouteError>
);
