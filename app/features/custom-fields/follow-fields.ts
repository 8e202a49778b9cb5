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

/* What a form of fields needs once its task has changed meanwhile. */

/** Puts into the fields of a form that nobody has touched what the task has now; answers what the form is made with then. */
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
 * The page was loaded anew around a form: fields that nobody has touched, or that say what the task has by now, follow it
 * (`set`); the others keep what stands in them and what they began with.
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

/** The one people see: a check field has a hidden one beside it. */
function controlOf(form: HTMLFormElement | null, name: string): Control | undefined {
  const all = [...(form?.elements ?? [])] as Control[];
  return all.find((control) => control.name === name && control.type !== "hidden");
}

function textOf(control: Control | undefined): string | undefined {
  // What somebody is at just now counts as touched.
  if (!control || control === document.activeElement) return undefined;
  return control.type === "checkbox" ? ((control as HTMLInputElement).checked ? "yes" : "no") : control.value;
}

function put(control: Control | undefined, value: string) {
  if (!control) return;
  if (control.type === "checkbox") (control as HTMLInputElement).checked = value === "yes";
  else control.value = value;
  // The task's value is nobody's input: a list is told here, other controls learn it from React with their `defaultValue`.
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.defaultSelected = option.value === value;
  }
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
