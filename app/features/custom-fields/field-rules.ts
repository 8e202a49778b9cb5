/** Custom field rules shared by browser and server, so this module imports no libraries. */

import { type FieldCondition, type FieldValues, isShown, ownValue } from "~/lib/field-visibility";

export type FieldKind =
  | "text"
  | "longtext"
  | "number"
  | "boolean"
  | "select"
  | "multiselect"
  | "date"
  | "datetime"
  | "user"
  | "url";

export type FieldOption = { key: string; label: string; enabled: boolean };

export type FieldDefinition = {
  key: string;
  label: string;
  help: string;
  kind: FieldKind;
  options: readonly FieldOption[];
  /** Keys of the task types with this field; empty for all. */
  types: readonly string[];
  visibility: "agents" | "requester_read" | "requester_write";
  required: "never" | "create" | "resolve";
  showIf: FieldCondition | null;
};

export const FIELD_LIMITS = { text: 200, longtext: 5_000, url: 2_000 } as const;

/** The fields to show for a task type and its values, in order. */
export const shownFields = (fields: readonly FieldDefinition[], type: string, values: FieldValues) =>
  fields.filter((field) => isShown(field, type, values));

/** Shown fields that lack a required value. Fields required to create are also required to resolve. */
export function missingFields(
  fields: readonly FieldDefinition[],
  type: string,
  values: FieldValues,
  moment: "create" | "resolve",
): FieldDefinition[] {
  const needed = moment === "create" ? ["create"] : ["create", "resolve"];
  return shownFields(fields, type, values).filter(
    ({ key, required }) => needed.includes(required) && (ownValue(values, key) ?? "") === "",
  );
}

/** Whether the field is visible. `works`: the viewer has agent access to the task. */
export const maySeeField = (field: FieldDefinition, works: boolean) => works || field.visibility !== "agents";

/** Whether the viewer may fill it in. Person fields are for agents only: requesters could probe for who exists. */
export const mayWriteField = (field: FieldDefinition, works: boolean) =>
  works || (field.visibility === "requester_write" && field.kind !== "user");
