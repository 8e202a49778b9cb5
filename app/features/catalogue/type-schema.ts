import * as z from "zod/v4";
import { PRIORITY_KEYS } from "~/features/tasks/task-words";
import { Ticked } from "~/lib/form-values";
import * as say from "./catalogue-copy";
import { CHOOSE, line, lines, NewEntry } from "./entry-schema";
import { TYPE_ICONS, TYPE_LIMITS, type TypeFields } from "./type-words";

const fields = {
  name: line(TYPE_LIMITS.name, say.nameAtMost, say.enterAName),
  description: lines(TYPE_LIMITS.description, say.descriptionAtMost),
  icon: z.string().refine((icon) => Object.hasOwn(TYPE_ICONS, icon), CHOOSE),
  portal: Ticked,
  team: line(60, say.teamAtMost).default(""),
  priority: z.enum(["", ...PRIORITY_KEYS], CHOOSE).default(""),
  requesterSetsPriority: Ticked,
  titleTemplate: line(TYPE_LIMITS.title, say.titleAtMost).default(""),
  bodyTemplate: lines(TYPE_LIMITS.body, say.descriptionAtMost),
};

export const TypeForm = z.object(fields).transform((type): TypeFields => type);
export const NewTypeForm = z
  .object({ ...fields, ...NewEntry.shape })
  .transform(({ requestKey, key, ...type }) => ({ requestKey, key, fields: type as TypeFields }));
