import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { listen } from "~/lib/listen";

/**
 * Loads a module on first use, so visitors who only read never fetch it. Returns the module (null until loaded) and a
 * function that loads it. A failed load is retried on the next call; until then the page works as without scripts. `load`
 * must be stable across renders.
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

/** Calls `wake` when the form around an element is touched, or already has the focus. */
export function useFormTouched(inside: RefObject<HTMLElement | null>, wake: () => void) {
  useEffect(() => {
    const form = inside.current?.closest("form");
    if (!form) return;
    if (form.contains(document.activeElement)) wake();
    // These come before anything is typed, chosen or dropped.
    return listen(form, { focusin: wake, pointerdown: wake, dragenter: wake, input: wake });
  }, [inside, wake]);
}
