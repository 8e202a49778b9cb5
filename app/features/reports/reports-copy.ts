import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */
export const reports = "Reports";
export const report = "Report";
export const from = "From";
export const to = "To";
export const groupBy = "Group by";
export const filter = "Filter";
export const filterHint = (link: (words: string) => ReactNode) =>
  sentence`Counts only tasks that match this query. ${link("How to search")}`;
export const showReport = "Show report";
export const downloadCsv = "Download CSV";
export const saveReport = "Save report";
export const periods = "Periods";
export const PRESET_NAMES = {
  "this-week": "This week",
  "last-week": "Last week",
  "this-month": "This month",
  "last-month": "Last month",
  "last-30-days": "Last 30 days",
  "last-90-days": "Last 90 days",
  "this-year": "This year",
  "last-year": "Last year",
} as const;
export const BY_NAMES = {
  team: "Team",
  agent: "Agent",
  type: "Type",
  organization: "Organization",
  tag: "Tag",
} as const;
export const NONE = {
  team: "No team",
  agent: "Unassigned",
  type: "No type",
  organization: "No organization",
  tag: "No tag",
} as const;
export const chooseADay = "Choose a day from 1980 on, such as 2026-03-09.";
export const endsBeforeItBegins = "The period ends before it begins. Choose a later end date.";
export const periodTooLong = "A report covers at most ten years. Choose a later day.";
export const chooseAGroup = "Choose team, agent, type, organization or tag.";
export const filterTooLong = (most: string) => `A filter can have at most ${most} characters. Make it shorter.`;
export const filterMatchesTooMany = (most: string) =>
  `The filter matches more than ${most} tasks. Add a term to narrow it.`;
export const noHiddenTasks =
  "Reports leave out merged tasks, spam and trash. Remove “is:merged”, “is:spam” and “is:trashed” from the filter.";
export const notInFilters = (key: string) => `A report's filter can't use “${key}”. Remove it.`;
export const stillCounting = "Counting tasks";
export const stillCountingLead =
  "Many tasks changed, for example in an upgrade or import, and are still being counted. Reload the page in a minute to see the report.";
export const summary = "Summary";
export const measure = "Measure";
export const thisPeriod = "This period";
export const periodBefore = "Previous period";
export const change = "Change";
export const all = "All tasks";
export const volume = "Volume";
export const times = "Response and resolution times";
export const serviceLevelOf = (clock: string) => `Service level: ${clock.toLowerCase()}`;
export const quality = "Quality";
export const workload = "Workload";
export const created = "Created";
export const resolved = "Resolved";
export const backlog = "Backlog";
export const firstResponses = "First responses";
export const firstResponse = "First response";
export const nextResponse = "Next response";
export const resolution = "Resolution";
export const TIMES = { median: "median", p90: "90th percentile" } as const;
export const attainment = "Attainment";
export const ENDS = { met: "Met", breached: "Breached", retargeted: "Retargeted" } as const;
export const oneTouch = "One-touch";
export const oneTouchRate = "One-touch rate";
export const reopened = "Reopened";
export const reopenRate = "Reopen rate";
export const rating = "Good ratings";
export const shareOfGood = "Share of good ratings";
export const rated = "Rated";
export const open = "Open";
export const messages = "Messages";
export const labelOf = (thing: string, what: string) => `${thing}, ${what.toLowerCase()}`;
export const shareOf = (share: string) => `${share}%`;
export const none = "–";
export const before = (value: string) => `${value} in the previous period`;
export const smallNumbers = "Numbers in small type are for the previous period.";
export const listed = (label: string, value: string, group: string) => `${value}: ${label}, ${group}`;
export const minutesShort = (minutes: string) => `${minutes} min`;
export const hoursShort = (hours: string) => `${hours} h`;
export const points = (points: string) => (points === "1" ? "1 point" : `${points} points`);
export const volumeChart = "Created and resolved";
export const backlogChart = "Backlog";
export const asATable = "Show as table";
export const period = "Period";
export const daysOf = (from: string, to: string) => (from === to ? from : `${from} to ${to}`);
export const comparedWith = (period: string, before: string, zone: string) =>
  `${period}, compared with ${before}. Days begin at midnight ${zone === "UTC" ? zone : `${zone} time`}.`;
export const roundedTimes = "Durations over 20 minutes are rounded to within 3%.";
export const completeSince = (day: string) => `Data is complete from ${day}, when the first task was created.`;
export const clocksSince = (day: string) =>
  `Service-level data is complete from ${day}, when the first policy was added.`;
export const moreGroups = (shown: string, all: string) =>
  `Shows the ${shown} groups with the most tasks, out of ${all}. The CSV file has all of them.`;
export const nextCountsClocks = "A task can have several next-response clocks. These numbers count clocks, not tasks.";
export const retargetedNote = "Retargeted: breached because the priority or policy changed. Not counted in attainment.";
export const fileName = (from: string, to: string) => `report-${from}-${to}.csv`;
export const createdAndResolved = (created: string, resolved: string) =>
  `${created} created (above the line), ${resolved} resolved (below it)`;
export const openAtTheEnd = (count: string) => `${count} open at the end of the period`;
export const noTasks = "No tasks in this period";
export const savedReports = "Saved reports";
/** Units in the headers of a CSV file. */
export const UNITS = { minutes: "minutes", percent: "%" } as const;
export const exportedReport = (days: string, by: string, filter: string) =>
  `Report ${days}, by ${by.toLowerCase()}${filter === "" ? "" : `, ${filter}`}`;
