import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { isComposing } from "~/lib/composing";
import { useLazyModule } from "./use-lazy-module";

/** What a field's own list of choices is told. `pressed`: somebody has asked for the list before it could hear that itself. */
export type ChoicesProps = {
  box: RefObject<HTMLElement | null>;
  label: string;
  pressed: RefObject<boolean>;
  /**
   * The field is one of its own kind, such as for searching, and a combobox only while the list is open; none is chosen
   * at first.
   */
  isOptional?: boolean;
};

type Props<Own extends object> = {
  /** The element around the text field. */
  box: RefObject<HTMLElement | null>;
  label: string;
  /** The list, which comes when the field gets the focus. */
  load: () => Promise<{ Choices: ComponentType<ChoicesProps & Own> }>;
  own: Own;
  isOptional?: boolean;
};

export const COMBOBOX = {
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-haspopup": "listbox",
  "aria-expanded": "false",
};

/** Makes the text field in `box` a combobox, whose list (`choice-list.island`) is loaded once somebody is at the field. */
export function ChoiceField<Own extends object>({ box, label, load, own, isOptional = false }: Props<Own>): ReactNode {
  const [list, wake] = useLazyModule(load);
  const pressed = useRef(false);

  useEffect(() => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    const attributes = isOptional ? [] : Object.entries(COMBOBOX);
    for (const [name, value] of attributes) input.setAttribute(name, value);
    const press = (event: Event) => {
      pressed.current =
        !(event instanceof KeyboardEvent) || (/^Arrow(?:Up|Down)$/.test(event.key) && !isComposing(event));
      wake();
    };
    const leave = () => {
      pressed.current = false;
    };
    if (document.activeElement === input) wake();
    input.addEventListener("focus", wake);
    input.addEventListener("click", press);
    input.addEventListener("input", press);
    input.addEventListener("keydown", press);
    input.addEventListener("blur", leave);
    return () => {
      for (const [name] of attributes) input.removeAttribute(name);
      input.removeEventListener("focus", wake);
      input.removeEventListener("click", press);
      input.removeEventListener("input", press);
      input.removeEventListener("keydown", press);
      input.removeEventListener("blur", leave);
    };
  }, [box, wake, isOptional]);

  return list && <list.Choices box={box} label={label} pressed={pressed} isOptional={isOptional} {...own} />;
}
