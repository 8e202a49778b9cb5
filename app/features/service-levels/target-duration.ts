import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { formatNumber } from "~/lib/numbers";
import type { Parsed } from "./calendar-text";
import { SERVICE_LEVEL_LIMITS } from "./service-levels";
import * as say from "./service-levels-copy";

/** Parses a target such as `4h`, `30m` or `1h30m` as milliseconds. An empty text means no target: null. */
export function parseTarget(text: string): Parsed<number | null> {
  const typed = text.trim();
  if (typed === "") return { ok: true, value: null };
  const match = /^(?:(\d{1,6})\s*h)?\s*(?:(\d{1,6})\s*m)?$/i.exec(typed);
  if (!match) return { ok: false, message: /^\d+\s*[dw]/i.test(typed) ? say.targetInDays : say.notATarget(typed) };
  const value = Number(match[1] ?? 0) * HOUR_MS + Number(match[2] ?? 0) * MINUTE_MS;
  const { shortestTarget, longestTarget } = SERVICE_LEVEL_LIMITS;
  if (value < shortestTarget) return { ok: false, message: say.targetTooShort };
  if (value > longestTarget) {
    return { ok: false, message: say.targetTooLong(`${formatNumber(longestTarget / HOUR_MS)}h`) };
  }
  return { ok: true, value };
}

/** Formats whole minutes as `4h`, `30m` or `1h30m`; an empty text for null. */
export function formatTarget(target: number | null): string {
  if (target === null) return "";
  const [hours, minutes] = [Math.floor(target / HOUR_MS), Math.floor((target % HOUR_MS) / MINUTE_MS)];
  return `${hours > 0 ? `${hours}h` : ""}${minutes > 0 || hours === 0 ? `${minutes}m` : ""}`;
}
