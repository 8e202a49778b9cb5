import type { ReactNode } from "react";
import { pieces } from "~/features/tasks/history-sentence";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export const unknownZone = (zone: string) =>
  `There's no time zone “${zone}”. Use a name such as Europe/Berlin or America/New_York.`;
export const needsAnOpening = "This calendar is never open. Enter hours for at least one weekday, or tick Always open.";

export const notHours = (typed: string) =>
  `“${typed}” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00.`;
export const noSuchTime = (typed: string) => `“${typed}” isn't a time. Use 00:00 to 24:00.`;
export const endsBeforeStart = (typed: string) =>
  `“${typed}” ends before it starts. For a night shift, end this day at 24:00 and start the next day at 00:00.`;
export const hoursOverlap = (first: string, second: string) =>
  `${first} and ${second} overlap. Write them as one time range.`;
export const tooManyHours = (most: number) => `A day can have at most ${most} time ranges. Remove some.`;

export const inLine = (line: number, problem: string) => `Line ${line}: ${problem}`;
export const needsADate = (typed: string) =>
  `“${typed}” isn't a date. Start with a date such as 2026-04-03, or 12-25 for every year.`;
export const noSuchDate = (typed: string) => `The date ${typed} doesn't exist. Check the month and the day.`;
export const repeatsLine = (date: string, line: number) =>
  `${date} is already on line ${line}. Put all its hours on one line.`;
export const holidayNameTooLong = (most: number) => `The name can have at most ${most} characters. Make it shorter.`;
export const tooManyHolidays = (most: string) => `A calendar can have at most ${most} holidays. Remove some.`;

export const notATarget = (typed: string) => `“${typed}” isn't a duration. Use hours and minutes, such as 4h or 1h30m.`;
export const targetInDays = "Targets count opening hours, not days. Use hours and minutes, such as 16h or 1h30m.";
export const targetTooShort = "The shortest target is 1m.";
export const targetTooLong = (most: string) => `The longest target is ${most}.`;

const usableQualifiers = "Use qualifiers such as priority:, type:, team:, org: or tag:.";
export const noTextInPolicies = (text: string) =>
  `A policy can't search for text such as “${text}”, because messages add text all the time. ${usableQualifiers}`;
export const changesWithTime = (term: string) =>
  `“${term}” changes as time passes, so a policy can't use it. ${usableQualifiers}`;
export const dependsOnTheReader = (term: string) =>
  `“${term}” depends on who is searching, so a policy can't use it. ${usableQualifiers}`;
export const dependsOnMessages = (term: string) =>
  `“${term}” depends on messages or files, so a policy can't use it. ${usableQualifiers}`;
export const dependsOnClocks = (term: string) =>
  `“${term}” depends on the clocks that a policy starts, so a policy can't use it. ${usableQualifiers}`;
export const meansNobody = (key: string) =>
  `“me” can't be used in a policy. Write the person's name or email address after “${key}:”.`;
export const datesMoveOn = (key: string, value: string) =>
  `“${value}” means a different date every day, so a policy can't use it. Use dates such as ${key}:2026-03-01..2026-03-31.`;
export const noOrderInPolicies = "A policy doesn't sort tasks. Remove “sort:”.";

export const serviceLevels = "Service levels";
export const metrics = { first: "First response", next: "Next response", resolution: "Resolution" } as const;
/* Each follows the actor's name. */
export const policyApplies = (name: string) => pieces`applied the service-level policy ${{ is: name }}`;
export const noPolicyApplies = (name: string) => pieces`stopped applying the service-level policy ${{ was: name }}`;
export const clockWarned = (metric: string) => pieces`warned that ${{ text: metric }} is due soon`;
export const clockBreached = (metric: string) => pieces`recorded that the target for ${{ text: metric }} was missed`;

export const clocksDifferSubject = "Service-level clocks differ from their history";
export const clocksDifferBody = (tasks: readonly number[]) =>
  `The nightly check recomputed a sample of clocks and found differences in ${tasks.map((id) => `#${id}`).join(", ")}. Run \`npm run clocks -- --verify\` on the server for details, and please report this as a bug.`;

/* The clocks of a task, on its page. */
export const states = {
  running: "Running",
  warning: "Warning",
  paused: "Paused",
  met: "Met",
  breached: "Breached",
  cancelled: "Cancelled",
} as const;
export const usedOf = (used: string, target: string) => `${used} of ${target} used`;
export const dueAt = (when: ReactNode) => sentence`due ${when}`;
export const metAt = (when: ReactNode) => sentence`met ${when}`;
export const breachedAt = (when: ReactNode) => sentence`breached ${when}`;
export const cancelledAt = (when: ReactNode) => sentence`cancelled ${when}`;
export const pausedBy = (status: string) => `Paused because the status is ${status}`;
export const retargeted = "retargeted: breached because the target changed";
export const howTimeWasCounted = "How time was counted";
export const timelineLegend =
  "In each bar, the clock ran during the filled part. Only opening hours count, shown by the line above it. The orange mark is the target.";
export const when = "When";
export const fromUntil = (from: ReactNode, until: ReactNode) => sentence`${from} to ${until}`;
export const period = "Clock";
export const counted = "Counted";
export const outsideHours = (opens: ReactNode) => sentence`Outside opening hours. The clock runs again ${opens}.`;
export const now = "now";
export const periods = { counted: "Running", paused: "Paused", stopped: "Stopped" } as const;
export const pausedIn = (status: string) => `Paused: ${status}`;

/* For requesters. */
export const firstAnswerBy = (time: ReactNode) => sentence`You can expect a first response by ${time}.`;
export const firstAnswerIsLate = "Our first response is late. We'll reply as soon as we can.";
