/** Decides which custom fields a task has, by its type and its other fields' values. */

/** A condition on another field or the task's type; `is_set` ignores `value`. */
export type FieldCondition = { field: string; is: "is" | "is_not" | "is_set"; value?: string };

/** Stored values by field key; fields without a value are missing. */
export type FieldValues = Readonly<Record<string, string>>;

/** Reads an own property only: a field may be called "constructor". */
export const ownValue = <V>(values: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** `types` are keys of the task types that have the field; empty for all. */
type ShownWhen = { types: readonly string[]; showIf: FieldCondition | null };

/** Parses a multiselect's keys, stored as a JSON list. */
export function chosenKeys(stored: string): string[] {
  if (!stored.startsWith("[")) return [];
  return JSON.parse(stored) as string[];
}

/** Decides whether a task of this type with these values has the field. A hidden field keeps its value. */
export function isShown(field: ShownWhen, type: string, values: FieldValues): boolean {
  if (field.types.length > 0 && !field.types.includes(type)) return false;
  if (!field.showIf) return true;
  const { field: other, is, value = "" } = field.showIf;
  const present = other === "type" ? type : (ownValue(values, other) ?? "");
  if (is === "is_set") return present !== "";
  const same = present === value || chosenKeys(present).includes(value);
  return is === "is" ? same : !same;
}
