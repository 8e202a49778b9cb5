import { HOUR_MS, MINUTE_MS } from "~/lib/durations";

/** Delays after the first temporary failures; then hourly, for two days from the first attempt. */
const PAUSES_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
const GIVE_UP_MS = 48 * HOUR_MS;

/** The states of a delivery that isn't settled. */
export const WAITING = ["queued", "deferred", "held"] as const;

/** When to retry after the nth temporary failure; null once two days have passed since the first attempt. */
export function nextTry(
  { attempts, firstTriedAt }: { attempts: number; firstTriedAt: number },
  now: number,
): number | null {
  const at = now + (PAUSES_MS[attempts - 1] ?? HOUR_MS);
  return at > firstTriedAt + GIVE_UP_MS ? null : at;
}
