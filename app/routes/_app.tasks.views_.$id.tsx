import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { RecordForm } from "~/features/records/record-form";
import { manageableTeams } from "~/features/records/scoped-records.server";
import { isAgent } from "~/features/users/users";
import { ViewFieldset } from "~/features/views/view-form";
import * as say from "~/features/views/view-forms-copy";
import { ViewFields } from "~/features/views/view-schema";
import { viewHref } from "~/features/views/views";
import { changeView, describeView, isSaved, readView } from "~/features/views/views.server";
import * as terms from "~/features/views/views-copy";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { type Refusal, versionSeen } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { NewerVersion } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.editView, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const view = await readView(db, viewer, String(requireId({ request, params })));
  if (!view || !isSaved(view)) throw pageNotFound(request);
  if (!view.mayChange) throw forbidden();
  const { id, name, query, sort, scope, team, updatedAt } = view;
  return {
    id,
    updatedAt,
    view: { name, query, sort, scope: team ? `team-${team.id}` : scope },
    teams: await manageableTeams(db, viewer),
    forEveryone: viewer.role === "admin",
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const parsed = parseForm(form, ViewFields);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { scope, ...view } = parsed.value;
  const seen = versionSeen(form, "version");
  const changed = await changeView(db, viewer, id, { ...view, ...scope, seen }, Date.now());
  if (!changed.ok && changed.why === "newer") {
    const newer = { at: changed.view.updatedAt, text: describeView(changed.view) };
    return data({ refusal: { ...refuse(form, {}), newer } as Refusal }, { status: 409 });
  }
  if (!changed.ok && changed.why === "wrong") return data({ refusal: refuse(form, changed.errors) }, { status: 422 });
  if (!changed.ok) throw changed.why === "forbidden" ? forbidden() : pageNotFound(request);
  return redirect(viewHref(String(changed.id)), await withToast("success", say.viewSaved));
}

export const clientLoader = fromPayload("routes/_app.tasks.views_.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EditViewPage() {
  const { id, view, updatedAt, teams, forEveryone } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/tasks/views", label: terms.views }} title={say.editView}>
        <form method="post" action={`/tasks/views/${id}/removal`}>
          <Button look="danger">{say.deleteView}</Button>
        </form>
      </PageHeader>
      <RecordForm className="form" submit={say.saveView} cancel={viewHref(String(id))}>
        <NewerVersion refusal={refusal} says={() => say.viewChangedMeanwhile} then={say.saveToReplaceIt} />
        <input type="hidden" name="version" value={updatedAt} />
        <ViewFieldset
          view={{ ...view, ...refusal?.values }}
          teams={teams}
          forEveryone={forEveryone}
          refusal={refusal}
        />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
