import { type AWAITED, CATEGORIES, type Category } from "~/features/tasks/tasks";
import * as say from "./catalogue-copy";

export const STATUS_LIMITS = { name: 40, statuses: 20 } as const;

/** Keys that already mean something else in queries or forms. Shipped statuses may keep such a key. */
export const RESERVED_KEYS: readonly string[] = ["open", "done", "any", "none", "keep", ...CATEGORIES];

export const CATEGORY_NAMES: Record<Category, string> = {
  new: say.categoryNew,
  active: say.categoryActive,
  waiting: say.categoryWaiting,
  resolved: say.categoryResolved,
  closed: say.categoryClosed,
};

export const AWAITS_NAMES: Record<(typeof AWAITED)[number], string> = {
  us: say.us,
  requester: say.theRequester,
  third_party: say.thirdParty,
  nobody: say.awaitsNoOne,
};

/** Colours of a status mark; its shape comes from the category. */
export const COLOURS: Record<string, string> = {
  "": say.categoryColour,
  orange: say.orange,
  blue: say.blue,
  green: say.green,
  amber: say.amber,
  red: say.red,
  grey: say.grey,
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
  name: say.nameLabel,
  requesterName: say.requesterNameLabel,
  category: say.categoryLabel,
  awaits: say.awaitsLabel,
  pausesResolution: say.pausesLabel,
  colour: say.colourLabel,
  isDefault: say.defaultLabel,
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
      return fields[field] ? say.yes : say.no;
    default:
      return fields[field];
  }
}
