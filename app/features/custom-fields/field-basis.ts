/**
 * What a form of fields is made with: `was` goes along with it as the value its writer knew, `shown` stands in its fields.
 *
 * current    as the task is now
 * sent       a form that came back: what was typed, and under `was_…` what it was made with
 * told       fields whose present value its writer is being shown
 */
export function basisOf<Name extends string>(
  current: Readonly<Record<Name, string>>,
  sent: Readonly<Record<string, string>> | undefined,
  told: readonly string[],
): { was: Record<Name, string>; shown: Record<Name, string> } {
  const [was, shown]: [Record<Name, string>, Record<Name, string>] = [{ ...current }, { ...current }];
  for (const name of Object.keys(current) as Name[]) {
    const known = sent?.[`was_${name}`];
    const typed = sent?.[name] === "no,yes" ? "yes" : sent?.[name]; // of a check field
    if (typed === undefined || typed === known) continue; // left alone: whatever it is now is right
    shown[name] = typed;
    if (known !== undefined && !told.includes(name)) was[name] = known;
  }
  return { was, shown };
}
