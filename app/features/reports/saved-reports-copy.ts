import { eitherOf } from "~/lib/text";

/* Copy of saved reports and their mail. */
export const newReport = "New saved report";
export const editReport = "Edit report";
export const name = "Name";
export const period = "Period";
export const groupBy = "Group by";
export const filter = "Filter";
export const mail = "Email schedule";
export const recipients = "Email to";
export const recipientsHint =
  "Names or email addresses of agents, separated by commas. Each agent's email counts only the tasks they can see.";
export const MAILED_NAMES = { never: "Never", weekly: "Every Monday", monthly: "On the first of each month" } as const;
export const saveReport = "Save report";
export const deleteReport = "Delete report";
export const enterAName = "Enter a name.";
export const nameTooLong = (most: string) => `A name can have at most ${most} characters.`;
export const filterTooLong = (most: string) => `A filter can have at most ${most} characters. Make it shorter.`;
export const choosePeriod = "Choose a period.";
export const chooseGroup = "Choose what to group by.";
export const chooseSharing = "Choose who to share this report with.";
export const chooseATeam = "Choose a team you lead.";
export const chooseMailed = "Choose an email schedule.";
export const tooManyRecipients = (most: number) => `A report can go to at most ${most} agents. Remove some.`;
export const addARecipient = "Enter at least one agent, or choose Never.";
export const noSuchAgents = (names: readonly string[]) =>
  `Can't tell which agent to email for ${eitherOf(names.map((one) => `“${one}”`))}. Enter email addresses of active agents.`;
export const reportLimitReached = (most: number) =>
  `You've reached the limit of ${most} reports with this sharing setting. Delete a report first.`;
export const reportSaved = "Report saved";
export const reportDeleted = (name: string) => `Report ${name} deleted`;
export const reportRestored = "Report restored";
export const undo = "Undo";
export const edit = "Edit";
export const editNamed = (name: string) => `Edit ${name}`;
export const changedMeanwhile = "Someone else changed this report while you were editing. Nothing was saved.";
export const saveToReplaceIt = "Your version is still in the form. Save it to replace the newer one.";
export const mailSubject = (name: string, days: string) => `${name}: ${days}`;
export const mailIntro = (days: string, before: string) => `${days}, compared with ${before}:`;
export const mailLine = (label: string, now: string, before: string) =>
  `- ${label}: **${now}** (previous period: ${before})`;
export const mailLink = "[Open the report](link:report)";
