import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { scopeName } from "~/features/records/sharing-scopes";
import { makeReport } from "~/features/reports/make-report.server";
import { parseReportUrl, reportSearch } from "~/features/reports/report-address";
import { ReportForm } from "~/features/reports/report-form";
import { ReportPage, shownReport } from "~/features/reports/report-page";
import * as say from "~/features/reports/reports-copy";
import { SavedReports } from "~/features/reports/saved-reports";
import { listReports } from "~/features/reports/saved-reports.server";
import { isAgent } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { deskZone } from "~/lib/desk-zone.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.reports, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const now = Date.now();
  const parsed = parseReportUrl(new URL(request.url).searchParams, now, deskZone());
  const { texts, preset } = parsed;
  const saved = (await listReports(db, viewer)).map(({ id, name, href, mayChange, scope, team }) => ({
    ...{ id, name, href, mayChange, who: scopeName({ scope, team }) },
  }));
  const asked = { texts, preset, saved, isPending: false, report: null, search: "" };
  if (!parsed.ok) return data({ ...asked, errors: parsed.errors }, { status: 422 });
  const report = await makeReport(db, viewer, parsed.wanted, now);
  if (!report.ok && report.why === "filter") return data({ ...asked, errors: { q: report.message } }, { status: 422 });
  const shown = report.ok ? shownReport(report, parsed.wanted.by) : null;
  return { ...asked, errors: {}, isPending: !report.ok, report: shown, search: reportSearch(parsed.chosen) };
}

export const clientLoader = fromPayload("routes/_app.reports._index");

export default function ReportsPage() {
  const { texts, preset, saved, errors, isPending, report, search } = useLoaderData<typeof loader>();
  return (
    <div className="reports">
      <PageHeader title={say.reports} />
      {saved.length > 0 && <SavedReports saved={saved} />}
      <ReportForm texts={texts} preset={preset} errors={errors} />
      {isPending && <EmptyState title={say.stillCounting}>{say.stillCountingLead}</EmptyState>}
      {report && <ReportPage report={report} search={search} />}
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
