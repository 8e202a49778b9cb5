import { DAY_MS } from "~/lib/durations";
import * as say from "../uploads-copy";

/** How long authors can edit their notes: a day (domain B4). */
export const EDITABLE_MS = DAY_MS;

export const EDIT_REFUSALS = {
  not_yours: say.onlyWritersChange,
  too_late: say.noteIsFinal,
} as const;
