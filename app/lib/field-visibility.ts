/** Which of the fields that an admin defines a task has, by its type and by what its other fields say. */

/** When a field is shown: another field, or the type of the task, is or is not of a value, or is set at all. */
export type FieldCondition = { field: string; is: "is" | "is_not" | "is_set"; value?: string };

/** Values as they are stored, by key of the field; what has no value is missing. */
export type FieldValues = Readonly<Record<string, string>>;

/** What a map by field has for one, and not what every object has: a field may be called "constructor". */
export const ownValue = <V>(values: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** `types` are keys of the task types that have the field; empty for all. */
type ShownWhen = { types: readonly string[]; showIf: FieldCondition | null };

/** The keys chosen in a multiselect, which is stored as a JSON list. */
export function chosenKeys(stored: string): string[] {
  if (!stored.startsWith("[")) return [];
  return JSON.parse(stored) as string[];
}

/** Whether a task of this type with these values has the field. A field that is not shown keeps its value. */
export function isShown(field: ShownWhen, type: string, values: FieldValues): boolean {
  if (field.types.length > 0 && !field.types.includes(type)) return false;
  if (!field.showIf) return true;
  const { field: other, is, value = "" } = field.showIf;
  const present = other === "type" ? type : (ownValue(values, other) ?? "");
  if (is === "is_set") return present !== "";
  const same = present === value || chosenKeys(present).includes(value);
  return is === "is" ? same : !same;
}
