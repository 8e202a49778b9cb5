import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { createTask, listTeams } from "~/features/tasks/task-create.server";
import { TaskForm } from "~/features/tasks/task-form";
import { hasAgentAccess } from "~/features/tasks/task-policy";
import { NewRequest, NewTask } from "~/features/tasks/task-schema";
import { listAssignable, suggestPeople } from "~/features/users/people-fields.server";
import { personLabelWithId } from "~/features/users/person-label";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { randomToken } from "~/lib/random.server";
import { fromPayload } from "~/shell/from-payload";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.inner === null ? "New request" : "New task", matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const requestKey = randomToken();
  if (!hasAgentAccess(viewerOf(context))) return { requestKey, inner: null };
  const [agents, teams, people] = await Promise.all([listAssignable(db), listTeams(db), suggestPeople(db)]);
  const requester = new URL(request.url).searchParams.get("requester")?.slice(0, 400) ?? "";
  return {
    requestKey,
    inner: {
      agents: agents.map(({ id, name }) => ({ id, name })),
      teams,
      people: people.map(personLabelWithId),
      requester,
    },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const form = await readForm(request);
  const parsed = parseForm(form, hasAgentAccess(viewer) ? NewTask : NewRequest);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });

  const made = await createTask(db, viewer, parsed.value, Date.now());
  if (made.ok) return redirect(`/tasks/${made.id}`, await withToast("success", `Task #${made.id} created`));
  if (made.why === "too_many") return data({ refusal: refuse(form, {}, [made.message]) }, { status: 429 });
  return data({ refusal: refuse(form, { [made.field]: [made.message] }) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.tasks.new");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function NewTaskPage() {
  const { inner, requestKey } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader title={inner ? "New task" : "New request"} />
      <TaskForm inner={inner} requestKey={requestKey} refusal={refusal} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
