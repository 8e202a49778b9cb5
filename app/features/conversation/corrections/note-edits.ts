import { DAY_MS } from "~/lib/durations";
import * as say from "../uploads-copy";

/** How long after writing it somebody may change their own note: a day (domain B4). */
export const EDITABLE_MS = DAY_MS;

/** What we say of a note that cannot be changed. */
export const EDIT_REFUSALS = {
  not_yours: say.onlyWritersChange,
  too_late: say.noteIsFinal,
} as const;
