import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { undoButton } from "~/features/history/undo-rules";
import { addLink, removeLink } from "~/features/relations/links.server";
import { LinkForm, ParentForm, SubTaskForm, TaskNumber } from "~/features/relations/relation-schema";
import * as say from "~/features/relations/relations-copy";
import { RelationsForms } from "~/features/relations/relations-forms";
import { readRelations } from "~/features/relations/relations-read.server";
import { detachSubTask, makeSubTask } from "~/features/relations/sub-tasks.server";
import { taskAbove } from "~/features/tasks/task-above";
import { statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { badRequest, pageNotFound } from "~/http/error-responses.server";
import { applySuggestion, parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import { findOtherTasks } from "./_app.tasks.$id/find-tasks.server";
import { requireAgentTask, taskAfter } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.tasksRelatedTo(data.task.id) : say.task, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const { id, title } = task;
  const now = Date.now();
  const refused = await lookUp(viewer, id, new URL(args.request.url).searchParams, now);
  return { task: { id, title }, relations: await readRelations(db, viewer, task, now), refused };
}

/** Per form: the field for its error, and the toast. */
const FORMS = {
  link: { field: "other", done: say.tasksLinked },
  unlink: { field: "other", done: say.linkRemoved },
  parent: { field: "parent", done: say.nowASubTask },
  release: { field: "parent", done: say.subTaskRemoved },
} as const;

/** The form again with the tasks its words match; null for a number, or without a match. */
async function tasksMeant(viewer: Viewer, taskId: number, name: keyof typeof FORMS, form: FormData, now: number) {
  const { field } = FORMS[name];
  const typed = textOf(form, field);
  if (TaskNumber.safeParse(typed).success) return null;
  const found = await findOtherTasks(viewer, taskId, typed.slice(0, 200), now);
  if (found.length === 0) return null;
  const suggestions = found.map(({ id, title, status }) => ({
    label: `${title} #${id}, ${statusOf(status).name}`,
    value: `#${id}`,
  }));
  return { ...refuse(form, { [field]: [say.chooseATask] }), suggestions: { [field]: suggestions } };
}

/** Answers a form sent by GET, while its words are typed: with the tasks they match. */
async function lookUp(viewer: Viewer, taskId: number, search: URLSearchParams, now: number) {
  const name = search.get("form");
  if (name !== "link" && name !== "parent") return null;
  const form = new FormData();
  for (const [field, value] of search) form.append(field, value);
  const { field } = FORMS[name];
  const typed = textOf(form, field);
  if (typed.trim() === "" || TaskNumber.safeParse(typed).success) return null;
  const found = await tasksMeant(viewer, taskId, name, form, now);
  return { form: name, refusal: found ? { ...found, errors: {} } : refuse(form, { [field]: [say.noTaskMatches] }) };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, task } = await requireAgentTask(args);
  const form = await readForm(args.request);
  const name = textOf(form, "form") as keyof typeof FORMS;
  if (!Object.hasOwn(FORMS, name)) throw badRequest(INCOMPLETE_FORM);
  const now = Date.now();
  applySuggestion(form);

  const found = await tasksMeant(viewer, task.id, name, form, now);
  if (found) return data({ form: name, refusal: found }, { status: 422 });

  const perform = async () => {
    switch (name) {
      case "link":
      case "unlink": {
        const parsed = parseForm(form, LinkForm);
        if (!parsed.ok) return parsed;
        const { link: view, other } = parsed.value;
        return (name === "link" ? addLink : removeLink)(db, viewer, task.id, { view, other }, now);
      }
      case "parent": {
        const parsed = parseForm(form, ParentForm);
        return parsed.ok ? makeSubTask(db, viewer, task.id, parsed.value.parent, now) : parsed;
      }
      case "release": {
        const parsed = parseForm(form, SubTaskForm);
        return parsed.ok ? detachSubTask(db, viewer, parsed.value.child, parsed.value.parent, now) : parsed;
      }
    }
  };
  const done = await perform();
  const undo = ({ changeSetId }: { changeSetId: number | null }) =>
    undoButton(name === "release" ? Number(textOf(form, "child")) : task.id, changeSetId);
  const isOver = new URL(args.request.url).searchParams.has("over"); // shown over the task
  const page = isOver ? taskAfter(args.request, task.id) : `/tasks/${task.id}/relations`;
  if (done.ok) return redirect(page, await withToast("success", FORMS[name].done, undo(done)));
  const refused = (refusal: Refusal, status: number) => data({ form: name, refusal }, { status });
  if ("refusal" in done) return refused(done.refusal, 422);
  if (done.why === "no_such_task") throw pageNotFound(args.request);
  return refused(refuse(form, { [FORMS[name].field]: [done.message] }), 422);
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.relations");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function RelationsPage() {
  const { task, relations, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? page.refused;
  return (
    <>
      <PageHeader up={taskAbove(task.id, task.title)} title={say.tasksRelatedTo(task.id)} />
      <RelationsForms taskId={task.id} relations={relations} refused={refused} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
