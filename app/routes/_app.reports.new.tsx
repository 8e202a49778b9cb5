import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { RecordForm } from "~/features/records/record-form";
import { manageableTeams } from "~/features/records/scoped-records.server";
import { DEFAULT_REPORT, parseReportUrl } from "~/features/reports/report-address";
import { reports } from "~/features/reports/reports-copy";
import { SavedReportFieldset } from "~/features/reports/saved-report-form";
import { NewSavedReport, storedPeriod } from "~/features/reports/saved-report-schema";
import { saveReport } from "~/features/reports/saved-reports.server";
import * as say from "~/features/reports/saved-reports-copy";
import { isAgent } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { deskZone } from "~/lib/desk-zone.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newReport, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const parsed = parseReportUrl(new URL(request.url).searchParams, Date.now(), deskZone());
  const { period, by, q } = parsed.ok ? parsed.chosen : DEFAULT_REPORT;
  return {
    requestKey: formKey(viewer.id),
    report: { name: "", period: storedPeriod(period), by, q, scope: "personal", mailed: "never", recipients: "" },
    teams: await manageableTeams(db, viewer),
    forEveryone: viewer.role === "admin",
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewSavedReport);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { scope, ...report } = parsed.value;
  const saved = await saveReport(db, viewer, { ...report, ...scope }, Date.now());
  if (!saved.ok && saved.why === "wrong") return data({ refusal: refuse(form, saved.errors) }, { status: 422 });
  if (!saved.ok) throw forbidden();
  return redirect("/reports", await withToast("success", say.reportSaved));
}

export const clientLoader = fromPayload("routes/_app.reports.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewReportPage() {
  const { requestKey, report, teams, forEveryone } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/reports", label: reports }} title={say.newReport} />
      <RecordForm className="form" submit={say.saveReport} cancel="/reports">
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <SavedReportFieldset report={{ ...report, ...refusal?.values }} {...{ teams, forEveryone, refusal }} />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
