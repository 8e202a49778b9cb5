import { formatNumber } from "~/lib/numbers";
import { codePoints } from "~/lib/text";
import type { WantedReport } from "./read-report.server";
import { isPreset, type Period, type Preset, periodError, periodOf } from "./report-period";
import { DIMENSIONS, type Dimension, REPORT_LIMITS } from "./reports";
import * as say from "./reports-copy";

/** The chosen report: a preset is relative to today, a period is fixed. */
export type ChosenReport = { period: Preset | Period; by: Dimension; q: string };

export const DEFAULT_REPORT: ChosenReport = { period: "last-30-days", by: "team", q: "" };

/** `texts` as typed; `errors` by field. */
export type ParsedReport = { texts: Period & { by: string; q: string }; preset: Preset | null } & (
  | { ok: true; chosen: ChosenReport; wanted: WantedReport }
  | { ok: false; errors: Record<string, string> }
);

/** Reads a report's URL. Presets, and the default period, are relative to `now`. */
export function parseReportUrl(search: URLSearchParams, now: number, zone: string): ParsedReport {
  const asked = search.get("period") ?? "";
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  const isTyped = from !== "" || to !== "";
  const preset = isTyped ? null : isPreset(asked) ? asked : (DEFAULT_REPORT.period as Preset);
  const period = preset ? periodOf(preset, now, zone) : { from, to };
  const by = search.get("by") || DEFAULT_REPORT.by;
  const q = (search.get("q") ?? "").trim();
  const texts = { ...period, by, q };
  const errors: Record<string, string> = {};
  const wrong = periodError(period);
  if (wrong) errors[wrong.field] = wrong.message;
  const dimension = DIMENSIONS.find((one) => one === by);
  if (!dimension) errors.by = say.chooseAGroup;
  if (codePoints(q) > REPORT_LIMITS.filter) errors.q = say.filterTooLong(formatNumber(REPORT_LIMITS.filter));
  if (!dimension || Object.keys(errors).length > 0) return { texts, preset, ok: false, errors };
  const wanted = { ...period, by: dimension, q };
  return { texts, preset, ok: true, chosen: { period: preset ?? period, by: dimension, q }, wanted };
}

export function reportSearch({ period, by, q }: ChosenReport): string {
  const search = new URLSearchParams(typeof period === "string" ? { period } : period);
  search.set("by", by);
  if (q !== "") search.set("q", q);
  return `?${search}`;
}

export const reportHref = (chosen: ChosenReport) => `/reports${reportSearch(chosen)}`;
