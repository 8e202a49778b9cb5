import { DAY_MS } from "~/lib/durations";

/** How long after writing it somebody may change their own note: a day (domain B4). */
export const EDITABLE_MS = DAY_MS;

/** What we say of a note that cannot be changed. */
export const EDIT_REFUSALS = {
  not_yours: "Only who wrote a note can change it.",
  too_late: "A note can be changed for 24 hours after it was written. Add another one.",
} as const;
