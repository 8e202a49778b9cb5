import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { RecordForm } from "~/features/records/record-form";
import { manageableTeams } from "~/features/records/scoped-records.server";
import { isAgent } from "~/features/users/users";
import { ViewFieldset } from "~/features/views/view-form";
import * as say from "~/features/views/view-forms-copy";
import { NewView } from "~/features/views/view-schema";
import { VIEW_LIMITS, viewHref } from "~/features/views/views";
import { saveView } from "~/features/views/views.server";
import * as terms from "~/features/views/views-copy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newView, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const { searchParams } = new URL(request.url);
  return {
    requestKey: formKey(viewer.id),
    teams: await manageableTeams(db, viewer),
    forEveryone: viewer.role === "admin",
    query: (searchParams.get("query") ?? "").slice(0, VIEW_LIMITS.query),
    sort: (searchParams.get("sort") ?? "").slice(0, 30),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewView);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { scope, ...view } = parsed.value;
  const saved = await saveView(db, viewer, { ...view, ...scope }, Date.now());
  if (!saved.ok && saved.why === "wrong") return data({ refusal: refuse(form, saved.errors) }, { status: 422 });
  if (!saved.ok) throw forbidden();
  return redirect(viewHref(String(saved.id)), await withToast("success", say.viewCreated));
}

export const clientLoader = fromPayload("routes/_app.tasks.views_.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewViewPage() {
  const { requestKey, teams, forEveryone, query, sort } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const view = { name: "", query, sort, scope: "personal", ...refusal?.values };
  return (
    <>
      <PageHeader up={{ href: "/tasks/views", label: terms.views }} title={say.newView} />
      <RecordForm className="form" submit={say.addView} cancel="/tasks/views">
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <ViewFieldset view={view} teams={teams} forEveryone={forEveryone} refusal={refusal} />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
