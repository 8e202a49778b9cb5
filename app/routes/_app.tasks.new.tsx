import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { parkedForm } from "~/features/auth/parked-forms.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { DeletedDrafts } from "~/features/conversation/drafts/draft-notices";
import { readDrafts } from "~/features/conversation/drafts/draft-rows.server";
import { draftedIn } from "~/features/conversation/drafts/draft-status.island";
import { typedBefore } from "~/features/conversation/drafts/drafts";
import type { CreatedAlready } from "~/features/conversation/sending/sent-already.server";
import { listFields, readSentFields } from "~/features/custom-fields/custom-fields.server";
import { mayWriteField } from "~/features/custom-fields/field-rules";
import { unlessFull } from "~/features/files/disk-errors.server";
import * as say from "~/features/new-task/new-task-copy";
import { createTask, wrongPeople } from "~/features/new-task/task-create.server";
import { TaskForm } from "~/features/new-task/task-form";
import { type OfferedTypes, offerTypes } from "~/features/new-task/type-defaults.server";
import { readParent } from "~/features/relations/relations-read.server";
import { NewRequest, NewTask } from "~/features/tasks/task-schema";
import { isVisible } from "~/features/tasks/team-access.server";
import { listTeamsForNew } from "~/features/tasks/team-and-requester.server";
import { listAssignable, suggestPeople } from "~/features/users/person-picker.server";
import { isAgent, personLabelWithId } from "~/features/users/users";
import { pagePath } from "~/http/error-responses.server";
import { applySuggestion, parseForm, refuse, refuseNoRoom, refuseOtherText, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { type Refusal, refusedWith } from "~/lib/refusal";
import { handleUnsentForm } from "~/routes/_app.tasks.$id/preview-and-draft-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import type { Asked } from "./_app.tasks.$id/form-actions.server";
import { readUploads } from "./_app.tasks.$id/uploads.server";

const NEW_TASK = { kind: "task", taskId: null } as const;

export const uploads = true;

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.inner === null ? say.newRequest : say.newTask, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const [requestKey, now, works] = [formKey(viewer.id), Date.now(), isAgent(viewer)];
  const asked = new URL(request.url).searchParams;
  const [allFields, offered, own, parked] = await Promise.all([
    listFields(db),
    offerTypes(db, viewer, asked.get("type")),
    readDrafts(db, viewer, null, now),
    parkedForm(db, viewer, request, now),
  ]);
  const fields = allFields.filter((field) => mayWriteField(field, works));
  if (!works) return { requestKey, now, own, parked, fields, offered, inner: null };
  const [agents, ofTeams, people, under] = await Promise.all([
    listAssignable(db),
    listTeamsForNew(db),
    suggestPeople(db),
    readParent(db, viewer, asked.get("parent")),
  ]);
  const [parent, noParent] = typeof under === "string" ? [null, under] : [under, null];
  const requester = asked.get("requester")?.slice(0, 400) ?? parent?.requester ?? "";
  return {
    requestKey,
    now,
    own,
    parked,
    fields,
    offered,
    inner: {
      agents: agents.map(({ id, name }) => ({ id, name })),
      ...ofTeams,
      people: people.map(personLabelWithId),
      requester,
      parent,
      noParent,
    },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const { form, arrived } = await readUploads(request, viewer);
  return answerForm({ request, viewer, form, arrived }).catch((error) => {
    unlessFull(error);
    return data({ refusal: refuseNoRoom(form) }, { status: 507 });
  });
}

async function answerForm({ request, viewer, form, arrived }: Omit<Asked, "id">) {
  const withFiles = arrived.length > 0;
  const unsent = await handleUnsentForm(NEW_TASK, { request, viewer, form, arrived });
  if (unsent && "refusal" in unsent) return data({ refusal: unsent.refusal }, { status: unsent.status });
  if (unsent) return redirect(pagePath(request), await withToast("success", unsent.toast, unsent.more));
  if (applySuggestion(form) || form.has("show")) return data({ refusal: refuse(form, {}) });
  const parsed = parseForm(form, isAgent(viewer) ? NewTask : NewRequest);
  if (!parsed.ok) {
    const typed = { requester: textOf(form, "requester"), cc: textOf(form, "cc") };
    const people = isAgent(viewer) ? await wrongPeople(db, typed) : null;
    return data({ refusal: refusedWith(parsed.refusal, people) }, { status: 422 });
  }

  const wanted = { ...parsed.value, fields: readSentFields(form) };
  const made = await createTask(db, viewer, wanted, Date.now());
  if (made.ok) {
    const address = made.isOwn || (await isVisible(db, viewer, made.id)) ? `/tasks/${made.id}` : "/tasks";
    return redirect(
      address,
      await withToast("success", isAgent(viewer) ? say.taskCreated(made.id) : say.requestCreated(made.id)),
    );
  }
  if (made.why === "created_already") return data({ refusal: refuse(form, {}), created: made }, { status: 409 });
  if (made.why === "other_text") {
    return data({ refusal: refuseOtherText(form, viewer.id, withFiles) }, { status: 409 });
  }
  if (made.why === "too_many") return data({ refusal: refuse(form, {}, [made.message]) }, { status: 429 });
  const { parent = [], ...errors } = made.errors; // has no field of its own
  return data({ refusal: refusedWith(refuse(form, {}, parent), { ...made, errors }) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.tasks.new");

export { keepPage as clientAction, revalidateIfAnswered as shouldRevalidate } from "~/shell/keep-page-on-failure";

export default function NewTaskPage() {
  const { inner, fields, offered, requestKey, own, parked, now } = useLoaderData<typeof loader>();
  const drafted = draftedIn(NEW_TASK, own, now);
  const answer = useActionData() as { refusal: Refusal; created?: CreatedAlready } | undefined;
  const refusal = answer?.refusal ?? parked;
  const typed = typedBefore(refusal, drafted.draft);
  return (
    <>
      <PageHeader title={inner ? say.newTask : say.newRequest} />
      <TaskForm
        {...{ inner, fields, offered, requestKey, drafted }}
        created={answer?.created ?? null}
        refusal={refusal ? typed : asAskedFor(typed, offered.chosen)}
      />
      <DeletedDrafts deleted={drafted.deleted} now={now} />
    </>
  );
}

/** Applies the requested type to a draft, and its template to fields the draft left empty. */
function asAskedFor(typed: Refusal | null, chosen: OfferedTypes["chosen"]): Refusal | null {
  if (!typed || !chosen) return typed;
  const { type, title, body } = chosen;
  const { values } = typed;
  return { ...typed, values: { ...values, type, title: values.title || title, body: values.body || body } };
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
