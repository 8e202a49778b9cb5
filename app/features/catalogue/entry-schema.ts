import * as z from "zod/v4";
import { line, lines } from "~/features/records/form-schema";
import { AWAITED, CATEGORIES, PRIORITY_KEYS } from "~/features/tasks/tasks";
import { RequestKey, Ticked } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { cleanLine } from "~/lib/text";
import * as say from "./catalogue-copy";
import { KEY_PATTERN } from "./entries";
import { COLOURS, STATUS_LIMITS, type StatusFields } from "./statuses";
import { TYPE_ICONS, TYPE_LIMITS, type TypeFields } from "./types";

export const CHOOSE = say.chooseAnOption;

/** The ticked boxes of a group, sent one by one or as one comma-separated text. */
export const TickedKeys = z
  .array(z.string())
  .or(z.string())
  .default([])
  .transform((sent) => [...new Set([sent].flat().flatMap((text) => text.split(",")))].filter(Boolean));

const KEY = new RegExp(`^${KEY_PATTERN}$`);

/** Fields of a create form. An empty key means it is derived from the name. */
export const NewEntry = z.object({
  requestKey: RequestKey,
  key: z
    .string()
    .default("")
    .transform(cleanLine)
    .refine((key) => key === "" || KEY.test(key), say.keyFormat),
});

const fields = {
  name: line(STATUS_LIMITS.name, say.nameTooLong(STATUS_LIMITS.name), say.enterAName),
  requesterName: line(STATUS_LIMITS.name, say.requesterNameTooLong(STATUS_LIMITS.name)).default(""),
  category: z.enum(CATEGORIES, CHOOSE),
  awaits: z.enum(AWAITED, CHOOSE),
  pausesResolution: Ticked,
  colour: z.string().refine((colour) => Object.hasOwn(COLOURS, colour), CHOOSE),
  isDefault: Ticked,
};

/** Fills in dependent values: the requester name defaults to the name, and only waiting statuses choose whether to pause. */
const settled = (status: StatusFields): StatusFields => ({
  ...status,
  requesterName: status.requesterName || status.name,
  pausesResolution: status.category === "waiting" ? status.pausesResolution : status.category === "resolved",
});

export const StatusForm = z.object(fields).transform(settled);
export const NewStatusForm = z
  .object({ ...fields, ...NewEntry.shape })
  .transform(({ requestKey, key, ...status }) => ({ requestKey, key, fields: settled(status) }));

const typeFields = {
  name: line(TYPE_LIMITS.name, say.nameTooLong(TYPE_LIMITS.name), say.enterAName),
  description: lines(TYPE_LIMITS.description, say.descriptionTooLong(formatNumber(TYPE_LIMITS.description))),
  icon: z.string().refine((icon) => Object.hasOwn(TYPE_ICONS, icon), CHOOSE),
  portal: Ticked,
  team: line(60, say.teamTooLong(60)).default(""),
  priority: z.enum(["", ...PRIORITY_KEYS], CHOOSE).default(""),
  requesterSetsPriority: Ticked,
  titleTemplate: line(TYPE_LIMITS.title, say.titleTooLong(TYPE_LIMITS.title)).default(""),
  bodyTemplate: lines(TYPE_LIMITS.body, say.descriptionTooLong(formatNumber(TYPE_LIMITS.body))),
};

export const TypeForm = z.object(typeFields).transform((type): TypeFields => type);
export const NewTypeForm = z
  .object({ ...typeFields, ...NewEntry.shape })
  .transform(({ requestKey, key, ...type }) => ({ requestKey, key, fields: type as TypeFields }));
