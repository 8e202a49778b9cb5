import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { readTask } from "~/features/tasks/task-read.server";
import { TaskId } from "~/features/tasks/task-schema";
import { AgentTaskView, RequesterTaskView } from "~/features/tasks/task-view";
import { readForm } from "~/http/form.server";
import { badRequest, pageNotFound } from "~/http/refusals.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { randomToken } from "~/lib/random.server";
import { fromPayload } from "~/shell/from-payload";
import { addsNote, changesFields, sendsReply } from "./answers.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? `#${data.task.id} ${data.task.title}` : "Task", matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = TaskId.safeParse(params.id);
  const now = Date.now();
  const task = id.success ? await readTask(db, viewerOf(context), id.data, now) : null;
  if (!task) throw pageNotFound(request);
  return { task, now, requestKeys: { reply: randomToken(), note: randomToken() } };
}

/** The three forms with text on this page say which of them they are; each refusal shows its text again. */
const ANSWERS = { reply: sendsReply, note: addsNote, fields: changesFields };

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = TaskId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const form = await readForm(request);
  const name = String(form.get("form"));
  if (!Object.hasOwn(ANSWERS, name)) throw badRequest(INCOMPLETE_FORM);
  return ANSWERS[name as keyof typeof ANSWERS]({ request, viewer: viewerOf(context), id: id.data, form });
}

/** What was refused because the task has changed is shown beside the task as it is now. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const clientLoader = fromPayload("routes/_app.tasks.$id");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function TaskPage() {
  const { task, now, requestKeys } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  if (task.as === "requester") return <RequesterTaskView key={task.id} {...{ task, now, requestKeys, refused }} />;
  return <AgentTaskView key={task.id} {...{ task, now, requestKeys, refused }} />;
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
