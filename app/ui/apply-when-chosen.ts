import { type ComponentProps, useRef } from "react";

/** Keys that change a closed list or a date bit by bit. Alt and an arrow key open the list instead. */
export const isBrowsing = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">) =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  (/^(?:Arrow|Page|Home$|End$|Backspace$|Delete$)/.test(key) || (key.length === 1 && key !== " "));

/** Keys that open a closed list, whose choice then applies at once. */
const opens = ({ key, altKey }: Pick<KeyboardEvent, "key" | "altKey">) => altKey || key === "Enter" || key === " ";

/** Sends the form of a select. */
const submit = ({ form }: HTMLSelectElement) => form?.requestSubmit();

/**
 * Applies a select's value once it's chosen. Keys that step through a closed select only apply with Enter or on leaving it, so
 * that the first arrow key changes nothing yet (WCAG 3.2.2).
 */
export function useApplyWhenChosen(act: (select: HTMLSelectElement) => void = submit) {
  const steps = useRef(false);
  const apply = (select: HTMLSelectElement) => {
    steps.current = false;
    act(select);
  };
  return {
    onKeyDown(event) {
      const { currentTarget } = event;
      if (event.key === "Enter" && steps.current && isChanged(currentTarget)) {
        event.preventDefault();
        apply(currentTarget);
      } else if (isBrowsing(event)) steps.current = true;
      else if (opens(event)) steps.current = false;
    },
    onPointerDown: () => {
      steps.current = false;
    },
    onChange: ({ currentTarget }) => void (steps.current || apply(currentTarget)),
    // Deferred until the focus has moved, which the handler may depend on.
    onBlur: ({ currentTarget }) =>
      void (steps.current && isChanged(currentTarget) && setTimeout(() => apply(currentTarget))),
  } satisfies ComponentProps<"select">;
}

const isChanged = ({ options, selectedIndex }: HTMLSelectElement) => options[selectedIndex]?.defaultSelected === false;
