import { PRIORITIES } from "~/features/tasks/task-words";
import type { IconName } from "~/ui/icon";

/** Words and limits of types, as admins keep them. */

export const TYPE_LIMITS = { name: 60, description: 300, title: 200, body: 10_000, types: 50 } as const;

/** What an icon of a type may be; its name is read where the drawing is not seen. */
export const TYPE_ICONS: Partial<Record<IconName | "", string>> = {
  "": "None",
  warning: "Warning",
  new: "Plus",
  info: "Information",
  tasks: "List",
  error: "Exclamation mark",
  people: "People",
  person: "Person",
  file: "File",
  picture: "Picture",
  edit: "Pencil",
  tray: "Tray",
  search: "Magnifying glass",
};

export type TypeFields = {
  name: string;
  description: string;
  icon: string;
  portal: boolean;
  /** By its name, which is its own; empty for none. */
  team: string;
  priority: string;
  requesterSetsPriority: boolean;
  titleTemplate: string;
  bodyTemplate: string;
};

export const TYPE_LABELS: Record<keyof TypeFields, string> = {
  name: "Name",
  description: "Description",
  icon: "Icon",
  portal: "Offered to requesters",
  team: "Team",
  priority: "Priority",
  requesterSetsPriority: "Requesters choose the priority",
  titleTemplate: "Title to begin with",
  bodyTemplate: "Description to begin with",
};

export const NEW_TYPE: TypeFields = {
  ...{ name: "", description: "", icon: "", portal: true, team: "", priority: "", requesterSetsPriority: false },
  ...{ titleTemplate: "", bodyTemplate: "" },
};

export function typeValue(field: keyof TypeFields, fields: TypeFields): string {
  const value = fields[field];
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field === "icon") return TYPE_ICONS[value as IconName] ?? value;
  if (field === "priority") return PRIORITIES.find(({ key }) => key === value)?.name ?? "none";
  return value === "" ? "none" : value;
}
