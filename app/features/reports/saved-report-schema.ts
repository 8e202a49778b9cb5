import * as z from "zod/v4";
import { line } from "~/features/records/form-schema";
import { RequestKey } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { isPreset, type Period, type Preset, periodError } from "./report-period";
import { DIMENSIONS, REPORT_LIMITS } from "./reports";
import * as say from "./saved-reports-copy";

export const MAILED = ["never", "weekly", "monthly"] as const;
export type Mailed = (typeof MAILED)[number];

/** Reads a stored or sent period: a preset, or `2026-03-01..2026-03-31`. */
export function readStoredPeriod(text: string): Preset | Period | null {
  if (isPreset(text)) return text;
  const [from = "", to = "", more] = text.split("..");
  return more === undefined && periodError({ from, to }) === null ? { from, to } : null;
}

export const storedPeriod = (period: Preset | Period) =>
  typeof period === "string" ? period : `${period.from}..${period.to}`;

/** `scope` names a team as `team-7`. */
export const SavedReportFields = z.object({
  name: line(REPORT_LIMITS.name, say.nameTooLong(String(REPORT_LIMITS.name)), say.enterAName),
  period: z.string().transform((text, context) => {
    const period = readStoredPeriod(text);
    if (period) return period;
    context.addIssue({ code: "custom", message: say.choosePeriod });
    return z.NEVER;
  }),
  by: z.enum(DIMENSIONS, say.chooseGroup),
  q: line(REPORT_LIMITS.filter, say.filterTooLong(formatNumber(REPORT_LIMITS.filter))).default(""),
  scope: z
    .string(say.chooseSharing)
    .regex(/^(?:personal|everyone|team-[1-9]\d{0,8})$/, say.chooseSharing)
    .transform((text) => {
      const [scope, team] = text.split("-");
      return { scope: scope as "personal" | "everyone" | "team", team: team ? Number(team) : null };
    }),
  mailed: z.enum(MAILED, say.chooseMailed),
  recipients: line(REPORT_LIMITS.recipientsText, say.tooManyRecipients(REPORT_LIMITS.recipients)).default(""),
});

export const NewSavedReport = SavedReportFields.extend({ requestKey: RequestKey });

export type SavedReportForm = Omit<z.infer<typeof SavedReportFields>, "scope"> &
  z.infer<typeof SavedReportFields>["scope"];
