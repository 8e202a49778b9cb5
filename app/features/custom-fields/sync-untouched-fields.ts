/**
 * Initial values for a form: `shown` fills its controls, `was` is the hidden baseline that detects others' changes.
 *
 * current    the task's values now
 * sent       the rejected form: what was typed, and its baseline under `was_…`
 * told       fields whose current value the page shows as a conflict, so their baseline moves up
 */
export function formBaseline<Name extends string>(
  current: Readonly<Record<Name, string>>,
  sent: Readonly<Record<string, string>> | undefined,
  told: readonly string[],
): { was: Record<Name, string>; shown: Record<Name, string> } {
  const [was, shown]: [Record<Name, string>, Record<Name, string>] = [{ ...current }, { ...current }];
  for (const name of Object.keys(current) as Name[]) {
    const known = sent?.[`was_${name}`];
    const typed = sent?.[name] === "no,yes" ? "yes" : sent?.[name]; // a ticked checkbox sends both
    if (typed === undefined || typed === known) continue; // untouched, so show the current value
    shown[name] = typed;
    if (known !== undefined && !told.includes(name)) was[name] = known;
  }
  return { was, shown };
}

/** Updates untouched controls to the task's current values. Returns the new baseline, or null if nothing changed. */
export function followFields<Name extends string>(
  form: HTMLFormElement | null,
  was: Readonly<Record<Name, string>>,
  current: Readonly<Record<Name, string>>,
): Record<Name, string> | null {
  const names = Object.keys(was) as Name[];
  const controls = new Map(names.map((name) => [name, controlOf(form, name)]));
  const typed = Object.fromEntries(names.map((name) => [name, textOf(controls.get(name))]));
  const next = following(was, typed as Record<Name, string>, current);
  if (Object.keys(next.set).length === 0) return null;
  for (const [name, value] of Object.entries(next.set)) put(controls.get(name as Name), value as string);
  return next.was;
}

/**
 * Decides which fields of a form follow a revalidated task: untouched ones, and those already typed to its new value
 * (`set`). Others keep their text and their baseline.
 */
export function following<Name extends string>(
  was: Readonly<Record<Name, string>>,
  typed: Readonly<Partial<Record<Name, string>>>,
  current: Readonly<Record<Name, string>>,
): { was: Record<Name, string>; set: Partial<Record<Name, string>> } {
  const next: Record<Name, string> = { ...was };
  const set: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(current) as Name[]) {
    if (current[name] === was[name]) continue;
    if (typed[name] !== was[name] && typed[name] !== current[name]) continue;
    next[name] = current[name];
    set[name] = current[name];
  }
  return { was: next, set };
}

type Control = HTMLInputElement | HTMLSelectElement;

/** The visible control: a checkbox has a hidden control of the same name. */
function controlOf(form: HTMLFormElement | null, name: string): Control | undefined {
  const all = [...(form?.elements ?? [])] as Control[];
  return all.find((control) => control.name === name && control.type !== "hidden");
}

function textOf(control: Control | undefined): string | undefined {
  // The focused control counts as touched.
  if (!control || control === document.activeElement) return undefined;
  return control.type === "checkbox" ? ((control as HTMLInputElement).checked ? "yes" : "no") : control.value;
}

function put(control: Control | undefined, value: string) {
  if (!control) return;
  if (control.type === "checkbox") (control as HTMLInputElement).checked = value === "yes";
  else control.value = value;
  // The task's value is the new default, not user input. React updates `defaultValue` of other controls, but not of a select.
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.defaultSelected = option.value === value;
  }
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
