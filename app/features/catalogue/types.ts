import { PRIORITIES } from "~/features/tasks/tasks";
import type { IconName } from "~/ui/icon";
import * as say from "./catalogue-copy";

export const TYPE_LIMITS = { name: 60, description: 300, title: 200, body: 10_000, types: 50 } as const;

/** Icons a type can have, each with its accessible name. */
export const TYPE_ICONS: Partial<Record<IconName | "", string>> = {
  "": say.noIcon,
  warning: say.warning,
  new: say.plus,
  info: say.information,
  tasks: say.list,
  error: say.exclamationMark,
  people: say.people,
  person: say.person,
  file: say.file,
  picture: say.picture,
  edit: say.pencil,
  tray: say.tray,
  search: say.magnifyingGlass,
};

export type TypeFields = {
  name: string;
  description: string;
  icon: string;
  portal: boolean;
  /** The team's name, which is unique; empty for none. */
  team: string;
  priority: string;
  requesterSetsPriority: boolean;
  titleTemplate: string;
  bodyTemplate: string;
};

export const TYPE_LABELS: Record<keyof TypeFields, string> = {
  name: say.nameLabel,
  description: say.descriptionLabel,
  icon: say.iconLabel,
  portal: say.portalLabel,
  team: say.teamLabel,
  priority: say.priorityLabel,
  requesterSetsPriority: say.requesterSetsLabel,
  titleTemplate: say.titleTemplateLabel,
  bodyTemplate: say.bodyTemplateLabel,
};

export const NEW_TYPE: TypeFields = {
  ...{ name: "", description: "", icon: "", portal: true, team: "", priority: "", requesterSetsPriority: false },
  ...{ titleTemplate: "", bodyTemplate: "" },
};

export function typeValue(field: keyof TypeFields, fields: TypeFields): string {
  const value = fields[field];
  if (typeof value === "boolean") return value ? say.yes : say.no;
  if (field === "icon") return TYPE_ICONS[value as IconName] ?? value;
  if (field === "priority") return PRIORITIES.find(({ key }) => key === value)?.name ?? say.none;
  return value === "" ? say.none : value;
}
