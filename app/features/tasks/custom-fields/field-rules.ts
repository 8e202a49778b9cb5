/** Fields of tasks that an admin defines: what browser and server both know of them. Nothing here needs a library. */

const FIELD_KINDS = [
  "text",
  "longtext",
  "number",
  "boolean",
  "select",
  "multiselect",
  "date",
  "datetime",
  "user",
  "url",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export type FieldOption = { key: string; label: string; enabled: boolean };

/** When a field is shown: another field, or the type of the task, is or is not of a value, or is set at all. */
export type FieldCondition = { field: string; is: "is" | "is_not" | "is_set"; value?: string };

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

/** Values as they are stored, by key of the field; what has no value is missing. */
export type FieldValues = Readonly<Record<string, string>>;

/** What a map by field has for one, and not what every object has: a field may be called "constructor". */
export const ownValue = <V>(values: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** The name a field has in forms, history and queries. */
export const fieldName = (key: string) => `field.${key}`;

export const FIELD_LIMITS = { text: 200, longtext: 5_000, number: 30, url: 2_000 } as const;

/** The keys chosen in a multiselect, which is stored as a JSON list. */
export function chosenKeys(stored: string): string[] {
  if (!stored.startsWith("[")) return [];
  return JSON.parse(stored) as string[];
}

/** Whether a task of this type with these values has the field. A field that is not shown keeps its value. */
export function isShown(field: FieldDefinition, type: string, values: FieldValues): boolean {
  if (field.types.length > 0 && !field.types.includes(type)) return false;
  if (!field.showIf) return true;
  const { field: other, is, value = "" } = field.showIf;
  const present = other === "type" ? type : (ownValue(values, other) ?? "");
  if (is === "is_set") return present !== "";
  const same = present === value || chosenKeys(present).includes(value);
  return is === "is" ? same : !same;
}

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
