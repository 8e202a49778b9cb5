import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/**
 * A module that a page needs once somebody does something, and its visitors who only read never. Answers the module, null
 * until it is there, and what asks for it. One that cannot be had is asked for again the next time; until then the page
 * does what it does without scripts. `load` is the same function in every render.
 */
export function useLazyModule<Module extends object>(load: () => Promise<Module>): [Module | null, () => void] {
  const [module, arrived] = useState<Module | null>(null);
  const asked = useRef(false);
  const wake = useCallback(() => {
    if (asked.current) return;
    asked.current = true;
    load().then(arrived, () => {
      asked.current = false;
    });
  }, [load]);
  return [module, wake];
}

/** What comes before anything is typed, chosen or dropped. */
const TOUCHES = ["focusin", "pointerdown", "dragenter", "input"];

/** Calls `wake` when the form around an element is touched, or was before the scripts came. */
export function useTouched(inside: RefObject<HTMLElement | null>, wake: () => void) {
  useEffect(() => {
    const form = inside.current?.closest("form");
    if (!form) return;
    if (form.contains(document.activeElement)) wake();
    for (const touch of TOUCHES) form.addEventListener(touch, wake);
    return () => {
      for (const touch of TOUCHES) form.removeEventListener(touch, wake);
    };
  }, [inside, wake]);
}
