import type { Sentence } from "~/features/tasks/history-sentence";
import { isOwnField } from "./clock-events";
import * as say from "./service-levels-copy";

/** History entries of service levels. Clocks are named as on the task page. */
export const says = {
  label: () => say.serviceLevels,
  entry(field: string, from: string | null, to: string | null): Sentence {
    if (!isOwnField(field)) return [];
    if (field === "clock_warning") return say.clockWarned(to ?? "");
    if (field === "clock_breached") return say.clockBreached(to ?? "");
    return to === null ? say.noPolicyApplies(from ?? "") : say.policyApplies(to);
  },
};
