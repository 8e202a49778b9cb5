import { Button, ButtonLink } from "~/ui/button";
import { dayInWords } from "~/ui/format-time";
import { ReportCharts } from "./report-charts";
import { countOfGroups, formatPeriod, Sections, Summary } from "./report-tables";
import { type Report, type ReportGroup, volumeOf } from "./report-types";
import type { Dimension } from "./reports";
import * as say from "./reports-copy";

/** Most groups on the page. */
const MOST_GROUPS = 50;

/** A report as the page shows it. `allGroups`: how many there are. */
export type ShownReport = Report & { by: Dimension; allGroups: number };

/** Keeps the groups with the most tasks, in their order. */
export function shownReport(report: Report, by: Dimension): ShownReport {
  const volume = (group: ReportGroup) => volumeOf(group.now) + volumeOf(group.before);
  const largest = [...report.groups].sort((a, b) => volume(b) - volume(a)).slice(0, MOST_GROUPS);
  const groups = report.groups.filter((group) => largest.includes(group));
  return { ...report, groups, by, allGroups: report.groups.length };
}

export function ReportPage({ report, search }: { report: ShownReport; search: string }) {
  const { period, before, zone, total, groups, points, by, allGroups, isExact, since } = report;
  const notes = [
    say.comparedWith(formatPeriod(period), formatPeriod(before), zone),
    since.tasks !== null && say.completeSince(dayInWords(since.tasks, 0)),
    since.clocks !== null && say.clocksSince(dayInWords(since.clocks, 0)),
    say.smallNumbers,
    !isExact && say.roundedTimes,
    countOfGroups(groups.length, allGroups),
  ].filter((note) => typeof note === "string");
  return (
    <>
      <p className="hint">{notes.join(" ")}</p>
      <div className="buttons">
        <ButtonLink look="quiet" href={`/reports/new${search}`}>
          {say.saveReport}
        </ButtonLink>
        <form method="post" action={`/reports/export${search}`} data-downloads="">
          <Button look="quiet">{say.downloadCsv}</Button>
        </form>
      </div>
      <ReportCharts points={points} />
      <Summary total={total} />
      <Sections by={by} groups={groups} total={total} />
    </>
  );
}
