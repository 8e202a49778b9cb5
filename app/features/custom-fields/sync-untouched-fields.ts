/**
 * Initial values for a form: `shown` fills its controls, `was` is the hidden baseline that detects others' changes.
 *
 * current    the task's values now
 * sent       the rejected form: the typed values, and their baseline under `was_…`
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
  const typed = Object.fromEntries(names.map((name) => [name, typedIn(controls.get(name), was[name], current[name])]));
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

/** The properties that `contentOf` reads; a text area has them too. */
type WithText = { type: string; value: string };

/** The visible control: a checkbox has a hidden control of the same name. */
function controlOf(form: HTMLFormElement | null, name: string): Control | undefined {
  const all = [...(form?.elements ?? [])] as Control[];
  return all.find((control) => control.name === name && control.type !== "hidden");
}

/** The control's text; the baseline if only the server's answer is missing; undefined if it must be left alone. */
function typedIn(control: Control | undefined, was: string, current: string): string | undefined {
  if (!control) return undefined;
  const sent = sentState(control);
  if (sent) return sent === "unchanged" ? was : undefined;
  const text = control.type === "checkbox" ? ((control as HTMLInputElement).checked ? "yes" : "no") : control.value;
  // The focused control counts as touched, except a select, whose choice is visible.
  const isTouched = control === document.activeElement && control.type !== "select-one" && text !== current;
  return isTouched ? undefined : text;
}

/** The text a control was last sent with, while its form isn't answered (`task-page/save-fields`). */
export const SENT = "data-sent";

export const contentOf = (control: WithText) =>
  control.type === "checkbox" ? String((control as HTMLInputElement).checked) : control.value;

/** Whether a control that was sent has changed since; undefined if it wasn't. */
export function sentState(control: Element): "unchanged" | "changed" | undefined {
  const sent = control.getAttribute(SENT);
  return sent === null ? undefined : sent === contentOf(control as HTMLInputElement) ? "unchanged" : "changed";
}

function put(control: Control | undefined, value: string) {
  if (!control) return;
  control.removeAttribute(SENT);
  const isBox = control.type === "checkbox";
  if (isBox) (control as HTMLInputElement).checked = value === "yes";
  else if (control.value !== value) control.value = value; // the same value would move the caret
  // The task's value is the new default, not user input. React updates `defaultValue` later, and never a select's.
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.defaultSelected = option.value === value;
  } else if (isBox) (control as HTMLInputElement).defaultChecked = value === "yes";
  else control.defaultValue = value;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
