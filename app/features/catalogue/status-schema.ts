import * as z from "zod/v4";
import { AWAITED, CATEGORIES } from "~/features/tasks/task-words";
import { Ticked } from "~/lib/form-values";
import * as say from "./catalogue-copy";
import { CHOOSE, line, NewEntry } from "./entry-schema";
import { COLOURS, STATUS_LIMITS, type StatusFields } from "./status-words";

const fields = {
  name: line(STATUS_LIMITS.name, say.nameAtMost, say.enterAName),
  requesterName: line(STATUS_LIMITS.name, say.requesterNameAtMost).default(""),
  category: z.enum(CATEGORIES, CHOOSE),
  awaits: z.enum(AWAITED, CHOOSE),
  pausesResolution: Ticked,
  colour: z.string().refine((colour) => Object.hasOwn(COLOURS, colour), CHOOSE),
  isDefault: Ticked,
};

/** What follows from the rest: requesters read the name where nothing else is said, and time stands still by category. */
const settled = (status: StatusFields): StatusFields => ({
  ...status,
  requesterName: status.requesterName || status.name,
  pausesResolution: status.category === "waiting" ? status.pausesResolution : status.category === "resolved",
});

export const StatusForm = z.object(fields).transform(settled);
export const NewStatusForm = z
  .object({ ...fields, ...NewEntry.shape })
  .transform(({ requestKey, key, ...status }) => ({ requestKey, key, fields: settled(status) }));
