/** Whether two values of a field are one, lists too. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a form makes of one field that others may have changed while it was open.
 *
 * was       the value the form was rendered with; undefined when that is not known
 * keep      it stays as it is now: the writer left it alone, or both wrote the same
 * apply     only the writer changed it
 * conflict  both changed it, to different values
 */
export function mergeField<T>({ was, mine, current }: { was: T | undefined; mine: T; current: T }) {
  if (same(mine, current) || same(mine, was)) return "keep";
  return same(was, current) ? "apply" : "conflict";
}

/**
 * A field that two people changed to different values since the form was made; values as people read them.
 * `field` is its name in the form; `by` who changed it last and when, in UTC milliseconds, where that is known: null is
 * the product itself. `impossible`: what they changed does not let it become mine any more.
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
