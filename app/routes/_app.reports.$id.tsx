import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { RecordForm } from "~/features/records/record-form";
import { manageableTeams } from "~/features/records/scoped-records.server";
import { reports } from "~/features/reports/reports-copy";
import { SavedReportFieldset } from "~/features/reports/saved-report-form";
import { SavedReportFields, storedPeriod } from "~/features/reports/saved-report-schema";
import { changeReport, describeReport, readSavedReport } from "~/features/reports/saved-reports.server";
import * as say from "~/features/reports/saved-reports-copy";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { type Refusal, versionSeen } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { NewerVersion } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.editReport, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const report = await readSavedReport(db, viewer, requireId({ request, params }));
  if (!report) throw pageNotFound(request);
  if (!report.mayChange) throw forbidden();
  const { id, name, chosen, scope, team, mailed, recipients, updatedAt } = report;
  const sharing = team ? `team-${team.id}` : scope;
  return {
    id,
    updatedAt,
    report: { name, ...chosen, period: storedPeriod(chosen.period), scope: sharing, mailed, recipients },
    teams: await manageableTeams(db, viewer),
    forEveryone: viewer.role === "admin",
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const parsed = parseForm(form, SavedReportFields);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { scope, ...report } = parsed.value;
  const seen = versionSeen(form, "version");
  const changed = await changeReport(db, viewer, id, { ...report, ...scope, seen }, Date.now());
  if (!changed.ok && changed.why === "newer") {
    const newer = { at: changed.report.updatedAt, text: describeReport(changed.report) };
    return data({ refusal: { ...refuse(form, {}), newer } as Refusal }, { status: 409 });
  }
  if (!changed.ok && changed.why === "wrong") return data({ refusal: refuse(form, changed.errors) }, { status: 422 });
  if (!changed.ok) throw changed.why === "forbidden" ? forbidden() : pageNotFound(request);
  return redirect("/reports", await withToast("success", say.reportSaved));
}

export const clientLoader = fromPayload("routes/_app.reports.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EditReportPage() {
  const { id, report, updatedAt, teams, forEveryone } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/reports", label: reports }} title={say.editReport}>
        <form method="post" action={`/reports/${id}/removal`}>
          <Button look="danger">{say.deleteReport}</Button>
        </form>
      </PageHeader>
      <RecordForm className="form" submit={say.saveReport} cancel="/reports">
        <NewerVersion refusal={refusal} says={() => say.changedMeanwhile} then={say.saveToReplaceIt} />
        <input type="hidden" name="version" value={updatedAt} />
        <SavedReportFieldset report={{ ...report, ...refusal?.values }} {...{ teams, forEveryone, refusal }} />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
