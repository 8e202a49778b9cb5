/** Fields of tasks that an admin defines: what browser and server both know of them. Nothing here needs a library. */

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
  /** Keys of the task types that have it; empty for all. */
  types: readonly string[];
  visibility: "agents" | "requester_read" | "requester_write";
  required: "never" | "create" | "resolve";
  showIf: FieldCondition | null;
};

export const FIELD_LIMITS = { text: 200, longtext: 5_000, url: 2_000 } as const;

/** The fields a task of this type with these values has, in order. */
export const shownFields = (fields: readonly FieldDefinition[], type: string, values: FieldValues) =>
  fields.filter((field) => isShown(field, type, values));

/** Those of them that must have a value by then and have none. What is needed to create is needed to resolve too. */
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

/** Whom the field is shown to: `works` with agent access to the task, else the requester's side. */
export const maySeeField = (field: FieldDefinition, works: boolean) => works || field.visibility !== "agents";

/** Who fills it in. To name people is for agents: a requester would learn by trying who there is. */
export const mayWriteField = (field: FieldDefinition, works: boolean) =>
  works || (field.visibility === "requester_write" && field.kind !== "user");
