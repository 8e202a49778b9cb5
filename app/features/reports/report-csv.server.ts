import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import type { Viewer } from "~/features/users/users";
import { csvLine } from "~/features/views/export-list.server";
import type { WantedReport } from "./read-report.server";
import { COLUMNS, type Column } from "./report-columns";
import type { Report, ReportGroup } from "./report-types";
import * as say from "./reports-copy";

/** Without it, spreadsheets read UTF-8 as an older encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A report as CSV: for each group, one line for the period and one for the previous period. Times in minutes. */
export function reportAsCsv({ period, before, groups, total }: Report, { by }: Pick<WantedReport, "by">): string {
  const label = ({ label, unit }: Column) => (unit === "count" ? label : say.labelOf(label, say.UNITS[unit]));
  const line = (name: string, { from, to }: Report["period"], figures: ReportGroup["now"]) =>
    csvLine([name, from, to, ...COLUMNS.map((column) => plain(column.of(figures).value))]);
  const lines = [...groups, { name: say.all, ...total }].map(
    (group) => line(group.name, period, group.now) + line(group.name, before, group.before),
  );
  return BYTE_ORDER_MARK + csvLine([say.BY_NAMES[by], say.from, say.to, ...COLUMNS.map(label)]) + lines.join("");
}

const plain = (value: number | null) => (value === null ? "" : String(Math.round(value * 100) / 100));

/** Logs an export, like list exports. */
export async function logReportExport(db: Db, viewer: Viewer, wanted: WantedReport, now: number): Promise<void> {
  const { from, to, by, q } = wanted;
  const list = say.exportedReport(say.daysOf(from, to), say.BY_NAMES[by], q);
  await logSecurity(db, { kind: "list_exported", actorId: viewer.id, details: { list } }, now);
}
