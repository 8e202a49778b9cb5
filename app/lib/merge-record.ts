import { mergeField, same } from "./merge-field";

/**
 * Merges a form into a record that others may have changed since the form was loaded, field by field.
 *
 * was        what the form was loaded with
 * value      the record with the form's changes
 * changed    fields in which `value` differs from `current`
 * conflicts  fields that both changed, to different values: nothing may be written
 */
export function mergeRecord<F extends object>(
  fields: readonly (keyof F & string)[],
  { was, mine, current }: { was: F; mine: F; current: F },
) {
  const value = { ...current };
  const conflicts: (keyof F & string)[] = [];
  for (const field of fields) {
    const merged = mergeField<unknown>({ was: was[field], mine: mine[field], current: current[field] });
    if (merged === "apply") value[field] = mine[field];
    if (merged === "conflict") conflicts.push(field);
  }
  return { value, conflicts, changed: fields.filter((field) => !same(value[field], current[field])) };
}

/** What the security log says of a changed record: each label with "old → new". */
export const changeDetails = <F extends string>(
  changed: readonly F[],
  labels: Readonly<Record<F, string>>,
  change: (field: F) => { from: string; to: string },
): Record<string, string> =>
  Object.fromEntries(
    changed.map((field) => {
      const { from, to } = change(field);
      return [labels[field], `${from} → ${to}`];
    }),
  );
