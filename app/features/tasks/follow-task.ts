import { type ChangeEvent, type RefObject, useEffect, useState } from "react";
import type { Choice } from "~/ui/field";
import { basisOf, following } from "./field-basis";

/**
 * What a form of fields is made with, kept in step with the task: untouched fields follow it when the page is loaded anew.
 * Takes what `basisOf` takes.
 */
export function useBasis<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  current: Record<Name, string>,
  sent: Readonly<Record<string, string>> | undefined,
  told: readonly string[],
) {
  const [basis, setBasis] = useState(() => basisOf(current, sent, told));
  const now = JSON.stringify(current);
  useEffect(() => {
    const names = Object.keys(basis.was) as Name[];
    const controls = new Map(names.map((name) => [name, controlOf(form.current, name)]));
    const typed = Object.fromEntries(names.map((name) => [name, textOf(controls.get(name))]));
    const { was, set } = following(basis.was, typed as Record<Name, string>, JSON.parse(now) as Record<Name, string>);
    if (Object.keys(set).length === 0) return;
    for (const [name, value] of Object.entries(set)) put(controls.get(name as Name), value as string);
    setBasis({ ...basis, was });
  }, [form, now, basis]);
  return basis;
}

/**
 * The choices of a list as they are now, and of those it began with what it stands at. When the option goes that a list
 * stands at, the browser takes another unasked, and that would look like the choice of a person.
 */
export function useChoices(now: readonly Choice[], was: string) {
  const [first] = useState(now);
  const [chosen, setChosen] = useState(was);
  const stays = ({ value }: Choice) => String(value) === was || String(value) === chosen;
  const gone = first.filter((choice) => stays(choice) && !now.some(({ value }) => value === choice.value));
  return {
    choices: [...now, ...gone],
    follow: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => setChosen(currentTarget.value),
  };
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
