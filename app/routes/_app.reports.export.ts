import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { makeReport } from "~/features/reports/make-report.server";
import { parseReportUrl } from "~/features/reports/report-address";
import { logReportExport, reportAsCsv } from "~/features/reports/report-csv.server";
import * as say from "~/features/reports/reports-copy";
import { isAgent } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { deskZone } from "~/lib/desk-zone.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Exports the report in the URL as CSV. A POST, because exports are logged. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const { search, searchParams } = new URL(request.url);
  const now = Date.now();
  const parsed = parseReportUrl(searchParams, now, deskZone());
  const report = parsed.ok ? await makeReport(db, viewer, parsed.wanted, now) : null;
  if (!parsed.ok || !report?.ok) throw redirect(`/reports${search}`); // shows the error
  await logReportExport(db, viewer, parsed.wanted, now);
  return new Response(reportAsCsv(report, parsed.wanted), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${say.fileName(report.period.from, report.period.to)}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
