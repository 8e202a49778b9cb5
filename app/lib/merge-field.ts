export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges one field that others may have changed while the form was open.
 *
 * was       the value the form was rendered with; undefined if unknown
 * keep      no change needed: the writer left it alone, or both chose the same value
 * apply     only the writer changed it
 * conflict  both changed it, to different values
 */
export function mergeField<T>({ was, mine, current }: { was: T | undefined; mine: T; current: T }) {
  if (same(mine, current) || same(mine, was)) return "keep";
  return same(was, current) ? "apply" : "conflict";
}

/**
 * A field that two people changed to different values since the form was loaded; values as displayed. `field` is its form
 * name. `by` says who changed it last, in UTC milliseconds, if known; a null person is the product itself. `impossible`:
 * the other change rules out `mine`.
 */
export type Conflict = {
  field: string;
  label: string;
  mine: string;
  theirs: string;
  by?: ChangedBy;
  impossible?: true;
};
export type ChangedBy = { id: number | null; name: string | null; at: number };

/**
 * Merges a form, field by field, into a record that others may have changed since it was loaded.
 *
 * was        the values the form was loaded with
 * value      the record with the form's changes
 * changed    fields in which `value` differs from `current`
 * conflicts  fields that both changed, to different values: nothing may be saved
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

/** Builds a security log entry for a changed record: each label with "old → new". */
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
