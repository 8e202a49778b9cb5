import type { Db } from "~/db/types";
import { NEW_CALENDAR } from "~/features/service-levels/calendars/calendars";
import { createCalendar } from "~/features/service-levels/calendars/calendars.server";
import { NEW_POLICY } from "~/features/service-levels/policies/policies";
import { createPolicy } from "~/features/service-levels/policies/policy-changes.server";
import type { Viewer } from "~/features/users/user-schema";

/** Saves the hours of the sample desk and its targets, on behalf of an admin. */
export async function setServiceLevels(db: Db, author: Viewer, now: number): Promise<void> {
  const calendar = await createCalendar(
    db,
    author,
    {
      ...{ ...NEW_CALENDAR, name: "Office hours", zone: "Europe/Berlin", friday: "09:00-12:00, 13:00-15:00" },
      holidays: "01-01 New Year's Day\n12-24 09:00-12:00 Christmas Eve\n12-25 Christmas Day\n12-26 Boxing Day",
      requestKey: crypto.randomUUID(),
    },
    now,
  );
  if (!calendar.ok) throw new Error(JSON.stringify(calendar));
  const policy = await createPolicy(
    db,
    author,
    {
      ...{ ...NEW_POLICY, name: "Standard", calendar: String(calendar.id), requestKey: crypto.randomUUID() },
      ...{ first_urgent: "1h", first_high: "2h", first_normal: "4h", first_low: "8h" },
      ...{ next_urgent: "2h", next_high: "4h", next_normal: "8h", next_low: "16h" },
      ...{ resolution_urgent: "4h", resolution_high: "8h", resolution_normal: "24h", resolution_low: "80h" },
    },
    now,
  );
  if (!policy.ok) throw new Error(JSON.stringify(policy));
}
