import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { useLazyModule } from "./use-lazy-module";

/** Props of a field's list. `pressed`: the user asked for the list before it had loaded. */
export type ChoicesProps = {
  box: RefObject<HTMLElement | null>;
  label: string;
  pressed: RefObject<boolean>;
  /** The field keeps its own role, such as search, and is a combobox only while the list is open. No option starts active. */
  isOptional?: boolean;
};

type Props<Own extends object> = {
  box: RefObject<HTMLElement | null>;
  label: string;
  load: () => Promise<{ Choices: ComponentType<ChoicesProps & Own> }>;
  own: Own;
  isOptional?: boolean;
};

export const COMBOBOX = {
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-haspopup": "listbox",
  "aria-expanded": "false",
} as const;

/** Turns the text field in `box` into a combobox and loads its list (`choice-list.island`) on first use. */
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
    const end = listen(input, { focus: wake, click: press, input: press, keydown: press, blur: leave });
    return () => {
      for (const [name] of attributes) input.removeAttribute(name);
      end();
    };
  }, [box, wake, isOptional]);

  return list && <list.Choices box={box} label={label} pressed={pressed} isOptional={isOptional} {...own} />;
}
