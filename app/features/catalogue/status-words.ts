import { type AWAITED, CATEGORIES, type Category } from "~/features/tasks/task-words";

/** Words and limits of statuses, as admins keep them. */

export const STATUS_LIMITS = { name: 40, statuses: 20 } as const;

/** Words that mean several statuses in queries, and the choice that leaves a status alone. Those that were shipped stay. */
export const RESERVED_KEYS: readonly string[] = ["open", "done", "any", "none", "keep", ...CATEGORIES];

export const CATEGORY_NAMES: Record<Category, string> = {
  new: "New",
  active: "In progress",
  waiting: "Waiting",
  resolved: "Resolved",
  closed: "Closed",
};

export const AWAITS_NAMES: Record<(typeof AWAITED)[number], string> = {
  us: "Us",
  requester: "The requester",
  third_party: "Somebody else",
  nobody: "Nobody",
};

/** Colours of the mark, whose shape is that of the category. */
export const COLOURS: Record<string, string> = {
  "": "That of its category",
  orange: "Orange",
  blue: "Blue",
  green: "Green",
  amber: "Amber",
  red: "Red",
  grey: "Grey",
};

export type StatusFields = {
  name: string;
  requesterName: string;
  category: string;
  awaits: string;
  pausesResolution: boolean;
  colour: string;
  isDefault: boolean;
};

export const STATUS_LABELS: Record<keyof StatusFields, string> = {
  name: "Name",
  requesterName: "Requesters read",
  category: "Category",
  awaits: "Who has to act",
  pausesResolution: "The time to resolve stands still",
  colour: "Colour",
  isDefault: "Default of its category",
};

export const NEW_STATUS: StatusFields = {
  name: "",
  requesterName: "",
  category: "active",
  awaits: "us",
  pausesResolution: true,
  colour: "",
  isDefault: false,
};

export function statusValue(field: keyof StatusFields, fields: StatusFields): string {
  switch (field) {
    case "category":
      return CATEGORY_NAMES[fields.category as Category];
    case "awaits":
      return AWAITS_NAMES[fields.awaits as (typeof AWAITED)[number]];
    case "colour":
      return COLOURS[fields.colour] ?? fields.colour;
    case "pausesResolution":
    case "isDefault":
      return fields[field] ? "yes" : "no";
    default:
      return fields[field];
  }
}
