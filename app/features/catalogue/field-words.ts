import type { FieldKind, FieldOption } from "~/features/tasks/custom-fields/field-rules";
import { typeName } from "~/features/tasks/task-words";

/** Words and limits of custom fields, as admins keep them. */

export const FIELD_SHELF = { label: 60, help: 300, option: 60, options: 100, value: 200, fields: 40 } as const;

export const KIND_NAMES: Record<FieldKind, string> = {
  text: "Short text",
  longtext: "Long text",
  number: "Number",
  boolean: "Yes or no",
  select: "One of a list",
  multiselect: "Several of a list",
  date: "Day",
  datetime: "Day and time",
  user: "Person",
  url: "Link",
};

export const VISIBILITY_NAMES = {
  agents: "Only people who work on the task",
  requester_read: "Requesters read it, too",
  requester_write: "Requesters fill it in, too",
} as const;

export const REQUIRED_NAMES = {
  never: "Never",
  create: "When a task is made",
  resolve: "When a task is resolved",
} as const;

export const CONDITION_NAMES = { is: "is", is_not: "is not", is_set: "is filled in" } as const;

export type CustomFieldFields = {
  label: string;
  help: string;
  kind: string;
  /** JSON: `FieldOption[]`. */
  options: string;
  /** Keys of types; empty for all. */
  types: readonly string[];
  visibility: string;
  required: string;
  /** When it is shown: the key of another field, or `type`; empty for always. Its value as people read it. */
  conditionField: string;
  conditionIs: string;
  conditionValue: string;
};

export const FIELD_LABELS: Record<keyof CustomFieldFields, string> = {
  label: "Label",
  help: "Help",
  kind: "Kind",
  options: "Options",
  types: "Types that have it",
  visibility: "Who sees it",
  required: "Needed",
  conditionField: "Shown only if",
  conditionIs: "Condition",
  conditionValue: "Value",
};

export const NEW_FIELD: CustomFieldFields = {
  ...{ label: "", help: "", kind: "text", options: "[]", types: [], visibility: "agents", required: "never" },
  ...{ conditionField: "", conditionIs: "is", conditionValue: "" },
};

export const hasOptions = (kind: string) => kind === "select" || kind === "multiselect";

export const optionsOf = (text: string): FieldOption[] => JSON.parse(text) as FieldOption[];

const named = (names: Record<string, string>, key: string) => names[key] ?? key;

export function fieldValue(field: keyof CustomFieldFields, fields: CustomFieldFields): string {
  switch (field) {
    case "kind":
      return named(KIND_NAMES, fields.kind);
    case "visibility":
      return named(VISIBILITY_NAMES, fields.visibility);
    case "required":
      return named(REQUIRED_NAMES, fields.required);
    case "conditionIs":
      return named(CONDITION_NAMES, fields.conditionIs);
    case "types":
      return fields.types.map(typeName).join(", ") || "All";
    case "options":
      return optionsOf(fields.options)
        .map(({ label, enabled }) => (enabled ? label : `${label} (not offered)`))
        .join(", ");
    default:
      return fields[field] || "none";
  }
}
