import type { FieldKind, FieldOption } from "~/features/custom-fields/field-rules";
import { typeName } from "~/features/tasks/tasks";
import * as say from "./catalogue-copy";

export const CUSTOM_FIELD_LIMITS = { label: 60, help: 300, option: 60, options: 100, value: 200, fields: 40 } as const;

export const KIND_NAMES: Record<FieldKind, string> = {
  text: say.shortText,
  longtext: say.longText,
  number: say.number,
  boolean: say.yesOrNo,
  select: say.singleChoice,
  multiselect: say.multipleChoice,
  date: say.date,
  datetime: say.dateAndTime,
  user: say.person,
  url: say.link,
};

export const VISIBILITY_NAMES = {
  agents: say.agentsOnly,
  requester_read: say.requestersCanRead,
  requester_write: say.requestersCanFillIn,
} as const;

export const REQUIRED_NAMES = {
  never: say.never,
  create: say.whenCreated,
  resolve: say.whenResolved,
} as const;

export const CONDITION_NAMES = { is: say.is, is_not: say.isNot, is_set: say.isFilledIn } as const;

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
  /** Key of the field the display condition depends on, or `type`; empty for always shown. */
  conditionField: string;
  conditionIs: string;
  /** An option's label, not its key. */
  conditionValue: string;
};

export const FIELD_LABELS: Record<keyof CustomFieldFields, string> = {
  label: say.labelLabel,
  help: say.helpLabel,
  kind: say.kindLabel,
  options: say.optionsLabel,
  types: say.typesLabel,
  visibility: say.visibilityLabel,
  required: say.requiredLabel,
  conditionField: say.conditionFieldLabel,
  conditionIs: say.conditionLabel,
  conditionValue: say.valueLabel,
};

export const NEW_FIELD: CustomFieldFields = {
  ...{ label: "", help: "", kind: "text", options: "[]", types: [], visibility: "agents", required: "never" },
  ...{ conditionField: "", conditionIs: "is", conditionValue: "" },
};

export const hasOptions = (kind: string) => kind === "select" || kind === "multiselect";

export const parseOptions = (text: string): FieldOption[] => JSON.parse(text) as FieldOption[];

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
      return fields.types.map(typeName).join(", ") || say.allTypes;
    case "options":
      return parseOptions(fields.options)
        .map(({ label, enabled }) => (enabled ? label : say.retiredOption(label)))
        .join(", ");
    default:
      return fields[field] || say.none;
  }
}
